package brine.actor.internal.monitor

import brine.actor.{Cell, PendingReply}
import brine.actor.internal.ask.AskTimers
import brine.actor.internal.cell.Termination
import brine.actor.internal.dispatcher.{Worker, WorkerPool}
import brine.actor.internal.timer.{Expirations, Expiry, TimerEntry, TimerWheels}
import java.util.concurrent.locks.LockSupport

/** The thread that fires timers and watches the workers. When a worker is stuck, it passes on what only that worker
  * would have run or sent. Then it starts a spare worker, and names a handler that takes too long. It sleeps while
  * nothing happens.
  *
  * It is the only thread that keeps the JVM alive, and all timers depend on it. So it runs no code of users: reports go
  * to the [[Reporter]], and what fails futures to [[Expirations]]. A failure of the runtime itself, for example for
  * lack of memory, ends one step and not the thread.
  */
private[brine] final class Monitor(name: String, slowNanos: Long, highWater: Int, listener: MonitorListener)
    extends Thread(null, null, name.concat("-monitor"), 0L, false):
  import Monitor.*

  private val asks                      = AskTimers()
  private val wheels                    = TimerWheels(4, System.nanoTime(), 1000000L, Retry(this))
  private val expirations               = Expirations(name.concat("-timeouts"))
  private val unscheduled               = Rescues()
  private val unwoken                   = Rescues()
  @volatile private var ending          = false
  @volatile private var idle            = false
  private var quiet                     = 0
  @volatile private[internal] var ended = false

  def arm(entry: TimerEntry, dueNanos: Long): Unit =
    // After the end no thread fires timers, so all are due at once and nobody waits for them.
    if ended then entry.fire()
    else
      if wheels.arm(entry, dueNanos) then LockSupport.unpark(this)
      if ended && wheels.cancel(entry) then entry.fire()

  def armAsk(reply: PendingReply[?]): Unit =
    if ended then reply.startTimer(System.nanoTime()).fire()
    else
      if asks.add(reply) then active()
      if ended then fireAsks()

  def disarm(entry: TimerEntry): Boolean = wheels.cancel(entry)

  /** The number of armed timers, including those of asks that were answered a moment ago. */
  private[internal] def timersArmed: Int = wheels.size

  /** Lets a future expire on another thread. */
  def expire(expiry: Expiry): Unit =
    expirations.add(expiry)
    // The monitor takes all of a tick together.
    if Thread.currentThread ne this then expirations.flush()

  /** Schedules a cell later whose owner could not. */
  def rescue(cell: Cell[?]): Unit =
    unscheduled.add(cell)
    if ended then rescueAll() else LockSupport.unpark(this)

  /** Wakes a cell later that has a signal, or messages in a bounded mailbox. */
  def rescueSignal(cell: Cell[?]): Unit =
    unwoken.add(cell)
    if ended then rescueAll() else LockSupport.unpark(this)

  private def rescueAll(): Unit =
    unscheduled.retry(cell => if ended then Termination.abandon(cell) else cell.cellDispatcher.schedule(cell))
    unwoken.retry(_.wakeAgain())

  /** Arms a timer again that could not fire, for example for lack of memory: no timer is lost. */
  private def retry(entry: TimerEntry, failure: Throwable): Unit =
    if !ended then
      val _ = wheels.arm(entry, System.nanoTime() + TickNanos)
    // Last, because there may be no memory for it either.
    listener.monitorFailed(failure)

  /** Called when a worker has woken. */
  def active(): Unit = if idle then
    idle = false
    LockSupport.unpark(this)

  def end(): Unit =
    ending = true
    LockSupport.unpark(this)

  override def run(): Unit =
    while !ending do
      guarded(fireDue())
      guarded(rescueAll())
      guarded(watchWorkers())
      guarded(sleep())
      val _ = Thread.interrupted()
    ended = true
    guarded(rescueAll())
    guarded(fireAsks())
    // Otherwise the JVM might exit before callbacks of the last futures have run.
    guarded(expirations.await(LastNanos))

  /** Runs a step. Whatever it throws, the thread continues. */
  private inline def guarded(inline step: Unit): Unit =
    try step
    catch case failure: Throwable => failed(failure)

  private def failed(failure: Throwable): Unit =
    try
      listener.monitorFailed(failure)
      LockSupport.parkNanos(this, TickNanos) // a step that always fails must not take a processor
    catch case _: Throwable => ()

  private def fireDue(): Unit =
    asks.drainTo(wheels)
    val _ = wheels.advance(System.nanoTime())
    expirations.flush()
    expirations.look()

  private def watchWorkers(): Unit =
    if anyBusy then
      quiet = 0
      observeAll()
    else
      if quiet == 0 then observeAll() // drops references to the actors last seen running
      quiet += 1

  private def sleep(): Unit =
    val next = wheels.nextWakeNanos
    if quiet > QuietTicks then
      idle = true
      // A worker that woke before it could see this has not called active.
      if anyBusy || !asks.isEmpty || expirations.isWaiting || !unscheduled.isEmpty || !unwoken.isEmpty then idle = false
    val now   = System.nanoTime()
    val timer = if next == Long.MaxValue then Long.MaxValue else Math.max(0L, next - now)
    val wait  = if idle then timer else Math.min(timer, TickNanos)
    if wait == Long.MaxValue then LockSupport.park(this)
    else if wait > 0 then LockSupport.parkNanos(this, wait)

  /** Fires everything after the end. Called by whichever thread comes last. */
  private def fireAsks(): Unit =
    asks.drainTo(wheels)
    fireRest()
    expirations.flush()

  private def fireRest(): Unit =
    // In steps, because times are compared by their difference.
    var time  = System.nanoTime()
    var steps = 0
    while steps < 3 do
      time += Long.MaxValue / 2
      val _ = wheels.advance(time)
      steps += 1

  private def anyBusy: Boolean =
    val pools = listener.pools
    var busy  = false
    var i     = 0
    while i < pools.length && !busy do
      busy = !pools(i).idle
      i += 1
    busy

  private def observeAll(): Unit =
    val pools = listener.pools
    var i     = 0
    while i < pools.length do
      observe(pools(i))
      i += 1

  private def observe(pool: WorkerPool): Unit =
    val workers = pool.workers
    var i       = 0
    while i < workers.length do
      observe(pool, workers(i))
      i += 1
    pool.adjustSpares()
    if pool.hasWork then pool.wakeOne()

  private def observe(pool: WorkerPool, worker: Worker): Unit =
    val activation = worker.activation
    val cell       = activation.cell
    val handled    = activation.handled
    val last       = worker.observed
    val now        = System.nanoTime()
    // Counting walks the mailbox, so it is not done at every look.
    if cell != null && now - last.counted > CountNanos then
      last.counted = now
      val length = cell.queueLength
      if length >= highWater then listener.highWater(cell, length)
    if cell == null || (cell ne last.cell) || handled != last.handled then
      pool.noteStuck(worker, isStuck = false)
      if cell != null && (cell eq last.cell) then activation.yieldAsked = true
      last.cell = cell
      last.handled = handled
      last.since = now
      last.warned = false
    else
      pool.release(worker)
      activation.claim()
      val age = now - last.since
      // One that has said that it blocks has a spare worker already.
      if age > StuckNanos && worker.blocking == 0 then pool.noteStuck(worker, isStuck = true)
      if age > slowNanos && !last.warned then
        last.warned = true
        listener.slowHandler(cell, cell.messageClassAt(handled - activation.handledBefore - 1), age)

  /** How long a handler has been seen running, in ns; -1 if the actor does not run on a worker. */
  def ageOf(cell: Cell[?]): Long =
    val now     = System.nanoTime()
    val running = listener.pools.iterator.flatMap(_.workers).find(_.activation.cell eq cell)
    running.fold(-1L)(worker => if worker.observed.cell eq cell then now - worker.observed.since else 0L)

/** What a monitor watches, and where it reports. It must not run code of users on the calling thread. */
private[internal] trait MonitorListener:
  def pools: Array[WorkerPool]

  /** A step of the monitor failed, and it continues. */
  def monitorFailed(failure: Throwable): Unit
  def slowHandler(cell: Cell[?], message: Option[Class[?]], nanos: Long): Unit
  def highWater(cell: Cell[?], length: Int): Unit

private[internal] object Monitor:
  /** How often it looks at the workers while any is awake. */
  private final val TickNanos = 5000000L

  /** How long a handler may run before a spare worker is started. */
  private final val StuckNanos = 20000000L

  /** How often it counts the messages that wait for a busy actor. */
  private final val CountNanos = 200000000L

  /** After how many looks at sleeping workers it sleeps too. */
  private final val QuietTicks = 100

  /** How long the end waits for callbacks of futures that failed at the end. */
  private final val LastNanos = 1000000000L

  // A class, because the first lambda of a program is slow to create.
  private final class Retry(monitor: Monitor) extends ((TimerEntry, Throwable) => Unit):
    def apply(entry: TimerEntry, failure: Throwable): Unit = monitor.retry(entry, failure)
