package brine.actor.internal.dispatcher

import brine.actor.Cell
import brine.actor.internal.cell.Termination
import brine.actor.internal.support.StackProbe
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
    val newestFirst: Boolean,
    listener: PoolListener
):
  @volatile private var members: Array[Worker] = new Array[Worker](0)
  @volatile private var ending                 = false
  private val injected                         = WorkerPool.stripes(Math.min(8, Integer.highestOneBit(size)))
  private val sleepers                         = PaddedCounter()
  private val searchers                        = PaddedCounter()
  private val watchers                         = PaddedCounter() // at most one
  private val numbers                          = AtomicInteger(0)
  private val spares                           = SpareWorkers(this, listener)
  @volatile private var lastAsleep: Worker     = null            // where to look first for one to wake

  /** Where to look next: behind the one that was woken last, because those before it are likely to be awake. Threads
    * overwrite each other's number, which does no harm.
    */
  private var nextLook = 0

  /** At how many workers, beside `lastAsleep`, threads have looked for one to wake. For tests, and not exact. */
  private[internal] var wakeLooks: Long = 0L

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

  private[internal] def newWorker(spare: Boolean): Worker =
    val worker = Worker(this, numbers.incrementAndGet(), spare)
    // A daemon: the monitor keeps the JVM alive, and a handler that never returns must not.
    worker.setDaemon(true)
    worker.setContextClassLoader(listener.contextLoader)
    worker

  /** Starts the threads, once all workers are known to each other. If one cannot be started, none remains. */
  def launch(): Unit =
    val all     = members
    var started = false
    var i       = 0
    try
      while i < all.length do
        listener.start(all(i))
        i += 1
      started = true
    finally if !started then stop()

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
    // Whoever overflowed the stack behind this line might have added the cell, and believe that it has not; or begin a
    // search that nobody ends, and so keep all workers asleep. Its callers undo what they have begun if it throws; so
    // it must throw here, and not where a compiled helper of a caller begins.
    StackProbe.requireInCall()
    val _ = stripe.add(cell)
    try if ending then abandonInjected() else wakeOne()
    catch case _: Throwable => () // the cell is taken all the same

  private def stripe: ConcurrentLinkedQueue[Cell[?]] =
    injected((Thread.currentThread.threadId & (injected.length - 1)).toInt)

  /** Takes one of the actors scheduled by other threads; null if there is none.
    *
    * @param start
    *   a number that differs from call to call, so that no stripe waits for the others
    */
  def takeInjected(start: Int): Cell[?] =
    var found: Cell[?] = null
    var i              = 0
    while i < injected.length && found == null do
      found = injected((start + i) & (injected.length - 1)).poll()
      i += 1
    found

  /** Moves up to `most` of them to the end of `queue`, which the caller owns. False if there were none. */
  private[internal] def moveInjected(queue: RunQueue, most: Int, start: Int): Boolean =
    val some = hasInjected
    if some then
      queue.makeRoom(most) // first: a cell that has left the one queue must not fail to get into the other
      var cell  = takeInjected(start)
      var count = 1
      while cell != null do
        queue.push(cell)
        cell = if count < most then takeInjected(start + count) else null
        count += 1
    some

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
  def handled: Long = members.iterator.map(_.activation.handled).sum + spares.handledByEnded

  // -------------------------------------------------------------------------------------------
  // Sleeping and searching
  // -------------------------------------------------------------------------------------------

  /** Wakes a worker to search, unless one searches or all are awake. A thread that has added work by a store puts a
    * fence before the call.
    */
  def wakeOne(): Unit =
    while sleepers.get > 0 && searchers.get == 0 && searchers.compareAndSet(0, 1) && missed() do Thread.onSpinWait()

  private[internal] def hasSleepers: Boolean = sleepers.get > 0

  /** Called by a worker that has filled its empty slot. There is no fence; see [[WorkerSearch]]. */
  private[internal] def slotFilled(): Unit =
    if sleepers.get > 0 && watchers.get == 0 && searchers.get == 0 && StackProbe.hasRoom then wakeOne()

  /** Wakes a worker and counts it as searching. True if no worker was asleep and there may be work nonetheless. Then
    * other threads with work saw someone searching, and a worker may have fallen asleep since it was looked at.
    */
  private def missed(): Boolean =
    val last = lastAsleep
    if (last != null && last.wakeToSearch()) || wakeAny() then false
    else
      val _ = searchers.decrementAndGet()
      hasWork || slotsToWatch(0)

  private def wakeAny(): Boolean =
    val all   = members
    val start = nextLook
    var at    = if start < all.length then start else 0
    var woken = false
    var looks = 0
    while looks < all.length && !woken do
      woken = all(at).wakeToSearch()
      at = if at + 1 < all.length then at + 1 else 0
      looks += 1
    nextLook = at
    wakeLooks += looks
    woken

  private[internal] def fallsAsleep(worker: Worker): Unit =
    lastAsleep = worker
    val _ = sleepers.incrementAndGet()

  /** Called by a worker that was woken. It counts as asleep until then, so one that counts as awake does run. */
  private[internal] def wakesUp(): Unit =
    val _ = sleepers.decrementAndGet()
    listener.active()

  private[internal] def beginSearch(): Boolean =
    val now = searchers.get
    2 * now < members.length && searchers.compareAndSet(now, now + 1)

  private[internal] def endSearch(): Unit =
    val _ = searchers.decrementAndGet()

  /** Called by a worker that has found work, or ends, when others may have relied on its search. */
  private[internal] def handOver(hasMore: Boolean): Unit =
    if sleepers.get > 0 && (hasMore || hasInjected || slotsToWatch(1)) then wakeOne()

  /** The number of turns that all workers have taken, as far as this thread sees. Overflows. */
  private[internal] def turns: Int =
    val all = members
    var sum = 0
    var i   = 0
    while i < all.length do
      sum += all(i).turns
      i += 1
    sum

  private[internal] def beginWatch(): Boolean = slotsToWatch(0) && watchers.compareAndSet(0, 1)

  private[internal] def endWatch(): Unit = watchers.set(0)

  /** Whether nobody watches the slots although more than `own` workers are awake. */
  private def slotsToWatch(own: Int): Boolean = watchers.get == 0 && othersAwake(own)

  /** Whether more than `own` workers are awake. */
  private[internal] def othersAwake(own: Int): Boolean = members.length - sleepers.get > own

  def idle: Boolean = sleepers.get >= members.length

  /** Whether all workers sleep, and none watches. For tests. */
  private[internal] def atRest: Boolean = idle && watchers.get == 0

  // -------------------------------------------------------------------------------------------
  // Workers that are stuck, and those that stand in for them
  // -------------------------------------------------------------------------------------------

  /** Called by a worker that is about to block. */
  private[internal] def blocks(worker: Worker): Unit =
    spares.need() // first: `unblocks` follows, whatever the other two throw
    release(worker)
    listener.blocks(worker.activation.cell)

  private[internal] def unblocks(): Unit = spares.needLess()

  /** Called by the monitor when a worker is stuck, and when it is not. */
  private[internal] def noteStuck(worker: Worker, isStuck: Boolean): Unit = spares.note(worker, isStuck)

  /** Called by the monitor from time to time. */
  private[internal] def adjustSpares(): Unit = spares.look()

  /** Passes on what only this worker would have run. */
  private[internal] def release(worker: Worker): Unit =
    val next = worker.takeRunNext()
    if next != null then passOn(next)

  /** Queues a cell that the caller has taken from where others would find it. So it must not get lost. */
  private[internal] def passOn(cell: Cell[?]): Unit =
    try inject(cell)
    catch case _: Throwable => cell.cellDispatcher.system.rescue(cell)

  private[internal] def tooManySpares: Boolean = spares.tooMany

  /** Whether a spare worker must end. Then it holds no actors any more. */
  private[internal] def retire(worker: Worker): Boolean = spares.retire(worker)

  /** Changes who belongs to the pool. Called with the lock of the spare workers. */
  private[internal] def replaceMembers(all: Array[Worker]): Unit =
    members = all
    lastAsleep = null

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
    var cell = takeInjected(0)
    while cell != null do
      Termination.abandon(cell)
      cell = takeInjected(0)

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
private[internal] object WorkerPool:
  private def stripes(count: Int): Array[ConcurrentLinkedQueue[Cell[?]]] =
    val queues = new Array[ConcurrentLinkedQueue[Cell[?]]](count)
    var i      = 0
    while i < count do
      queues(i) = ConcurrentLinkedQueue()
      i += 1
    queues

/** What a pool reports to its system. */
private[internal] trait PoolListener:
  def active(): Unit
  def blocks(cell: Cell[?]): Unit
  def lost(cell: Cell[?], failure: Throwable): Unit

  /** Called when as many spare workers run as the settings allow, and more are needed. */
  def sparesUsedUp(pool: String, most: Int): Unit

  /** Called when no thread can be made for a spare worker. */
  def noThread(pool: String, failure: Throwable): Unit

  /** Most spare workers at a time. */
  def mostSpares: Int

  /** The class loader that handlers see as that of their thread. */
  def contextLoader: ClassLoader

  /** Starts a thread. Tests let it fail. */
  def start(thread: Thread): Unit = thread.start()
