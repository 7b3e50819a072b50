package brine.entity.testkit

import brine.codec.Codec
import brine.entity.Entity
import brine.entity.projection.Projection
import brine.journal.{EventLog, Record}
import java.util.{Objects, SplittableRandom}

/** Runs your entities as a service whose every step follows from a seed: clients, the entities on their actors, the log
  * and its disk, and the clock. Meanwhile things go wrong: appends are refused or have no known outcome, another writer
  * is first, reads fail, the power is cut, entities leave memory and are closed. After each run it checks what every
  * program expects of entities; [[Violation]] lists it.
  *
  * {{{
  * val accounts = Simulation(Accounts): random =>
  *   random.nextInt(3) match
  *     case 0 => Account.Deposit(random.nextInt(100))
  *     case 1 => Account.Withdraw(random.nextInt(100))
  *     case _ => Account.Balance
  *
  * test("accounts, with faults"):
  *   accounts.check(runs = 500)
  * }}}
  *
  * A run that violates something is made small, and fails the test with a [[SimulationFailure]]: its message has the
  * commands, what happened, and the code that replays it. The same seed gives the same run.
  *
  * Immutable. For one thread at a time.
  */
final class Simulation private (
    parts: Vector[Part[?, ?, ?]],
    views: Vector[SimulatedView[?, ?]],
    settings: SimulationSettings,
    wrap: EventLog => EventLog
):
  import Simulation.*

  /** Returns the simulation with entities of a further type over the same log.
    *
    * @param command
    *   makes a random command
    * @throws IllegalArgumentException
    *   if entities of this name are in the simulation
    */
  def and[C[+_], E, S](entity: Entity[C, E, S])(command: SplittableRandom => C[Any]): Simulation =
    Objects.requireNonNull(entity, "entity"): Unit
    Objects.requireNonNull(command, "command"): Unit
    require(!parts.exists(_.entity.name == entity.name), s"entities of the name '${entity.name}' are in it already")
    new Simulation(parts :+ Part(entity, command), views, settings, wrap)

  /** Returns the simulation with a view: a fold of records, as [[brine.entity.projection.FoldProjection]] runs it. It
    * runs between two processes and at the end, and continues from its saved state.
    *
    * @param step
    *   the state after a record, given the state before
    */
  def withView[E: Codec, S: Codec](projection: Projection[E], initial: S)(step: (S, Record[E]) => S): Simulation =
    Objects.requireNonNull(projection, "projection"): Unit
    Objects.requireNonNull(step, "step"): Unit
    new Simulation(parts, views :+ SimulatedView(projection, initial, step), settings, wrap)

  /** Returns the simulation with other settings. */
  def withSettings(settings: SimulationSettings): Simulation =
    new Simulation(parts, views, Objects.requireNonNull(settings, "settings"), wrap)

  /** Returns the simulation with something between the entities and the log. */
  private[testkit] def over(wrap: EventLog => EventLog): Simulation = new Simulation(parts, views, settings, wrap)

  // ---- Random runs --------------------------------------------------------------------------------------------------

  /** Runs with a number of seeds. The first run is repeated, and must be the same.
    *
    * @param runs
    *   number of runs; above zero
    * @param seed
    *   the first seed
    * @throws SimulationFailure
    *   if a run violates something
    */
  def check(runs: Int = 100, seed: Long = 0): SimulationReport =
    require(runs > 0, s"$runs runs: there must be at least 1")
    var report = NoRuns
    for at <- 0 until runs do
      val plan = planOf(seed + at)
      val run  = SimulatedRun(plan, Choices.Random(plan.seed))
      run.run().foreach(problem => throw found(plan, run, problem, at + 1))
      if at == 0 then requireSame(plan, run)
      report = adding(report, run)
    report

  /** Runs once, and returns what happened.
    *
    * @throws SimulationFailure
    *   if the run violates something
    */
  def run(seed: Long): SimulatedHistory =
    val plan = planOf(seed)
    val run  = SimulatedRun(plan, Choices.Random(seed))
    run.run().foreach(problem => throw found(plan, run, problem, 1))
    SimulatedHistory(seed, run.trace, run.decided)

  /** Runs once more what a [[SimulationFailure]] of [[check]] or [[run]] has named, without making it smaller.
    *
    * @param steps
    *   [[SimulationFailure.steps]]
    * @throws SimulationFailure
    *   if it violates something
    * @throws IllegalArgumentException
    *   if these are no steps
    */
  def replay(steps: String): SimulatedHistory =
    val Repetition(seed, kept, choices) = Repetition.parse(steps)
    replayed(planOf(seed).copy(kept = kept.toSet), choices)

  // ---- All ways -----------------------------------------------------------------------------------------------------

  /** Runs the commands of some clients in every order of steps, with a power cut at every place: before and after each
    * step, such as between an append that is accepted and its fsync. For programs of a few commands. Use settings such
    * as [[SimulationSettings.exploring]], or with one fault, because each multiplies the number of runs. After the
    * power cut the steps have one order.
    *
    * {{{
    * accounts.withSettings(SimulationSettings.exploring).explore()(
    *   Seq(SimulatedCommand(Accounts, "a", Account.Deposit(5))),
    *   Seq(SimulatedCommand(Accounts, "a", Account.Withdraw(3)))
    * )
    * }}}
    *
    * @param most
    *   number of runs at which it ends; above zero
    * @param clients
    *   the commands of each client, which sends one after the other
    * @throws SimulationFailure
    *   if a run violates something
    * @throws IllegalArgumentException
    *   if an entity is not in the simulation
    */
  def explore(most: Int = 100_000)(clients: Seq[SimulatedCommand[?]]*): SimulationReport =
    require(most > 0, s"$most runs: there must be at least 1")
    val plan   = exploringPlan(clients)
    val tree   = Choices.Tree()
    var report = NoRuns
    var isMore = true
    while isMore && report.runs < most do
      val run = SimulatedRun(plan, tree.run())
      run.run().foreach(problem => throw found(plan, run, problem, report.runs + 1))
      report = adding(report, run)
      isMore = tree.advance()
    report.copy(isComplete = !isMore)

  /** Runs once more what a [[SimulationFailure]] of [[explore]] has named.
    *
    * @param steps
    *   [[SimulationFailure.steps]]
    * @param clients
    *   the clients of the exploration
    * @throws SimulationFailure
    *   if it violates something
    */
  def follow(steps: String)(clients: Seq[SimulatedCommand[?]]*): SimulatedHistory =
    val Repetition(_, kept, choices) = Repetition.parse(steps)
    replayed(exploringPlan(clients).copy(kept = kept.toSet), choices)

  // ---- Plans --------------------------------------------------------------------------------------------------------

  private def planOf(seed: Long): RunPlan =
    val random  = SplittableRandom(seed)
    val count   = 1 + random.nextInt(settings.clients)
    val clients = Vector.fill(count)(Vector.fill(1 + random.nextInt(settings.commands))(commandOf(random)))
    RunPlan(parts, views, settings, seed, clients, Set.empty, wrap, exploresFirst = false)

  private def commandOf(random: SplittableRandom): SimulatedCommand[?] =
    commandOf(parts(random.nextInt(parts.size)), random)

  private def commandOf[C[+_], E, S](part: Part[C, E, S], random: SplittableRandom): SimulatedCommand[C] =
    // The first one is hot.
    val id = if random.nextBoolean() then 0 else random.nextInt(settings.ids)
    SimulatedCommand(part.entity, s"e$id", part.command(random), random.nextInt(3) > 0)

  private def exploringPlan(clients: Seq[Seq[SimulatedCommand[?]]]): RunPlan =
    for commands <- clients; one <- commands if !parts.exists(_.entity eq one.entity) do
      throw IllegalArgumentException(s"the entity of '$one' is not in the simulation: name it there, or with `and`")
    require(clients.exists(_.nonEmpty), "there are no commands")
    RunPlan(parts, views, settings, 0, clients.map(_.toVector).toVector, Set.empty, wrap, exploresFirst = true)

  // ---- Failures -----------------------------------------------------------------------------------------------------

  private def requireSame(plan: RunPlan, run: SimulatedRun): Unit =
    val again   = SimulatedRun(plan, Choices.Random(plan.seed))
    val problem = again.run()
    if again.trace != run.trace then
      val at   = again.trace.zipAll(run.trace, "", "").indexWhere(_ != _)
      val text = s"the run of seed ${plan.seed} was repeated, and line ${at + 1} of what happened differs: " +
        s"'${run.trace.lift(at).mkString}', and '${again.trace.lift(at).mkString}'" +
        problem.fold("")(found => s". The second one fails: ${found.getMessage}")
      throw failure(plan, once(run, SimulationProblem(Violation.NotDeterministic, text)), 1)

  /** A run that has violated something, as it is. */
  private def once(run: SimulatedRun, problem: SimulationProblem): FailedRun =
    val kept     = run.operations.map(one => one.client -> one.number)
    val commands = run.operations.map(one => s"client ${one.client + 1} sends ${one.sent}")
    FailedRun(kept, run.decided, problem, run.steps, commands, run.trace)

  private def found(plan: RunPlan, run: SimulatedRun, problem: SimulationProblem, tried: Int): SimulationFailure =
    val first   = once(run, problem)
    val most    = if problem.violation == Violation.Stuck then settings.mostSteps else mostStepsAfter(run)
    val bounded = plan.copy(settings = settings.withMostSteps(most))
    def again(kept: Vector[(Int, Int)], choices: Choices): Shrinking.Attempt =
      val run    = SimulatedRun(bounded.copy(kept = kept.toSet), choices)
      val failed = run.run().filter(_.violation == problem.violation).map(once(run, _))
      Shrinking.Attempt(run.steps, failed)
    again(first.kept, Choices.Replay(first.choices)).failed match
      case Some(same) => failure(plan, Shrinking(again, MostShrinking, MostStepsOfShrinking).smallest(same), tried)
      case None       =>
        val text = s"a run fails once, and not when it is repeated: ${problem.getMessage}"
        failure(plan, once(run, SimulationProblem(Violation.NotDeterministic, text)), tried)

  // A smaller run takes fewer steps. One that takes far more fails in another way.
  private def mostStepsAfter(run: SimulatedRun): Int =
    math.min(settings.mostSteps.toLong, LeastSteps + 4L * run.steps).toInt

  private def replayed(plan: RunPlan, choices: Vector[Int]): SimulatedHistory =
    val run = SimulatedRun(plan, Choices.Replay(choices))
    run.run().foreach(problem => throw failure(plan, once(run, problem), 1))
    SimulatedHistory(plan.seed, run.trace, run.decided)

  private def failure(plan: RunPlan, failed: FailedRun, tried: Int): SimulationFailure =
    val problem  = failed.problem
    val steps    = Repetition(plan.seed, failed.kept, failed.choices).text
    val commands = failed.commands
    val how      = if plan.exploresFirst then s"follow(\"$steps\")(…)" else s"replay(\"$steps\")"
    val message  =
      s"""${problem.violation.text}: ${problem.getMessage}
         |found by run $tried, seed ${plan.seed}; the smallest run that fails has ${commands.size} commands:
         |${commands.mkString("\n")}
         |what happened:
         |${failed.trace.zipWithIndex.map((line, at) => s"${at + 1}. $line").mkString("\n")}
         |to replay it: simulation.$how""".stripMargin
    SimulationFailure(problem.violation, steps, commands, failed.trace, tried, message, problem)

object Simulation:
  private inline val MostShrinking        = 1_500
  private inline val MostStepsOfShrinking = 5_000_000L
  private inline val LeastSteps           = 1_000

  /** A simulation of entities of one type; [[Simulation.and]] adds further types.
    *
    * @param command
    *   makes a random command. It must have no other source of chance than the argument
    */
  def apply[C[+_], E, S](entity: Entity[C, E, S])(command: SplittableRandom => C[Any]): Simulation =
    new Simulation(Vector.empty, Vector.empty, SimulationSettings.defaults, identity).and(entity)(command)

  private val NoRuns = SimulationReport(0, 0, 0, 0, 0, isComplete = false)

  private def adding(report: SimulationReport, run: SimulatedRun): SimulationReport =
    SimulationReport(
      report.runs + 1,
      report.commands + run.operations.size,
      report.processes + run.lives,
      report.faults + run.disturbances,
      report.steps + run.steps,
      report.isComplete
    )

  /** A run as text: its seed, its commands by client and number, and its choices. */
  private final case class Repetition(seed: Long, kept: Vector[(Int, Int)], choices: Vector[Int]):
    def text: String =
      s"$seed: ${kept.map((client, number) => s"$client.$number").mkString(" ")}: ${packed(choices)}".trim

    // Most are quiet: 0*12 is twelve of them.
    private def packed(choices: Vector[Int]): String =
      val quiet = choices.takeWhile(_ == 0).size
      if choices.isEmpty then ""
      else if quiet > 1 then s"0*$quiet ${packed(choices.drop(quiet))}"
      else s"${choices.head} ${packed(choices.tail)}"

  private object Repetition:
    def parse(text: String): Repetition =
      def refuse() = throw IllegalArgumentException(s"'$text' is not what a SimulationFailure calls its steps")
      def words(part: String) = part.trim.split("\\s+").toVector.filter(_.nonEmpty)
      text.split(":", -1) match
        case Array(seed, kept, choices) =>
          try
            val commands = words(kept).map: word =>
              word.split('.') match
                case Array(client, number) => client.toInt -> number.toInt
                case _                     => refuse()
            Repetition(seed.trim.toLong, commands, words(choices).flatMap(unpacked))
          catch case _: NumberFormatException => refuse()
        case _ => refuse()

    private def unpacked(word: String): Vector[Int] = word.split('*') match
      case Array(choice, times) => Vector.fill(times.toInt)(choice.toInt)
      case _                    => Vector(word.toInt)
