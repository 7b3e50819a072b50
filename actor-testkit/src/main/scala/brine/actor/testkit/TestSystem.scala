package brine.actor.testkit

import brine.actor.*
import brine.actor.DeadLetter.Reason
import brine.actor.internal.*
import brine.actor.testkit.internal.*
import java.lang.System.Logger.Level
import scala.collection.mutable
import scala.concurrent.duration.*
import scala.concurrent.{ExecutionContext, Future}
import scala.util.Random

/** An actor system that does nothing by itself: each step happens when the test says so, and in an order that its [[Schedule]] chooses.
  *
  * {{{
  * val system  = TestSystem()
  * val probe   = system.probe[Int]("client")
  * val counter = system.spawn(new Counter)
  * counter ! Counter.Add(2)
  * counter ! Counter.Get(probe.ref)
  * system.runUntilIdle()
  * probe.expectMessage(2)
  * }}}
  *
  * The actors, their mailboxes, supervision, timers and asks are those of the runtime; only who runs next and what time it is comes from
  * here. A step is one message, or the signals that wait for one actor, or one timer. All dispatchers are this one, a blocking ask runs other
  * actors until there is an answer, and time passes only by [[advance]] or when a blocking ask has nothing else to wait for.
  *
  * Everything happens on the thread that made the system, which alone may use it. A step takes time in proportion to the number of
  * actors that can run: this is for tens of them, not for thousands.
  */
final class TestSystem private (
    val schedule: Schedule,
    testSettings: TestSettings,
    scheduler: Scheduler,
    recorder: Recorder,
    private[testkit] val explored: Boolean
) extends ActorSystem(ActorSystemSettings(name = "test", workers = 1, listener = recorder)):
  private[testkit] val engine = Engine(this, scheduler, testSettings)
  recorder.engine = engine

  private val seeded   = Random(testSettings.seed)
  private val found    = mutable.ArrayBuffer[TestFailure]()
  private val counts   = new Array[Long](Reason.values.length)
  private val onlyRoot = Root()
  private var tasks    = List.empty[(ShutdownPhase, String, () => Unit)]
  private var finals   = Vector.empty[() => Unit]
  private var report   = Option.empty[ShutdownReport]
  onlyRoot.cellDispatcher = dispatcher(Dispatcher.Default, None)

  // -------------------------------------------------------------------------------------------
  // Running
  // -------------------------------------------------------------------------------------------

  /** Takes one step. False when there is none to take before the clock moves on.
    *
    * @throws AssertionError
    *   when a handler or an [[invariant]] throws one
    */
  def step(): Boolean = engine.stepOnce()

  /** Takes steps until there are none. Does not move the clock.
    *
    * @throws EndlessRunException
    *   when that takes more than [[TestSettings.steps]] steps
    */
  def runUntilIdle(): Unit = engine.runUntilIdle()

  /** Moves the clock on by `duration`, from one timer to the next, with [[runUntilIdle]] before each and at the end. */
  def advance(duration: FiniteDuration): Unit =
    require(duration >= Duration.Zero, s"$duration: time does not go back")
    engine.advance(duration.toNanos)

  /** Whether nothing can run before the clock moves on. */
  def isIdle: Boolean = engine.isIdle

  /** The virtual time since the system began. */
  def now: FiniteDuration = engine.now

  /** For futures whose code is to run as steps of this system, on the thread of the test. */
  val executionContext: ExecutionContext = new ExecutionContext:
    def execute(code: Runnable): Unit         = engine.execute(code)
    def reportFailure(cause: Throwable): Unit = engine.break(cause)

  /** One of `options`, as the schedule says: for fakes of what may succeed or fail, a journal for example.
    *
    * {{{
    * system.choose("write", "succeeds", "fails", "crashes after the commit") match
    * }}}
    */
  def choose[A](name: String, options: A*): A =
    require(options.nonEmpty, s"nothing to choose from for $name")
    options(engine.choose(name, options.toIndexedSeq.map(String.valueOf(_))))

  // -------------------------------------------------------------------------------------------
  // Looking
  // -------------------------------------------------------------------------------------------

  /** An actor that keeps what it is sent, for the test to look at. */
  def probe[M](name: String): Probe[M] = Probe(this, name)

  /** Checks something after each step from now on; `check` throws to fail. What it looks at must be the test's own. */
  def invariant(check: => Unit): Unit = engine.invariants :+= (() => check)

  /** Checks something at the end of a run of [[Explore]], once nothing can run any more. */
  def whenIdle(check: => Unit): Unit = finals :+= (() => check)

  /** What has failed so far, the oldest first. */
  def failures: Vector[TestFailure] = found.toVector

  /** What has reached nobody so far, the oldest first. */
  def deadLetters: Vector[DeadLetter] = recorder.deadLetters.toVector

  /** What has happened so far. */
  def trace: Vector[TraceEntry] = engine.trace.toVector

  /** What has been chosen so far where there was a choice: the argument of [[Schedule.Replay]]. */
  def choices: String = engine.choices.mkString(" ")

  private[testkit] def choiceIndexes: Vector[Int]  = engine.choices.toVector
  private[testkit] def stepsTaken: Long            = engine.steps
  private[testkit] def spawns: Vector[ActorRef[?]] = recorder.spawns.toVector

  private[testkit] def finish(): Unit =
    engine.runUntilIdle()
    finals.foreach(_())

  def statistics: ActorStatistics =
    ActorStatistics(
      engine.handled,
      Reason.values.iterator.map(reason => reason -> counts(reason.ordinal)).toMap,
      found.size
    )

  // -------------------------------------------------------------------------------------------
  // The end
  // -------------------------------------------------------------------------------------------
  def onShutdown(phase: ShutdownPhase, name: String)(task: () => Unit): Unit = tasks = (phase, name, task) :: tasks

  /** As that of any system, in virtual time. */
  private[brine] def shutDown(nanos: Long): ShutdownReport =
    if report.isEmpty then
      val began  = now
      val before = runTasks(ShutdownPhase.BeforeActors)
      onlyRoot.close()
      onlyRoot.children.foreach: child =>
        val _ = child.signal(SystemSignal.Stop())
      runUntilIdle()
      if onlyRoot.children.nonEmpty then advance(nanos.nanos)
      val left  = onlyRoot.children.toList.map(cell => s"$cell (${explain(cell)})")
      val after = runTasks(ShutdownPhase.AfterActors)
      report = Some(ShutdownReport(left.toArray, (before ++ after).toArray, (now - began).toNanos))
    report.get

  private def runTasks(phase: ShutdownPhase): List[String] =
    tasks
      .filter(_._1 == phase)
      .flatMap: (_, name, task) =>
        try
          task()
          Nil
        catch case failure: Exception => List(s"$name ($failure)")

  // -------------------------------------------------------------------------------------------
  // What the runtime needs
  // -------------------------------------------------------------------------------------------
  private[brine] def dispatcher(kind: Dispatcher, batch: Option[Batch]): CellDispatcher =
    TestDispatcher(this, batch.getOrElse(settings.batch), engine, mayBlock = kind == Dispatcher.Blocking)

  private[brine] def root: Root                                     = onlyRoot
  private[brine] def nanoTime: Long                                 = engine.timers.nowNanos
  private[brine] def arm(entry: TimerEntry, delayNanos: Long): Unit = engine.arm(entry, delayNanos)
  private[brine] def disarm(entry: TimerEntry): Boolean             = engine.disarm(entry)

  private[brine] def random(): Double =
    engine.observer.footprint.share("random")
    seeded.nextDouble()

  private[brine] def countDeadLetter(reason: Reason): Unit = counts(reason.ordinal) += 1

  private[brine] def failed(cell: Cell[?], message: Any, failure: Throwable, directive: Directive): Unit =
    found += TestFailure(cell.publicRef, CellView.failedMessage(message), failure, directive)
    engine.trace += TraceEntry.Failed(engine.task(cell).label, s"$failure: ${directive.toString.toLowerCase}", now)
    recorder.onFailure(cell.publicRef, failure, directive)
    if testSettings.logFailures then ActorLog.logger.log(Level.ERROR, s"[$cell] failed", failure)
    // An assertion within a handler is one of the test.
    if failure.isInstanceOf[AssertionError] then engine.break(failure)

  private[brine] def listenerFailed(method: String, failure: Throwable): Unit =
    engine.break(IllegalStateException(s"the listener failed in $method", failure))

  private[brine] override def refused(cell: Cell[?]): Unit = engine.observer.footprint.interfere(engine.task(cell).key)

  private[brine] override def await[A](answer: Future[A]): A = engine.await(answer)
  private[brine] override def numberOf(cell: Cell[?]): Int   = engine.task(cell).number

  private[brine] def explain(cell: Cell[?]): String =
    if cell.cellClosed then "it has ended"
    else if CellView.isSuspended(cell) then
      s"${cell.queueLength} messages wait for it, and it waits for something itself"
    else s"${cell.queueLength} messages wait for it"

object TestSystem:
  def apply(schedule: Schedule = Schedule.Fifo, settings: TestSettings = TestSettings()): TestSystem =
    start(schedule, settings, schedule.start(), explored = false)

  private[testkit] def start(
      schedule: Schedule,
      settings: TestSettings,
      scheduler: Scheduler,
      explored: Boolean
  ): TestSystem =
    new TestSystem(schedule, settings, scheduler, Recorder(settings.listener.orNull), explored)
