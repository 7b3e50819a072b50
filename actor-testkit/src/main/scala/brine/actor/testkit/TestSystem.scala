package brine.actor.testkit

import brine.actor.internal.cell.{CellView, Root}
import brine.actor.internal.context.RunningSystem
import brine.actor.internal.support.RuntimeLog
import brine.actor.internal.timer.TimerEntry
import brine.actor.*
import brine.actor.testkit.internal.*
import java.lang.System.Logger.Level
import java.util.Locale
import scala.collection.mutable
import scala.concurrent.duration.*
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.Random

/** An actor system for tests. It runs one step at a time, when the test asks for it, in an order that its [[Schedule]]
  * chooses.
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
  * Actors, mailboxes, supervision, timers and asks are those of the runtime. Only the order and the time are controlled
  * here:
  *
  *   - A step is one message, or the waiting signals of one actor, or one timer.
  *   - All dispatchers are this one. A blocking ask runs other actors until there is a reply.
  *   - Time passes only with [[advance]], or when a blocking ask has nothing else to wait for.
  *
  * Use it only on the thread that created it. The time of a step grows with the number of actors that can run, so this
  * is for tens of actors, not for thousands.
  */
final class TestSystem private (
    val schedule: Schedule,
    testSettings: TestSettings,
    scheduler: Scheduler,
    recorder: Recorder,
    private[testkit] val explored: Boolean
) extends RunningSystem(
      ActorSystemSettings(
        name = "test",
        workers = 1,
        listener = recorder,
        interceptor = testSettings.interceptor,
        metricsEvery = testSettings.metricsEvery
      )
    ):
  private[testkit] val engine = Engine(this, scheduler, testSettings)
  recorder.engine = engine

  private val seeded   = Random(testSettings.seed)
  private val found    = mutable.ArrayBuffer[TestFailure]()
  private val counts   = new Array[Long](DeadLetterReason.values.length)
  private val onlyRoot = Root()
  private var tasks    = List.empty[(ShutdownPhase, String, () => Unit)]

  private var begunPhase = Option.empty[ShutdownPhase] // the last one of the shutdown
  private var finals     = Vector.empty[() => Unit]
  private val ending     = Ending()
  onlyRoot.cellDispatcher = dispatcher(Dispatcher.Default, Batch.ofSystem)

  // -------------------------------------------------------------------------------------------
  // Running
  // -------------------------------------------------------------------------------------------

  /** Takes one step. False if no step is possible before the clock advances.
    *
    * @throws AssertionError
    *   when a handler or an [[invariant]] throws one
    */
  def step(): Boolean =
    val taken = engine.stepOnce()
    ending.proceed()
    taken

  /** Takes steps until there are none. Does not advance the clock.
    *
    * @throws EndlessRunException
    *   when that takes more than [[TestSettings.steps]] steps
    */
  def runUntilIdle(): Unit =
    engine.runUntilIdle()
    while ending.proceed() do engine.runUntilIdle()

  /** Advances the clock by `duration`, from one timer to the next, with [[runUntilIdle]] before each and at the end.
    * The clock stops 146 years after the start.
    */
  def advance(duration: FiniteDuration): Unit =
    require(duration >= Duration.Zero, s"$duration: time does not go back")
    engine.advance(duration.toNanos)
    if ending.proceed() then runUntilIdle()

  /** Advances the clock to the next timer, and takes no step. False if there is no timer. */
  def advanceToNextTimer(): Boolean = engine.toNextTimer()

  /** Whether no step is possible before the clock advances. */
  def isIdle: Boolean = engine.isIdle

  /** The virtual time since the system started. */
  def now: FiniteDuration = engine.now

  /** An execution context for futures. Their code runs as steps of this system, on the thread of the test. */
  val executionContext: ExecutionContext = new ExecutionContext:
    def execute(code: Runnable): Unit         = engine.execute(code)
    def reportFailure(cause: Throwable): Unit = engine.break(cause)

  /** The same for all dispatchers. */
  def executionContext(dispatcher: Dispatcher): ExecutionContext = executionContext

  /** Returns one of `options`, chosen by the schedule. Use it in a fake of something that may succeed or fail, such as
    * a journal.
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

  /** Creates an actor that keeps its messages for the test. */
  def probe[M](name: String): Probe[M] = Probe(this, name)

  /** Checks something after each further step. `check` throws to fail, and may read only data of the test. */
  def invariant(check: => Unit): Unit = engine.invariants :+= (() => check)

  /** Checks something at the end of a run of [[Explore]], when no step is possible any more. */
  def whenIdle(check: => Unit): Unit = finals :+= (() => check)

  /** The failures of actors so far, oldest first. */
  def failures: Vector[TestFailure] = found.toVector

  /** The dead letters so far, oldest first. */
  def deadLetters: Vector[DeadLetter] = recorder.deadLetters.toVector

  /** The steps so far. */
  def trace: Vector[TraceEntry] = engine.trace.toVector

  /** The choices so far, where there was more than one option. Pass them to [[Schedule.Replay]]. */
  def choices: String = engine.choices.mkString(" ")

  private[testkit] def choiceIndexes: Vector[Int]  = engine.choices.toVector
  private[testkit] def stepsTaken: Long            = engine.steps
  private[testkit] def spawns: Vector[ActorRef[?]] = recorder.spawns.toVector

  private[testkit] def finish(): Unit =
    engine.runUntilIdle()
    finals.foreach(_())

  /** The counts of the system since it started. */
  def statistics: ActorStatistics =
    ActorStatistics(
      engine.handled,
      DeadLetterReason.values.iterator.map(reason => reason -> counts(reason.ordinal)).toMap,
      found.size
    )

  // -------------------------------------------------------------------------------------------
  // The end
  // -------------------------------------------------------------------------------------------
  def onShutdown(phase: ShutdownPhase, name: String)(task: () => Unit): Unit =
    if begunPhase.exists(_.compareTo(phase) >= 0) then
      throw IllegalStateException(s"the shutdown of $this has begun its tasks of $phase, so $name would not run")
    tasks = (phase, name, task) :: tasks

  /** Shuts down like any system, in virtual time. */
  private[brine] def shutDown(nanos: Long): ShutdownReport =
    ending.begin(nanos)
    runUntilIdle()
    if !ending.isDone then advance(nanos.nanos)
    ending.finish()

  private[brine] def beginShutDown(nanos: Long): Unit = ending.begin(nanos)

  def whenTerminated: Future[ShutdownReport] = ending.done.future

  /** The end of the system: begun by the test or an actor, done once all actors have stopped or the time is over. */
  private final class Ending:
    val done             = Promise[ShutdownReport]()
    private var began    = Option.empty[FiniteDuration]
    private var deadline = Duration.Zero
    private var before   = List.empty[String]

    def isDone: Boolean = done.isCompleted

    def begin(nanos: Long): Unit = if began.isEmpty then
      began = Some(now)
      deadline = engine.timers.after(nanos).nanos
      before = runTasks(ShutdownPhase.BeforeActors)
      onlyRoot.close()
      onlyRoot.children.foreach: child =>
        val _ = child.signal(SystemSignal.Stop())

    /** Ends if nothing is left to wait for. True if it has ended just now. */
    def proceed(): Boolean =
      val over = began.isDefined && !isDone && (onlyRoot.children.isEmpty || now >= deadline)
      if over then
        val _ = finish()
      over

    def finish(): ShutdownReport =
      if !isDone then
        val left   = onlyRoot.children.toList.map(cell => s"$cell (${explain(cell)})")
        val after  = runTasks(ShutdownPhase.AfterActors)
        val report = ShutdownReport(left.toArray, (before ++ after).toArray, began.fold(0L)(at => (now - at).toNanos))
        done.success(report): Unit
      done.future.value.get.get

  private def runTasks(phase: ShutdownPhase): List[String] =
    begunPhase = Some(phase)
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
  private[brine] def dispatcher(kind: Dispatcher, batch: Batch): CellDispatcher =
    val own = if batch eq Batch.ofSystem then settings.batch else batch
    TestDispatcher(this, own, engine, mayBlock = kind == Dispatcher.Blocking)

  private[brine] override def eachTop(most: Int, action: Cell[?] => Unit): Unit = onlyRoot.each(most, action): Unit

  private[brine] override def eachRunning(action: Cell[?] => Unit): Unit = engine.running match
    case task: CellTask => action(task.cell)
    case _              => ()

  private[brine] def root: Root                                     = onlyRoot
  private[brine] def nanoTime: Long                                 = engine.timers.nowNanos
  private[brine] def arm(entry: TimerEntry, delayNanos: Long): Unit = engine.arm(entry, delayNanos)
  private[brine] def disarm(entry: TimerEntry): Boolean             = engine.disarm(entry)

  /** Runs something in this system's execution context once a virtual time has passed. */
  private[brine] def after(nanos: Long)(body: Runnable): Unit =
    val entry = new TimerEntry:
      private[brine] def fire(): Unit = executionContext.execute(body)
    arm(entry, nanos)

  private[brine] def random(): Double =
    engine.observer.footprint.share("random")
    seeded.nextDouble()

  private[brine] def countDeadLetter(reason: DeadLetterReason): Unit = counts(reason.ordinal) += 1

  private[brine] def failed(cell: Cell[?], message: Any, failure: Throwable, directive: Directive): Unit =
    found += TestFailure(cell.publicRef, CellView.failedMessage(message), failure, directive)
    engine.trace += TraceEntry.Failed(
      engine.task(cell).label,
      s"$failure: ${directive.toString.toLowerCase(Locale.ROOT)}",
      now
    )
    recorder.onFailure(cell.publicRef, failure, directive)
    if testSettings.logFailures then RuntimeLog.logger.log(Level.ERROR, s"[$cell] failed", failure)
    // An assertion in a handler belongs to the test.
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
  /** Creates a test system. With the default schedule, steps run first in, first out. */
  def apply(schedule: Schedule = Schedule.Fifo, settings: TestSettings = TestSettings()): TestSystem =
    start(schedule, settings, schedule.start(), explored = false)

  private[testkit] def start(
      schedule: Schedule,
      settings: TestSettings,
      scheduler: Scheduler,
      explored: Boolean
  ): TestSystem =
    new TestSystem(schedule, settings, scheduler, Recorder(settings.listener), explored)
