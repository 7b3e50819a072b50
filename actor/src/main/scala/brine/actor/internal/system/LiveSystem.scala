package brine.actor.internal.system

import brine.actor.internal.cell.{Failures, Root}
import brine.actor.internal.context.RunningSystem
import brine.actor.internal.dispatcher.{
  BlockingDispatcher,
  PoolListener,
  Worker,
  WorkerDispatcher,
  WorkerPool,
  WorkerPools
}
import brine.actor.internal.monitor.{Monitor, MonitorListener, Reporter}
import brine.actor.internal.support.{Interruption, Nanos, RuntimeLog}
import brine.actor.internal.task.{OpenTasks, TaskExecutor}
import brine.actor.internal.timer.{Expiry, TimerEntry}
import brine.actor.*
import java.lang.System.Logger.Level
import java.lang.ref.WeakReference
import java.util.Locale
import java.util.concurrent.atomic.LongAdder
import java.util.concurrent.{ConcurrentHashMap, ThreadLocalRandom}
import scala.concurrent.duration.*
import scala.concurrent.{ExecutionContext, Future}

/** A system on real threads and the real clock. */
private[brine] final class LiveSystem(settings: ActorSystemSettings)
    extends RunningSystem(settings),
      PoolListener,
      MonitorListener:
  import LiveSystem.*

  private val deadLetters = new Array[LongAdder](DeadLetterReason.values.length)
  private val failures    = LongAdder()
  private val blocking    = LongAdder() // messages handled on virtual threads
  private val complained  = ConcurrentHashMap[Any, Any]()
  private val roots       = new Array[Root](Math.min(16, Integer.highestOneBit(settings.workers) * 2))

  /** That of the thread that creates the system: handlers look for classes and services there. */
  val contextLoader: ClassLoader = Thread.currentThread.getContextClassLoader

  private val workerPools       = WorkerPools(settings, this)
  private[internal] val monitor =
    Monitor(settings.shownName, Nanos.of(settings.slowHandler), settings.mailboxHighWater, this)

  private val default = WorkerDispatcher(this, settings.batch, workerPools.first)
  @volatile private var blockingDispatcher: BlockingDispatcher = null
  private val others       = ConcurrentHashMap[(Dispatcher, Batch), CellDispatcher]()
  private val shuttingDown = Shutdown(this)

  private[internal] val lengths = QueueLengths(CountNanos)
  private val creator           = WeakReference(Thread.currentThread)
  private val reporter          = Reporter(settings.shownName.concat("-reporter"), Dropped(this))

  private def start(): Unit =
    var i = 0
    while i < deadLetters.length do
      deadLetters(i) = LongAdder()
      i += 1
    i = 0
    while i < roots.length do
      roots(i) = Root()
      roots(i).cellDispatcher = default
      i += 1
    monitor.setDaemon(settings.daemon)
    monitor.setContextClassLoader(contextLoader)
    workerPools.first.start()
    workerPools.first.launch()
    var started = false
    try
      monitor.start()
      started = true
    finally if !started then workerPools.stop()

  private[brine] override def defaultDispatcher: CellDispatcher = default

  private[brine] def dispatcher(kind: Dispatcher, batch: Batch): CellDispatcher =
    if (batch eq Batch.ofSystem) && (kind eq Dispatcher.Default) then default
    else if kind eq Dispatcher.Blocking then virtual
    else
      val own = if batch eq Batch.ofSystem then settings.batch else batch
      others.computeIfAbsent((kind, own), (kind, batch) => make(kind, batch))

  private def make(kind: Dispatcher, batch: Batch): CellDispatcher = WorkerDispatcher(this, batch, workerPools.of(kind))

  private def virtual: BlockingDispatcher =
    var dispatcher = blockingDispatcher
    if dispatcher == null then
      synchronized:
        if blockingDispatcher == null then
          blockingDispatcher = BlockingDispatcher(this, settings.batch, blocking, contextLoader)
        dispatcher = blockingDispatcher
    dispatcher

  // Tasks
  private[internal] val openTasks = OpenTasks()

  def executionContext: ExecutionContext = executionContext(Dispatcher.Default)

  def executionContext(dispatcher: Dispatcher): ExecutionContext =
    TaskExecutor(
      if dispatcher eq Dispatcher.Default then toString else s"$toString, $dispatcher",
      this.dispatcher(dispatcher, Batch.ofSystem),
      openTasks
    )

  private[brine] def root: Root = roots((Thread.currentThread.threadId & (roots.length - 1)).toInt)

  // The clock
  private[brine] def nanoTime: Long                                 = System.nanoTime()
  private[brine] def arm(entry: TimerEntry, delayNanos: Long): Unit = monitor.arm(entry, System.nanoTime() + delayNanos)
  private[brine] override def hasTimers: Boolean                    = true
  private[brine] override def armAsk(reply: PendingReply[?]): Unit  = monitor.armAsk(reply)
  private[brine] def disarm(entry: TimerEntry): Boolean             = monitor.disarm(entry)
  private[brine] override def aside(task: Runnable): Unit           = Thread.currentThread match
    case _: Monitor =>
      try Thread.ofVirtual().start(task): Unit
      catch case _: Throwable => reporter.report(task) // no memory for a thread
    case _ => task.run()
  private[brine] override def hasEnded: Boolean                 = monitor.ended
  private[brine] override def rescueSignal(cell: Cell[?]): Unit = monitor.rescueSignal(cell)
  private[brine] override def rescue(cell: Cell[?]): Unit       = monitor.rescue(cell)
  private[brine] override def expired(expiry: Expiry): Unit     = monitor.expire(expiry)
  private[brine] def random(): Double                           = ThreadLocalRandom.current().nextDouble()

  // Counting and telling
  private[brine] def countDeadLetter(reason: DeadLetterReason): Unit = deadLetters(reason.ordinal).increment()

  def statistics: ActorStatistics = LiveStatistics.of(workerPools.all, blocking, deadLetters, failures)

  private[brine] def failed(cell: Cell[?], message: Any, failure: Throwable, directive: Directive): Unit =
    failures.increment()
    tellListener("onFailure")(_.onFailure(cell.publicRef, failure, directive))
    if !Failures.isAnsweredAbove(cell, directive) then
      val answer = directive.toString.toLowerCase(Locale.ROOT)
      RuntimeLog.write(Level.ERROR, s"[$cell] failed${Failures.circumstances(message)}: $answer", failure)

  private[brine] override def escalatedInVain(cell: Cell[?], message: Any, failure: Throwable): Unit =
    val about = Failures.circumstances(message)
    RuntimeLog.write(Level.ERROR, s"[$cell] failed$about: escalate, to a parent that is stopping", failure)

  private[brine] def listenerFailed(method: String, failure: Throwable): Unit =
    if complained.putIfAbsent(method, method) == null then
      RuntimeLog.write(
        Level.WARNING,
        s"the listener or interceptor of $this failed in $method (logged once)",
        failure
      )

  private[brine] def explain(cell: Cell[?]): String =
    val waiting = s"about ${lengths.of(cell)} messages wait for it"
    val age     = ageOf(cell)
    if cell.cellClosed then "it has ended"
    else if monitor.ended then "its system has ended, so no thread runs it any more"
    else if cell.cellWaiting then s"$waiting, and it waits for a future or for the backoff of its restart"
    else if age >= 0 then s"$waiting, and its handler has been running for at least ${age / 1000000L} ms"
    else s"$waiting, and no handler of it is running"

  private[brine] override def ageOf(cell: Cell[?]): Long =
    val blocked = blockingDispatcher // null until an actor needs it
    Math.max(monitor.ageOf(cell), if blocked == null then -1L else blocked.ageOf(cell))

  private[brine] override def eachRunning(action: Cell[?] => Unit): Unit =
    for pool <- pools; worker <- pool.workers do
      val cell = worker.activation.cell
      if cell != null then action(cell)
    if blockingDispatcher != null then blockingDispatcher.eachRunning(action)

  private[brine] override def eachTop(most: Int, action: Cell[?] => Unit): Unit =
    var left = most
    roots.foreach(root => left -= root.each(left, action))

  def pools: Array[WorkerPool] = workerPools.all

  def slowHandler(cell: Cell[?], message: Option[Class[?]], nanos: Long): Unit = reporter.report: () =>
    val age = nanos.nanos
    tellListener("onSlowHandler")(_.onSlowHandler(cell.publicRef, message, age))
    val what = message.fold("")(found => s" a ${found.getName}")
    RuntimeLog.write(Level.WARNING, s"[$cell] has been handling$what for ${age.toMillis} ms: $advice", null)

  private def advice: String = Initializers
    .of(creator.get)
    .fold("if it blocks, spawn it with Dispatcher.Blocking"): initialized =>
      s"the system was created in the initializer of $initialized, which has not ended; if the handler uses " +
        s"$initialized, both wait for each other. Create the system in a method, such as a @main method"

  def highWater(cell: Cell[?], length: Int): Unit =
    if listener != null then
      reporter.report(() => tellListener("onMailboxHighWater")(_.onMailboxHighWater(cell.publicRef, length)))

  def monitorFailed(failure: Throwable): Unit =
    val kind = failure.getClass
    if complained.putIfAbsent(kind, kind) == null then
      reporter.report: () =>
        RuntimeLog.write(
          Level.ERROR,
          s"the monitor of $this failed in a step and continues (logged once for each class of failure)",
          failure
        )

  // What the pools tell
  def active(): Unit = monitor.active()

  def blocks(cell: Cell[?]): Unit =
    if cell != null && complained.putIfAbsent(cell.behaviorName, cell.behaviorName) == null then
      RuntimeLog.write(
        Level.WARNING,
        s"[$cell] waits for a future on a worker thread, which others need: spawn it with Dispatcher.Blocking, " +
          "or use context.suspendUntil (logged once)",
        null
      )

  def mostSpares: Int = settings.spareWorkers

  def sparesUsedUp(pool: String, most: Int): Unit = if complained.putIfAbsent(pool, pool) == null then
    reporter.report: () =>
      RuntimeLog.write(
        Level.WARNING,
        s"$pool: as many handlers block or compute for long as spareWorkers of the settings allows for, which is " +
          s"$most. Other actors wait. Spawn actors that block with Dispatcher.Blocking (logged once)",
        null
      )

  def noThread(pool: String, failure: Throwable): Unit =
    if complained.putIfAbsent(s"$pool: no thread", pool) == null then
      reporter.report: () =>
        RuntimeLog.write(
          Level.ERROR,
          s"$pool: no thread for a spare worker, and actors wait until there is one. Spawn actors that block with " +
            "Dispatcher.Blocking, or allow the process more threads (tried again each second, logged once)",
          failure
        )

  def lost(cell: Cell[?], failure: Throwable): Unit =
    RuntimeLog.write(Level.ERROR, s"[$cell] failed, and handling that failure failed too", failure)

  // The end
  def onShutdown(phase: ShutdownPhase, name: String)(task: () => Unit): Unit = shuttingDown.register(phase, name, task)

  private[brine] def shutDown(nanos: Long): ShutdownReport =
    val caller = Thread.currentThread match
      case worker: Worker if workerPools.all.exists(_ eq worker.pool) => worker.activation.cell
      case thread if thread.isVirtual                                 =>
        if blockingDispatcher == null then null else blockingDispatcher.cellHere
      case _ => shuttingDown.cellHere
    if shuttingDown.runsTaskHere then
      throw IllegalStateException(
        s"a task of the shutdown of $this cannot wait for its end: it is shutting down, so leave the call out"
      )
    if caller == null then shuttingDown.run(nanos)
    else
      throw IllegalStateException(
        s"$caller cannot wait for the shutdown of the system it runs in: call terminate, which does not wait"
      )

  private[brine] def beginShutDown(nanos: Long): Unit = shuttingDown.begin(nanos)

  def whenTerminated: Future[ShutdownReport] = shuttingDown.whenDone

  private[internal] def allRoots: Array[Root]     = roots
  private[internal] def interruptBlocking(): Unit = if blockingDispatcher != null then blockingDispatcher.interruptAll()
  private[internal] def endThreads(nanos: Long, interruption: Interruption): Unit =
    workerPools.stop()
    monitor.end()
    reporter.end()
    val pools = workerPools.all
    var i     = 0
    while i < pools.length do
      val pool     = pools(i)
      val deadline = System.nanoTime() + nanos
      interruption.defer(pool.join(Shutdown.left(deadline))): Unit
      i += 1

private[brine] object LiveSystem:
  /** How long a count of waiting messages serves for the failures of asks. */
  private[internal] final val CountNanos = 100000000L

  // A class, because the first lambda of a program is slow to create.
  private final class Dropped(system: LiveSystem) extends (Long => Unit):
    def apply(count: Long): Unit = RuntimeLog.write(
      Level.WARNING,
      s"$count reports about $system were dropped, because its listener or the log handler was too slow",
      null
    )

  def start(settings: ActorSystemSettings): LiveSystem =
    val system = LiveSystem(settings)
    system.start()
    system
