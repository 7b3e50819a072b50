package brine.actor.internal.dispatcher

import java.util.concurrent.atomic.AtomicInteger

/** The threads of a pool that stand in for its stuck workers: as many as workers are stuck, up to a limit. A spare
  * worker ends when it is not needed any more, whether it has work or not; others run that then.
  *
  * Where the handlers of all workers wait, and there is more work, that is likely to wait too. So twice as many workers
  * are there soon. Otherwise a thousand handlers that block would take hundreds of times the time in which one is found
  * stuck.
  */
private[internal] final class SpareWorkers(pool: WorkerPool, listener: PoolListener):
  import SpareWorkers.*

  private val stuck                              = AtomicInteger(0)
  @volatile private var ahead                    = 0     // how many more than stuck workers there may be
  private var haveWaited                         = false // whether all waited at the last look
  @volatile private var count                    = 0     // written with the lock
  @volatile private var retryAt                  = 0L    // when to try again after a failure; 0 if there was none
  @volatile private[internal] var handledByEnded = 0L    // written with the lock

  /** One worker more is stuck. */
  def need(): Unit =
    val _ = stuck.incrementAndGet()
    adjust()

  /** One of them runs again. */
  def needLess(): Unit =
    val _ = stuck.decrementAndGet()
    ahead = 0
    adjust()

  /** The monitor finds that a worker is stuck, or that it is not. */
  def note(worker: Worker, isStuck: Boolean): Unit = if worker.isStuck != isStuck then
    mark(worker, isStuck)
    if !isStuck then ahead = 0
    adjust()

  private def mark(worker: Worker, isStuck: Boolean): Unit = synchronized:
    // It may have ended since the monitor looked.
    if worker.isStuck != isStuck && !(isStuck && worker.hasLeft) then
      worker.isStuck = isStuck
      val _ = if isStuck then stuck.incrementAndGet() else stuck.decrementAndGet()

  /** The monitor has looked at all workers. Only what it sees twice in a row counts. */
  def look(): Unit =
    val waiting = stuck.get > 0 && pool.hasWork && allWait
    ahead = if waiting && haveWaited then 2 * pool.workers.length - stuck.get else 0
    haveWaited = waiting
    adjust()

  /** Whether no worker runs: the threads of all wait for something. */
  private def allWait: Boolean =
    val all = pool.workers
    var i   = 0
    while i < all.length && all(i).getState != Thread.State.RUNNABLE do i += 1
    i == all.length

  private def wanted: Int = stuck.get + ahead

  /** Whether more run than are needed. */
  def tooMany: Boolean = count > wanted

  /** Starts spare workers that are needed, and wakes those that are not, so that they end. */
  def adjust(): Unit =
    if count < wanted then add()
    else if tooMany then wakeIdle()

  // Reports without the lock: what takes them may be code of a user.
  private def add(): Unit =
    var failure: Throwable = null
    if pool.stopped || (retryAt != 0L && System.nanoTime() - retryAt < 0) then ()
    else
      synchronized:
        while failure == null && count < wanted && count < listener.mostSpares do failure = start()
      if failure != null then listener.noThread(pool.name, failure)
      else if count < stuck.get then listener.sparesUsedUp(pool.name, listener.mostSpares)

  /** Starts one. If there is no memory or no thread for it, returns the failure, and later calls try again. */
  private def start(): Throwable =
    try
      val worker = pool.newWorker(spare = true)
      val before = pool.workers
      val all    = java.util.Arrays.copyOf(before, before.length + 1)
      all(before.length) = worker
      listener.start(worker)
      pool.replaceMembers(all)
      count += 1
      retryAt = 0L
      null
    catch
      case failure: Throwable =>
        retryAt = System.nanoTime() + RetryNanos | 1L
        failure

  private def wakeIdle(): Unit =
    val all = pool.workers
    var i   = all.length - 1
    while i >= 0 do
      if all(i).spare then all(i).wakeToEnd()
      i -= 1

  /** Whether this spare worker must end. If so, it holds no actors any more. */
  def retire(worker: Worker): Boolean =
    val over = tooMany && leave(worker)
    if over then worker.releaseAll()
    over

  private def leave(worker: Worker): Boolean = synchronized:
    if worker.isStuck then // it was, when the monitor looked
      worker.isStuck = false
      val _ = stuck.decrementAndGet()
    val over = count > wanted
    if over then
      val others = pool.workers.filterNot(_ eq worker) // first: where there is no memory for it, the worker stays
      worker.hasLeft = true
      count -= 1
      handledByEnded += worker.activation.handled
      pool.replaceMembers(others)
    over

private[internal] object SpareWorkers:
  /** How long it waits after a thread could not be made. */
  private final val RetryNanos = 1000000000L
