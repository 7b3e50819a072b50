package brine.actor.internal

import brine.actor.Batch
import java.lang.invoke.{MethodHandles, VarHandle}

/** What a thread that runs actors keeps: which it runs, how much it has handled, and the messages it has not sent yet.
  *
  * After a few sends in a row to one busy actor, what follows is collected and linked in at once: one exchange and five bytes
  * a message instead of one exchange and 24 bytes each. The collected messages are sent at the latest when the sender's batch
  * ends, and before anything else is. Owned by its thread; a monitor may [[claim]] what is collected when the thread is stuck
  * in a handler, and reads the counters.
  */
private[brine] final class Activation(coalesces: Boolean):
  import Activation.*

  private[internal] var running: Cell[?] = null
  var handled: Long                      = 0L // messages since the thread began
  var handledBefore: Long                = 0L // what `handled` was when this cell began
  @volatile var yieldAsked: Boolean      = false

  /** Most messages per run of a cell, whatever its batch; the test kit takes them one by one. */
  var most: Int = Int.MaxValue

  private var deadline: Long = 0L
  private var maxNanos: Long = 0L

  private var lastTarget: Cell[?]           = null
  private var streak: Int                   = 0
  private var openTarget: Cell[?]           = null
  private var collected: Array[Any]         = null
  private[internal] var collectedCount: Int = 0
  @volatile private var published: Int      = 0

  // -------------------------------------------------------------------------------------------
  // One run of a cell
  // -------------------------------------------------------------------------------------------
  def begin(cell: Cell[?]): Unit =
    Running.setRelease(this, cell)
    handledBefore = handled
    deadline = 0L

  def end(): Unit = Running.setRelease(this, null.asInstanceOf[Cell[?]])

  def cell: Cell[?] = Running.getAcquire(this).asInstanceOf[Cell[?]]

  def limit(batch: Batch): Int =
    maxNanos = batch.nanos
    Math.min(batch.messages, most)

  /** Whether a cell has run for longer than its batch may take. Looks at the clock every eighth message; a thread that
    * spends longer than that is told by the monitor.
    */
  def overdue(budget: Int): Boolean =
    if yieldAsked then
      yieldAsked = false
      true
    else if (budget & 7) != 0 then false
    else
      val now = System.nanoTime()
      if deadline == 0L then
        deadline = now + maxNanos
        if deadline == 0L then deadline = 1L
        false
      else now - deadline > 0

  // -------------------------------------------------------------------------------------------
  // Sending
  // -------------------------------------------------------------------------------------------
  def send(target: Cell[?], message: Any): Unit =
    if lastTarget eq target then
      if streak < StreakToCollect then
        streak += 1
        target.deliver(Node(message))
      else if collectedCount > 0 || (coalesces && target.cellBusy) then collect(target, message)
      else target.deliver(Node(message))
    else
      if collectedCount > 0 then flush()
      lastTarget = target
      streak = 0
      target.deliver(Node(message))

  private def collect(target: Cell[?], message: Any): Unit =
    if collectedCount == Most then flush() // there was no memory to send them when they became so many
    val count = collectedCount
    if count == 0 then
      if collected == null then collected = new Array[Any](Most)
      openTarget = target
    collected(count) = message
    Count.setRelease(this, count + 1)
    if count + 1 == Most then flush()

  /** Sends what is collected. */
  def flush(): Unit = if collectedCount > 0 then sendCollected()

  private def sendCollected(): Unit =
    var from = published
    while from == Busy || !Published.compareAndSet(this, from, Busy) do
      Thread.onSpinWait()
      from = published
    var sent = false
    try
      deliverFrom(from)
      sent = true
    finally if !sent then published = from // no memory for a node: all is still there for the next try
    Count.setRelease(this, 0)
    published = 0

  private def deliverFrom(from: Int): Unit =
    val count    = collectedCount
    val messages = collected
    val target   = openTarget
    // A nearly full array goes as it is; a short one is copied, so that a few messages do not hold 64 slots.
    if count - from >= Most / 2 then
      val node = BatchNode(messages, from, count)
      collected = null
      target.deliver(node)
    else
      if count - from == 1 then target.deliver(Node(messages(from)))
      else if count > from then target.deliver(copied(messages, from, count))
      java.util.Arrays.fill(messages.asInstanceOf[Array[AnyRef]], 0, count, null)
    openTarget = null

  private def copied(messages: Array[Any], from: Int, until: Int): BatchNode =
    val own = java.util.Arrays.copyOfRange(messages.asInstanceOf[Array[AnyRef]], from, until).asInstanceOf[Array[Any]]
    BatchNode(own, 0, own.length)

  /** Sends what a stuck thread has collected so far, on another thread. The owner may go on collecting meanwhile, but has to
    * wait with sending, so the order is kept.
    */
  def claim(): Unit =
    val from = published
    if from != Busy && (Count.getAcquire(this): Int) > from && Published.compareAndSet(this, from, Busy) then
      var until = from
      try
        val count  = (Count.getAcquire(this): Int)
        val target = openTarget
        if target != null && count > from then
          target.deliver(copied(collected, from, count))
          until = count
      finally published = until

  /** Before a thread goes to sleep: nothing is kept alive that it once sent to. */
  def forget(): Unit =
    lastTarget = null
    streak = 0

private[brine] object Activation:
  private final val StreakToCollect = 8
  private final val Most            = 64
  private final val Busy            = -1

  private val lookup = MethodHandles.privateLookupIn(classOf[Activation], MethodHandles.lookup())

  private val Running: VarHandle =
    lookup.findVarHandle(classOf[Activation], "running", classOf[Cell[?]]).withInvokeExactBehavior()
  private val Count: VarHandle =
    lookup.findVarHandle(classOf[Activation], "collectedCount", classOf[Int]).withInvokeExactBehavior()
  private val Published: VarHandle =
    lookup.findVarHandle(classOf[Activation], "published", classOf[Int]).withInvokeExactBehavior()
