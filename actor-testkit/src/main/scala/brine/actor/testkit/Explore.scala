package brine.actor.testkit

/** Runs a program of actors again and again, each time in another order, until it fails or the search is over.
  *
  * {{{
  * Explore.check(Search.Exhaustive()): system =>
  *   val account = system.spawn(Account(100))
  *   val clients = List.fill(2)(system.spawn(Client(account)))
  *   system.runUntilIdle()
  *   assertEquals(account.askBlocking(Account.Balance(_), 1.second), 80)
  * }}}
  *
  * The program is called once per run. It creates everything it needs from the system it receives, and must do the same
  * each time, except for the schedule. When it returns, the system runs until it is idle, and [[TestSystem.whenIdle]]
  * is checked.
  *
  * The program fails if it throws, if an assertion in an actor or a [[TestSystem.invariant]] fails, or if it does not
  * end. Other failures of actors are left to the program, which finds them in [[TestSystem.failures]].
  *
  * The search finds orders of messages, signals and timers that break a protocol. It does not find races on memory that
  * actors share.
  */
object Explore:
  private final val MostMinimising = 2000

  /** Tries schedules until one fails.
    *
    * @throws ScheduleFailure
    *   with the schedule, made as small as possible, its steps, and the code that replays it
    */
  def check(search: Search = Search.Random(), settings: TestSettings = TestSettings())(
      program: TestSystem => Unit
  ): Exploration =
    search match
      case Search.Random(schedules, seed) =>
        sample(schedules, settings, program)((index, _) => Schedule.Random(seed + index))
      case Search.Pct(schedules, seed, depth) =>
        sample(schedules, settings, program)((index, longest) =>
          Schedule.Pct(seed + index, depth, Math.max(1, longest))
        )
      case Search.Exhaustive(schedules, reduced) => exhaust(schedules, SearchTree(reduced), settings, program)

  /** Runs the program once.
    *
    * @throws ScheduleFailure
    *   when it fails; it describes this very run, without minimizing it
    */
  def replay(schedule: Schedule, settings: TestSettings = TestSettings())(program: TestSystem => Unit): Unit =
    val run = Runs.run(schedule.start(), schedule, settings, program)
    run.failure.foreach: cause =>
      val choices = Schedule.Replay(Runs.trimmed(run.choices).mkString(" "))
      throw ScheduleFailure(
        schedule,
        choices,
        run.trace,
        1,
        s"$schedule fails: ${text(cause)}\n${TraceEntry.render(run.trace)}",
        cause
      )

  private def sample(schedules: Int, settings: TestSettings, program: TestSystem => Unit)(
      schedule: (Int, Int) => Schedule
  ): Exploration =
    require(schedules > 0, s"$schedules schedules: there must be at least 1")
    var longest = 0L
    (0 until schedules).foreach: index =>
      val tried = schedule(index, longest.toInt)
      val run   = Runs.run(tried.start(), tried, settings, program)
      run.failure.foreach(fail(run, _, tried, index + 1, settings, program))
      longest = Math.max(longest, run.steps)
    Exploration(schedules, 0, longest, complete = false)

  private def exhaust(
      schedules: Int,
      tree: SearchTree,
      settings: TestSettings,
      program: TestSystem => Unit
  ): Exploration =
    var done      = 0
    var abandoned = 0
    var longest   = 0L
    var more      = true
    while more && done + abandoned < schedules do
      tree.beginRun()
      val run = Runs.run(tree, Schedule.Fifo, settings, program)
      run.failure.foreach: cause =>
        // Not a failure of the program under some schedule, so there is nothing to minimize.
        if cause.isInstanceOf[NondeterminismException] then throw cause
        val found = Schedule.Replay(Runs.trimmed(run.choices).mkString(" "))
        fail(run, cause, found, done + abandoned + 1, settings, program)
      if run.abandoned then abandoned += 1 else done += 1
      longest = Math.max(longest, run.steps)
      more = tree.nextRun()
    Exploration(done, abandoned, longest, complete = !more)

  private def fail(
      run: Run,
      cause: Throwable,
      schedule: Schedule,
      tried: Int,
      settings: TestSettings,
      program: TestSystem => Unit
  ): Nothing =
    def attemptBy(scheduler: Scheduler): Option[Run] =
      val again = Runs.run(scheduler, Schedule.Fifo, settings, program)
      Option.when(again.failure.exists(_.getClass == cause.getClass))(again)
    def attempt(choices: Vector[Int]): Option[Run] = attemptBy(ReplayScheduler(choices))
    def attemptPlan(plan: Plan): Option[Run]       = attemptBy(PlanScheduler(plan))
    val choices                                    = Runs.trimmed(run.choices)
    attempt(choices) match
      case None =>
        throw NondeterminismException(
          s"$schedule fails, but a replay of its choices does not: the program is not deterministic. " +
            "It must not depend on clocks, its own random numbers, object identity, threads or state of earlier runs",
          cause
        )
      case Some(again) =>
        val planned   = PlanMinimiser(attemptPlan, MostMinimising / 2).minimise(again)
        val best      = Minimiser(attempt, MostMinimising / 2).minimise(planned)
        val shortest  = Runs.trimmed(best.choices)
        val minimised = Schedule.Replay(shortest.mkString(" "))
        val message   =
          s"""${text(best.failure.get)}
             |found by schedule $tried, $schedule
             |minimized from ${choices.count(_ != 0)} to ${shortest.count(_ != 0)} context switches:
             |${TraceEntry.render(best.trace)}
             |to replay it:           Explore.replay($minimised)
             |to replay it as found:  Explore.replay($schedule)""".stripMargin
        throw ScheduleFailure(schedule, minimised, best.trace, tried, message, best.failure.get)

  private def text(cause: Throwable): String = cause match
    case assertion: AssertionError => String.valueOf(assertion.getMessage)
    case other                     => other.toString

/** A program behaved differently when it was run again in the same way. */
final class NondeterminismException private[testkit] (message: String, cause: Throwable)
    extends RuntimeException(message, cause)
