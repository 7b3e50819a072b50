package brine.actor.internal

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger

/** The workers of one dispatcher: which are awake, how many search, and the actors scheduled by other threads.
  *
  * At most half of the workers search at a time. New work wakes a sleeping worker only if no worker searches; a worker
  * that finds something wakes the next. After the scheduler of the Go runtime (D. Vyukov).
  */
private[brine] final class WorkerPool(
    val name: String,
    size: Int,
    newestFirst: Boolean,
    listener: PoolListener
):
  @volatile private var members: Array[Worker] = new Array[Worker](0)
  @volatile private var ending                 = false
  private val injected                         = WorkerPool.stripes(Math.min(8, Integer.highestOneBit(size)))
  private val searchers                        = AtomicInteger(0)
  private val blocked                          = AtomicInteger(0)
  private val numbers                          = AtomicInteger(0)
  private[internal] val sleepers               = AtomicInteger(0)

  def workers: Array[Worker] = members
  def stopped: Boolean       = ending

  private[internal] def newQueue(): RunQueue = if newestFirst then NewestFirstQueue() else OldestFirstQueue()

  def start(): Unit =
    val all = new Array[Worker](size)
    var i   = 0
    while i < size do
      all(i) = newWorker(spare = false)
      i += 1
    members = all

  private def newWorker(spare: Boolean): Worker =
    val worker = Worker(this, numbers.incrementAndGet(), spare)
    // A daemon: the monitor keeps the JVM alive, and a handler that never returns must not.
    worker.setDaemon(true)
    worker

  /** Starts the threads, once all workers are known to each other. */
  def launch(): Unit =
    val all = members
    var i   = 0
    while i < all.length do
      all(i).start()
      i += 1

  // -------------------------------------------------------------------------------------------
  // Taking cells in
  // -------------------------------------------------------------------------------------------
  def schedule(cell: Cell[?]): Unit = Thread.currentThread match
    case worker: Worker if worker.pool eq this => worker.schedule(cell)
    case _                                     => inject(cell)

  def reschedule(cell: Cell[?]): Unit = Thread.currentThread match
    case worker: Worker if worker.pool eq this => worker.reschedule(cell)
    case _                                     => inject(cell)

  def inject(cell: Cell[?]): Unit =
    // Whoever overflows the stack within the next line may have added the cell, but believes that it has not.
    StackProbe.require()
    val _ = stripe.add(cell)
    try if ending then abandonInjected() else wakeOne()
    catch case _: Throwable => () // the cell is taken all the same

  private def stripe: ConcurrentLinkedQueue[Cell[?]] =
    injected((Thread.currentThread.threadId & (injected.length - 1)).toInt)

  def takeInjected(): Cell[?] =
    var found: Cell[?] = null
    var i              = 0
    val start          = Thread.currentThread.threadId.toInt
    while i < injected.length && found == null do
      found = injected((start + i) & (injected.length - 1)).poll()
      i += 1
    found

  def hasInjected: Boolean =
    var i     = 0
    var found = false
    while i < injected.length && !found do
      found = !injected(i).isEmpty
      i += 1
    found

  /** Whether there is work for a sleeping worker. */
  def hasWork: Boolean =
    hasInjected || {
      val all   = members
      var i     = 0
      var found = false
      while i < all.length && !found do
        found = all(i).queue.nonEmpty
        i += 1
      found
    }

  /** The number of messages handled so far, including those of workers that have ended. */
  def handled: Long = members.iterator.map(_.activation.handled).sum + handledByRetired

  private var handledByRetired = 0L

  // -------------------------------------------------------------------------------------------
  // Sleeping and searching
  // -------------------------------------------------------------------------------------------
  def wakeOne(): Unit =
    // A search that is begun and not handed over would keep all workers asleep, so it takes some stack for certain.
    while sleepers.get > 0 && searchers.get == 0 && StackProbe.hasRoom && searchers.compareAndSet(0, 1) && missed() do
      Thread.onSpinWait()

  /** Wakes a worker and counts it as searching. True if no worker was asleep and there is work nonetheless. Then other
    * threads with work saw someone searching, and a worker may have fallen asleep since it was looked at.
    */
  private def missed(): Boolean =
    val all   = members
    var i     = 0
    var woken = false
    while i < all.length && !woken do
      woken = all(i).wakeToSearch()
      i += 1
    listener.active()
    if woken then false
    else
      val _ = searchers.decrementAndGet()
      hasWork

  private[internal] def beginSearch(): Boolean =
    val now = searchers.get
    2 * now < members.length && searchers.compareAndSet(now, now + 1)

  private[internal] def endSearch(): Unit =
    val _ = searchers.decrementAndGet()

  def idle: Boolean = sleepers.get >= members.length

  // -------------------------------------------------------------------------------------------
  // Workers that are stuck, and those that stand in for them
  // -------------------------------------------------------------------------------------------

  /** Called by a worker that is about to block. */
  private[internal] def blocks(worker: Worker): Unit =
    release(worker)
    val _ = blocked.incrementAndGet()
    listener.blocks(worker.activation.cell)
    addSpare()

  private[internal] def unblocks(): Unit =
    val _ = blocked.decrementAndGet()

  /** Called by the monitor when a worker is stuck; [[unstuck]] when it runs again. */
  private[internal] def stuck(): Unit =
    val _ = blocked.incrementAndGet()
  private[internal] def unstuck(): Unit =
    val _ = blocked.decrementAndGet()

  /** Passes on what only this worker would have run. */
  private[internal] def release(worker: Worker): Unit =
    val next = worker.takeRunNext()
    if next != null then inject(next)

  /** Starts a spare worker if there are fewer spare workers than stuck ones. */
  private[internal] def addSpare(): Unit = synchronized:
    val spares = members.count(_.spare)
    if !ending && spares < blocked.get && spares < WorkerPool.MostSpares then
      val worker = newWorker(spare = true)
      members = members :+ worker
      worker.start()

  /** Whether a spare worker with nothing to do must end. */
  private[internal] def retire(worker: Worker): Boolean = synchronized:
    val over = members.count(_.spare) > blocked.get && !worker.queue.nonEmpty
    if over then
      members = members.filterNot(_ eq worker)
      handledByRetired += worker.activation.handled
    over

  /** Stops an actor whose failure could not be handled, because no thread would run it any more. */
  private[internal] def lost(cell: Cell[?], failure: Throwable): Unit =
    try
      Termination.abandon(cell)
      listener.lost(cell, failure)
    catch case second: Throwable => listener.lost(cell, second)

  // -------------------------------------------------------------------------------------------
  // The end
  // -------------------------------------------------------------------------------------------
  def stop(): Unit =
    ending = true
    val all = members
    var i   = 0
    while i < all.length do
      val _ = all(i).wakeToSearch()
      i += 1
    abandonInjected()

  /** Stops actors that are still scheduled when no worker is left, so that their messages become dead letters. */
  private def abandonInjected(): Unit =
    var cell = takeInjected()
    while cell != null do
      Termination.abandon(cell)
      cell = takeInjected()

  def join(nanos: Long): Boolean =
    val deadline = System.nanoTime() + nanos
    val all      = members
    var ended    = true
    var i        = 0
    while i < all.length do
      if all(i) ne Thread.currentThread then
        all(i).join(Math.max(1L, (deadline - System.nanoTime()) / 1000000L))
        ended = ended && !all(i).isAlive
      i += 1
    ended

// Loops over arrays, here and in other code of a start: loading the classes of collections would take most of the time.
private object WorkerPool:
  private def stripes(count: Int): Array[ConcurrentLinkedQueue[Cell[?]]] =
    val queues = new Array[ConcurrentLinkedQueue[Cell[?]]](count)
    var i      = 0
    while i < count do
      queues(i) = ConcurrentLinkedQueue()
      i += 1
    queues

  private final val MostSpares = 256

/** What a pool reports to its system. */
private[internal] trait PoolListener:
  def active(): Unit
  def blocks(cell: Cell[?]): Unit
  def lost(cell: Cell[?], failure: Throwable): Unit
