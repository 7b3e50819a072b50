package brine.actor.internal.dispatcher

import brine.actor.{ActorThread, Cell}
import brine.actor.internal.cell.Termination
import brine.actor.internal.support.{RuntimeLog, StackProbe}
import java.lang.invoke.{MethodHandles, VarHandle}
import java.util.concurrent.locks.LockSupport
import scala.concurrent.{BlockContext, CanAwait}

/** A thread that runs actors.
  *
  * An actor that becomes runnable on this thread goes to the run-next slot. So a chain of actors that reply to each
  * other stays on one core. The actor that was in the slot goes to the queue. Other workers take from the queue at
  * once, and from the slot if its worker has not come to it for a while; see [[WorkerSearch]].
  *
  * @param spare
  *   whether it stands in for stuck workers, and ends when there are none
  */
private[brine] final class Worker(val pool: WorkerPool, number: Int, val spare: Boolean)
    extends ActorThread(pool.name.concat(if spare then "-spare-" else "-worker-").concat(Integer.toString(number)))
    with BlockContext:
  import Worker.*

  val queue: RunQueue = pool.newQueue()

  private[internal] var runNext: Cell[?] = null
  private[internal] var turns: Int       = 0     // all turns so far; thieves read it
  private var left: Cell[?]              = null  // was in the slot, and is not in the queue yet
  private var slotRuns                   = 0
  private var sinceOutside               = 0     // turns since it looked at what waits outside
  private var oldestNext                 = false // which of the old ones comes next, when the newest are first
  private var lastWasOld                 = false
  private var complained                 = false // that something failed between two handlers
  private[internal] val search           = WorkerSearch(this)

  /** Number of nested calls that say that they block. The monitor reads it. */
  @volatile private[internal] var blocking: Int = 0

  @volatile private var sleepState = Awake

  /** Whether it counts as stuck, and whether it has left the pool. Written with the lock of [[SpareWorkers]]. */
  @volatile private[internal] var isStuck: Boolean = false
  private[internal] var hasLeft: Boolean           = false

  /** What the monitor remembers of its last look. Owned by the monitor. */
  private[internal] val observed = Observation()

  // -------------------------------------------------------------------------------------------
  // Taking cells in, on this thread
  // -------------------------------------------------------------------------------------------
  def schedule(cell: Cell[?]): Unit =
    // The others only empty the slot, so an empty slot stays empty.
    if slot == null then
      RunNext.setRelease(this, cell)
      try pool.slotFilled()
      catch case _: Throwable => () // the cell is taken; the monitor wakes another worker
    else
      if left != null then queueLeft()
      // From here on the cell is taken, so nothing may be thrown, not even for lack of stack.
      left = exchangeSlot(cell)
      if left != null then
        try queueLeft()
        catch case _: Throwable => () // the next turn does it

  /** Takes in a cell that has used up its batch. Whatever waits on this worker or outside comes first. */
  def reschedule(cell: Cell[?]): Unit =
    if pool.newestFirst then
      sinceOutside = LookPeriod
      pool.inject(cell)
    else
      takeOutside()
      // Alone, the cell runs again at once: to wake another worker for it would let them pass it to and fro.
      val alone = queue.isEmpty && left == null && slot == null && (activation.running eq cell)
      queue.push(cell)
      if !alone then wakeOther()

  private def push(cell: Cell[?]): Unit =
    queue.push(cell)
    wakeOther()

  private def queueLeft(): Unit =
    queue.push(left)
    left = null
    wakeOther()

  /** Wakes a worker for what is in the queue. Whoever has put it there must not learn of a failure. */
  private def wakeOther(): Unit =
    try
      // No fence is between adding to the queue and this reading: see WorkerSearch.
      // Without room, this worker comes to it itself: a search that is begun must be handed over.
      if pool.hasSleepers && StackProbe.hasRoom then pool.wakeOne()
    catch case _: Throwable => ()

  private def exchangeSlot(cell: Cell[?]): Cell[?] = RunNext.getAndSet(this, cell).asInstanceOf[Cell[?]]

  /** What is in the slot; null if nothing. */
  private[internal] def slot: Cell[?] = RunNext.getAcquire(this).asInstanceOf[Cell[?]]

  /** Empties the slot. */
  private[internal] def takeRunNext(): Cell[?] =
    if slot == null then null
    else exchangeSlot(null)

  /** Takes this cell from the slot, for another worker. False if it is no longer there. */
  private[internal] def takeRunNext(cell: Cell[?]): Boolean =
    RunNext.compareAndSet(this, cell, null.asInstanceOf[Cell[?]])

  /** Moves some of the actors scheduled by other threads behind those in the queue: in proportion to what it has run
    * since the last time, and more if the queue is short.
    */
  private def takeOutside(): Unit =
    sinceOutside = 0
    if pool.hasInjected then
      val most = Math.max(LookPeriod, Math.min(MostTaken, QueueLength - queue.size))
      if pool.moveInjected(queue, most, turns) && queue.size > 1 then
        VarHandle.fullFence()
        pool.wakeOne()

  // -------------------------------------------------------------------------------------------
  // Running
  // -------------------------------------------------------------------------------------------
  override def run(): Unit =
    var open = true
    while open do
      // Memory may run out between the handlers too. A thread that ended for it would never come back.
      try open = turn()
      catch case failure: Throwable => failedBetween(failure)
    search.foundWork() // a search that does not end would keep the others asleep

  private def failedBetween(failure: Throwable): Unit =
    try
      if !complained then
        complained = true
        val log = s"$getName failed between two handlers, and continues (logged once)"
        RuntimeLog.write(System.Logger.Level.ERROR, log, failure)
      LockSupport.parkNanos(this, RetryNanos) // a step that always fails must not take a processor
    catch case _: Throwable => ()

  /** Runs an actor, or sleeps until there is one. False if this thread must end. */
  private def turn(): Boolean =
    if spare && pool.retire(this) then false
    else
      val cell = next()
      if cell != null then
        try search.foundWork()
        finally runCell(cell) // it is in no queue any more
        true
      else if pool.stopped then false
      else
        val found = search.look()
        if found != null then runCell(found) else sleep()
        true

  private def runCell(cell: Cell[?]): Unit =
    try if pool.stopped then Termination.abandon(cell) else cell.runMessages(activation)
    catch
      // Only a failure that could not be handled as one of the actor arrives here. The worker continues.
      case failure: Throwable => pool.lost(cell, failure)
    if isInterrupted then
      val _ = Thread.interrupted() // an interrupt of one handler must not reach the next

  private[internal] def next(): Cell[?] =
    if left != null then queueLeft()
    turns += 1
    sinceOutside += 1
    var cell: Cell[?] = null
    if sinceOutside >= LookPeriod then
      if !pool.newestFirst then takeOutside()
      else if !lastWasOld then cell = takeOld() // not twice in a row, or hot ones among the old would starve the new
    lastWasOld = cell != null
    if cell == null then cell = fromSlot()
    if cell == null then
      slotRuns = 0
      cell = queue.pop()
    if cell == null then cell = pool.takeInjected(turns)
    cell

  private def fromSlot(): Cell[?] =
    val cell = takeRunNext()
    slotRuns += 1
    if cell == null || slotRuns <= SlotBudget then cell
    else
      // Actors that reply to each other have had their share.
      slotRuns = 0
      // What waits outside was moved to the queue within these turns.
      if queue.isEmpty && !pool.newestFirst then cell else queueBehind(cell)

  /** Queues what was in the slot. Returns it if there is no memory for that, otherwise null. */
  private def queueBehind(cell: Cell[?]): Cell[?] =
    try
      if pool.newestFirst then pool.inject(cell) else push(cell)
      null
    catch case _: Throwable => cell

  /** The oldest in the queue, or one scheduled by another thread, in turns. */
  private def takeOld(): Cell[?] =
    sinceOutside = 0
    oldestNext = !oldestNext
    val first = if oldestNext then queue.popOldest() else pool.takeInjected(turns)
    if first != null then first
    else if oldestNext then pool.takeInjected(turns)
    else queue.popOldest()

  /** Puts what this worker holds where the others find it. */
  private[internal] def releaseAll(): Unit =
    if left != null then
      pool.passOn(left)
      left = null
    pool.release(this)
    var cell = queue.pop()
    while cell != null do
      pool.passOn(cell)
      cell = queue.pop()

  // -------------------------------------------------------------------------------------------
  // Sleeping
  // -------------------------------------------------------------------------------------------
  private def sleep(): Unit =
    activation.forget()
    queue.forget()
    sleepState = Asleep
    pool.fallsAsleep(this)
    search.end()
    // A thread that added work before it could see this worker asleep has not woken it.
    // Nor has one that found too many spare workers.
    if pool.hasWork || pool.stopped || (spare && pool.tooManySpares) then wakeUp() else search.watch()
    while sleepState == Asleep do
      LockSupport.park(this)
      val _ = Thread.interrupted()
    val state = sleepState
    sleepState = Awake
    pool.wakesUp()
    search.begin(state == WokenToSearch)

  private[brine] def completedFuture(): Unit = search.hasReplied = true

  private[internal] def isAsleep: Boolean = sleepState == Asleep

  /** Sleeps for a while, unless woken. */
  private[internal] def nap(nanos: Long): Unit =
    val until = System.nanoTime() + nanos
    var left  = nanos
    while left > 0 && isAsleep do
      LockSupport.parkNanos(this, left)
      val _ = Thread.interrupted()
      left = until - System.nanoTime()

  private def leaveSleep(state: Int): Boolean = isAsleep && SleepState.compareAndSet(this, Asleep, state)

  /** Ends its own sleep, because there is work. */
  private[internal] def wakeUp(): Unit = if leaveSleep(Awake) then search.owe()

  /** Wakes this worker to search; the caller has counted it as searching. False if it is awake. */
  private[internal] def wakeToSearch(): Boolean =
    val woken = leaveSleep(WokenToSearch)
    if woken then LockSupport.unpark(this)
    woken

  /** Wakes this worker to see whether it must end. */
  private[internal] def wakeToEnd(): Unit = if leaveSleep(Awake) then LockSupport.unpark(this)

  // -------------------------------------------------------------------------------------------
  // Code that blocks with scala.concurrent.blocking or Await
  // -------------------------------------------------------------------------------------------
  def blockOn[T](thunk: => T)(using CanAwait): T =
    activation.flush()
    blocking += 1
    try
      if blocking == 1 then pool.blocks(this)
      thunk
    finally
      blocking -= 1
      if blocking == 0 then pool.unblocks()

private[brine] object Worker:
  /** How many actors in a row may come from the slot. */
  private final val SlotBudget = 16

  /** After how many turns it looks at what waits outside. */
  private final val LookPeriod = 16

  /** How many actors it takes at most from outside at a time, and up to which length of its queue. */
  private final val MostTaken   = 64
  private final val QueueLength = 256

  /** How long it waits after something failed between two handlers. */
  private final val RetryNanos = 1000000L

  private final val Awake         = 0
  private final val Asleep        = 1
  private final val WokenToSearch = 2

  private val lookup             = MethodHandles.privateLookupIn(classOf[Worker], MethodHandles.lookup())
  private val RunNext: VarHandle =
    lookup.findVarHandle(classOf[Worker], "runNext", classOf[Cell[?]]).withInvokeExactBehavior()
  private val SleepState: VarHandle =
    lookup.findVarHandle(classOf[Worker], "sleepState", classOf[Int]).withInvokeExactBehavior()
