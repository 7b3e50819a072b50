package brine.actor.internal

import brine.actor.*
import java.lang.System.Logger.Level
import java.util.concurrent.atomic.LongAdder
import java.util.concurrent.{ConcurrentHashMap, ThreadLocalRandom}
import scala.concurrent.duration.*
import scala.concurrent.{ExecutionContext, Future}

/** A system on real threads and the real clock. */
private[brine] final class LiveSystem(settings: ActorSystemSettings)
    extends ActorSystem(settings),
      PoolListener,
      MonitorListener:
  private val deadLetters = new Array[LongAdder](DeadLetterReason.values.length)
  private val failures    = LongAdder()
  private val blocking    = LongAdder() // messages handled on virtual threads
  private val complained  = ConcurrentHashMap[Any, Any]()
  private val roots       = new Array[Root](Math.min(16, Integer.highestOneBit(settings.workers) * 2))

  private val workerPools = WorkerPools(settings, this)
  private val monitor     = Monitor(settings.name, Nanos.of(settings.slowHandler), settings.mailboxHighWater, this)

  private val default = WorkerDispatcher(this, settings.batch, workerPools.first)
  @volatile private var blockingDispatcher: BlockingDispatcher = null
  private val others       = ConcurrentHashMap[(Dispatcher, Batch), CellDispatcher]()
  private val shuttingDown = Shutdown(this)

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
    workerPools.first.start()
    workerPools.first.launch()
    monitor.start()

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
        if blockingDispatcher == null then blockingDispatcher = BlockingDispatcher(this, settings.batch, blocking)
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
  private[brine] override def armAsk(timer: AskTimer, delayNanos: Long): Unit = monitor.armAsk(timer)
  private[brine] def disarm(entry: TimerEntry): Boolean                       = monitor.disarm(entry)
  private[brine] def random(): Double                                         = ThreadLocalRandom.current().nextDouble()

  // Counting and telling
  private[brine] def countDeadLetter(reason: DeadLetterReason): Unit = deadLetters(reason.ordinal).increment()

  def statistics: ActorStatistics = LiveStatistics.of(workerPools.all, blocking, deadLetters, failures)

  private[brine] def failed(cell: Cell[?], message: Any, failure: Throwable, directive: Directive): Unit =
    failures.increment()
    tellListener("onFailure")(_.onFailure(cell.publicRef, failure, directive))
    val about = message match
      case null | _: SystemSignal => ""
      case Failures.Start         => " when it began"
      case message                => s" while it handled a ${message.getClass.getName}"
    ActorLog.logger.log(Level.ERROR, s"[$cell] failed$about: ${directive.toString.toLowerCase}", failure)

  private[brine] def listenerFailed(method: String, failure: Throwable): Unit =
    if complained.putIfAbsent(method, method) == null then
      ActorLog.logger.log(
        Level.WARNING,
        s"the listener or interceptor of $this failed in $method (logged once)",
        failure
      )

  private[brine] def explain(cell: Cell[?]): String =
    val waiting = s"about ${cell.queueLength} messages wait for it"
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

  private[brine] def eachTop(most: Int, action: Cell[?] => Unit): Unit =
    var left = most
    roots.foreach(root => left -= root.each(left, action))

  def pools: Array[WorkerPool] = workerPools.all

  def slowHandler(cell: Cell[?], message: Option[Class[?]], nanos: Long): Unit =
    val age = nanos.nanos
    tellListener("onSlowHandler")(_.onSlowHandler(cell.publicRef, message, age))
    val what = message.fold("")(found => s" a ${found.getName}")
    ActorLog.logger.log(
      Level.WARNING,
      s"[$cell] has been handling$what for ${age.toMillis} ms: if it blocks, spawn it with Dispatcher.Blocking"
    )

  def highWater(cell: Cell[?], length: Int): Unit =
    tellListener("onMailboxHighWater")(_.onMailboxHighWater(cell.publicRef, length))

  // What the pools tell
  def active(): Unit = monitor.active()

  def blocks(cell: Cell[?]): Unit =
    if cell != null && complained.putIfAbsent(cell.behaviorName, cell.behaviorName) == null then
      ActorLog.logger.log(
        Level.WARNING,
        s"[$cell] waits for a future on a worker thread, which others need: spawn it with Dispatcher.Blocking, " +
          "or use context.suspendUntil (logged once)"
      )

  def lost(cell: Cell[?], failure: Throwable): Unit =
    ActorLog.logger.log(Level.ERROR, s"[$cell] failed, and handling that failure failed too", failure)

  // The end
  def onShutdown(phase: ShutdownPhase, name: String)(task: () => Unit): Unit = shuttingDown.register(phase, name, task)

  private[brine] def shutDown(nanos: Long): ShutdownReport =
    val caller = Thread.currentThread match
      case worker: Worker if workerPools.all.exists(_ eq worker.pool) => worker.activation.cell
      case thread if thread.isVirtual                                 =>
        if blockingDispatcher == null then null else blockingDispatcher.cellHere
      case _ => shuttingDown.cellHere
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
    val pools = workerPools.all
    var i     = 0
    while i < pools.length do
      val pool     = pools(i)
      val deadline = System.nanoTime() + nanos
      interruption.defer(pool.join(Shutdown.left(deadline))): Unit
      i += 1

private[brine] object LiveSystem:
  def start(settings: ActorSystemSettings): LiveSystem =
    val system = LiveSystem(settings)
    system.start()
    system
