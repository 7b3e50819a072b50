package brine.actor.internal

import java.lang.invoke.{MethodHandles, VarHandle}
import java.util.concurrent.ThreadLocalRandom
import java.util.concurrent.locks.LockSupport
import scala.concurrent.{BlockContext, CanAwait}

/** A thread that runs actors.
  *
  * An actor that becomes runnable on this thread goes to the run-next slot and wakes nobody. So a chain of actors that
  * reply to each other stays on one core. The actor that was in the slot goes to the queue, where other workers may
  * take it.
  *
  * @param spare
  *   whether it stands in for stuck workers, and ends when there are none
  */
private[brine] final class Worker(val pool: WorkerPool, number: Int, val spare: Boolean)
    extends Thread(
      null,
      null,
      pool.name.concat(if spare then "-spare-" else "-worker-").concat(Integer.toString(number)),
      0L,
      false
    )
    with BlockContext:
  import Worker.*

  val activation: Activation = Activation(coalesces = true)
  val queue: RunQueue        = pool.newQueue()

  private[internal] var runNext: Cell[?] = null
  private var left: Cell[?]              = null // was in the slot, and is not in the queue yet
  private var slotRuns                   = 0
  private var polls                      = 0
  private var searching                  = false
  @volatile private var sleepState       = Awake

  /** What the monitor remembers of its last look. Owned by the monitor. */
  private[internal] val observed = Observation()

  // -------------------------------------------------------------------------------------------
  // Taking cells in, on this thread
  // -------------------------------------------------------------------------------------------
  def schedule(cell: Cell[?]): Unit =
    // The monitor only empties the slot, so an empty slot stays empty.
    if slot == null then RunNext.setRelease(this, cell)
    else
      if left != null then queueLeft()
      // From here on the cell is taken, so nothing may be thrown, not even for lack of stack.
      left = exchangeSlot(cell)
      if left != null then
        try queueLeft()
        catch case _: Throwable => () // the next turn does it

  def reschedule(cell: Cell[?]): Unit =
    queue.push(cell)
    wakeOther()

  private def queueLeft(): Unit =
    queue.push(left)
    left = null
    wakeOther()

  /** Wakes a worker for what is in the queue. Whoever has put it there must not learn of a failure. */
  private def wakeOther(): Unit =
    try pool.wakeOne()
    catch case _: Throwable => ()

  private def exchangeSlot(cell: Cell[?]): Cell[?] = RunNext.getAndSet(this, cell).asInstanceOf[Cell[?]]
  private def slot: Cell[?]                        = RunNext.getAcquire(this).asInstanceOf[Cell[?]]

  /** Empties the slot. For the monitor, when this thread is stuck. */
  private[internal] def takeRunNext(): Cell[?] =
    if slot == null then null
    else exchangeSlot(null)

  // -------------------------------------------------------------------------------------------
  // Running
  // -------------------------------------------------------------------------------------------
  override def run(): Unit =
    var open = true
    while open do
      val cell = next()
      if cell != null then
        if searching then foundWork()
        runCell(cell)
      else if pool.stopped then open = false
      else if spare && pool.retire(this) then
        open = false
        foundWork() // a search that does not end would keep the others asleep
      else idle()

  private def runCell(cell: Cell[?]): Unit =
    try if pool.stopped then Termination.abandon(cell) else cell.runMessages(activation)
    catch
      // Only a failure that could not be handled as one of the actor arrives here. The worker continues.
      case failure: Throwable => pool.lost(cell, failure)
    if isInterrupted then
      val _ = Thread.interrupted() // an interrupt of one handler must not reach the next

  private def next(): Cell[?] =
    polls += 1
    if left != null then queueLeft()
    var cell: Cell[?] = if polls % FairnessPeriod == 0 then pool.takeInjected() else null
    if cell == null then
      if slotRuns < SlotBudget then
        cell = takeRunNext()
        if cell != null then slotRuns += 1
      else
        // Two actors that reply to each other have had their share.
        slotRuns = 0
        val waiting = takeRunNext()
        if waiting != null then queue.push(waiting)
    if cell == null then
      slotRuns = 0
      cell = queue.pop()
    if cell == null then cell = pool.takeInjected()
    cell

  /** Looks for work at other workers for a while, then sleeps. What it finds goes to its own queue or runs at once. */
  private def idle(): Unit =
    if !searching && pool.beginSearch() then searching = true
    var found: Cell[?] = null
    if searching then
      var round = 0
      while round < SearchRounds && found == null do
        found = steal()
        if found == null then
          var i = 0
          while i < 32 do
            Thread.onSpinWait()
            i += 1
        round += 1
    if found == null then sleep()
    else
      foundWork()
      runCell(found)

  private def steal(): Cell[?] =
    val workers = pool.workers
    val start   = ThreadLocalRandom.current().nextInt(workers.length)
    var found   = pool.takeInjected()
    var i       = 0
    while i < workers.length && found == null do
      val victim = workers((start + i) % workers.length)
      if victim ne this then found = victim.queue.stealInto(queue)
      i += 1
    found

  private def foundWork(): Unit =
    if searching then
      searching = false
      pool.endSearch()
      if pool.hasWork then pool.wakeOne()

  private def sleep(): Unit =
    activation.forget()
    queue.forget()
    sleepState = Asleep
    pool.sleepers.incrementAndGet()
    if searching then
      searching = false
      pool.endSearch()
    // A thread that added work before it could see this worker asleep has not woken it.
    if !(pool.hasWork || pool.stopped) || !leaveSleep(Awake) then
      while sleepState == Asleep do
        LockSupport.park(this)
        val _ = Thread.interrupted()
      searching = sleepState == WokenToSearch
      sleepState = Awake

  private def leaveSleep(state: Int): Boolean =
    val left = sleepState == Asleep && SleepState.compareAndSet(this, Asleep, state)
    if left then
      val _ = pool.sleepers.decrementAndGet()
    left

  /** Wakes this worker to search; the caller has counted it as searching. False if it is awake. */
  private[internal] def wakeToSearch(): Boolean =
    val woken = leaveSleep(WokenToSearch)
    if woken then LockSupport.unpark(this)
    woken

  // -------------------------------------------------------------------------------------------
  // Code that blocks with scala.concurrent.blocking or Await
  // -------------------------------------------------------------------------------------------
  def blockOn[T](thunk: => T)(using CanAwait): T =
    activation.flush()
    pool.blocks(this)
    try thunk
    finally pool.unblocks()

private[brine] object Worker:
  private final val SlotBudget     = 16
  private final val FairnessPeriod = 61
  private final val SearchRounds   = 8

  private final val Awake         = 0
  private final val Asleep        = 1
  private final val WokenToSearch = 2

  private val lookup             = MethodHandles.privateLookupIn(classOf[Worker], MethodHandles.lookup())
  private val RunNext: VarHandle =
    lookup.findVarHandle(classOf[Worker], "runNext", classOf[Cell[?]]).withInvokeExactBehavior()
  private val SleepState: VarHandle =
    lookup.findVarHandle(classOf[Worker], "sleepState", classOf[Int]).withInvokeExactBehavior()
