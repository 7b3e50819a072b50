package brine.actor

import brine.actor.internal.mailbox.{BatchNode, Node, WakeNode}
import brine.actor.internal.support.HandlerGuard
import java.lang.invoke.{MethodHandles, VarHandle}

/** The state of a thread that runs actors: the running cell, the number of handled messages, and the messages not sent
  * yet.
  *
  * After a few sends in a row to one busy actor, further messages are collected and linked in at once. That costs one
  * exchange per batch and five bytes per message, instead of one exchange and 24 bytes per message. Collected messages
  * are sent before anything else is sent, and at the latest when the sender's batch ends.
  *
  * Owned by its thread. The monitor reads the counters, and may [[claim]] the collected messages when the thread is
  * stuck in a handler.
  */
private[brine] class Activation(coalesces: Boolean, guard: HandlerGuard = null):
  import Activation.*

  private[actor] var running: Cell[?] = null
  var handled: Long                   = 0L // messages since the thread started
  var handledBefore: Long             = 0L // value of `handled` when the run of this cell began
  @volatile var yieldAsked: Boolean   = false

  /** Maximum number of messages per run of a cell, whatever its batch. The test kit sets it to take messages one by
    * one.
    */
  var most: Int = Int.MaxValue

  private var deadline: Long = 0L
  private var maxNanos: Long = 0L
  private var nextLook: Long = 1L // after how many messages of this run it reads the clock

  private var lastTarget: Cell[?]        = null
  private var streak: Int                = 0
  private var openTarget: Cell[?]        = null
  private var collected: Array[Any]      = null
  private[actor] var collectedCount: Int = 0
  @volatile private var published: Int   = 0

  // -------------------------------------------------------------------------------------------
  // One run of a cell
  // -------------------------------------------------------------------------------------------
  def begin(cell: Cell[?]): Unit =
    Running.setRelease(this, cell)
    handledBefore = handled
    deadline = 0L
    nextLook = 1L
    if yieldAsked then yieldAsked = false // meant for the cell before

  /** Called before and after code of the actor runs. An interrupt of one handler must not reach the next. */
  def enter(): Unit = if guard != null then guard.enter()
  def leave(): Unit =
    leaveGuard()
    clearInterrupt()

  /** The first part of [[leave]]. */
  def leaveGuard(): Unit = if guard != null then guard.leave()

  /** The second part of [[leave]]. After the last handler of a run, the worker does it anyway. */
  def clearInterrupt(): Unit =
    // Only a worker's: a thread of a user that stops an actor after the end of the system keeps its flag.
    if coalesces && Thread.currentThread.isInterrupted then
      val _ = Thread.interrupted()

  def end(): Unit = Running.setRelease(this, null.asInstanceOf[Cell[?]])

  /** A cell whose code runs within the run of another: a child that is stopped with its parent. The monitor looks at
    * the other, whose turn it is: a parent with many slow children must not look like many short turns.
    */
  private[actor] var within: Cell[?] = null

  /** Whether this thread, which owns the activation, runs code of `cell`. */
  def runsHere(cell: Cell[?]): Boolean = if within == null then running eq cell else within eq cell

  def cell: Cell[?] = Running.getAcquire(this).asInstanceOf[Cell[?]]

  def limit(batch: Batch): Int =
    maxNanos = batch.nanos
    Math.min(batch.messages, most)

  /** Whether a cell that has more messages has run for longer than its batch allows. Reads the clock after messages 1,
    * 2, 4 and 8, and then after every eighth: slow messages are noticed early, and fast ones pay little. Where hardly
    * any time has passed, it reads the clock after messages 1, 2 and 8, and then after every sixteenth. The first
    * reading is the start, so what takes longer than the batch yields after two messages. The start of an actor is no
    * message: most new actors have one message behind it. If a message takes several milliseconds, the monitor sets
    * `yieldAsked`.
    */
  def overdue: Boolean =
    if yieldAsked then
      yieldAsked = false
      true
    else
      val count = handled - handledBefore
      if count < nextLook then false else look(count)

  private def look(count: Long): Boolean =
    val now = nanoTime
    if deadline == 0L then
      deadline = now + maxNanos
      if deadline == 0L then deadline = 1L
      nextLook = count + 1
      false
    else
      val left   = deadline - now
      val isFast = left > maxNanos - (maxNanos >> 4)
      nextLook =
        if isFast then (count | 7L) + (if count < 8L then 1L else 9L)
        else if count < 8L then 2L * count
        else count + 8L
      left < 0

  /** The clock. Tests have another. */
  private[actor] def nanoTime: Long = System.nanoTime()

  private var spare: WakeNode = null

  /** A node for an actor that must do something after its start. Most need none, so it serves for the next. */
  private[actor] def spareNode: WakeNode =
    if spare == null then spare = WakeNode()
    spare

  private[actor] def takeSpareNode(): Unit = spare = null

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
    if collectedCount == Most then flush() // sending failed for lack of memory when the batch was full
    val count = collectedCount
    if count == 0 then
      if collected == null then collected = new Array[Any](Most)
      openTarget = target
    collected(count) = message
    Count.setRelease(this, count + 1)
    if count + 1 == Most then flush()

  /** Sends the collected messages. If that fails for lack of memory or stack, they stay for the next try. */
  def flush(): Unit = if collectedCount > 0 then sendCollected()

  private def sendCollected(): Unit =
    var from  = published
    var spins = 0
    while from == Busy || !Published.compareAndSet(this, from, Busy) do
      // The monitor holds the batch. It may have lost its processor meanwhile.
      spins += 1
      if (spins & 127) == 0 then giveWay() else Thread.onSpinWait()
      from = published
    val count    = collectedCount
    val messages = collected
    // A nearly full array is sent as it is; a short one is copied, so that a few messages do not hold 64 slots.
    val whole = count - from >= Most / 2
    try
      if whole then openTarget.deliver(BatchNode(messages, from, count))
      else if count - from == 1 then openTarget.deliver(Node(messages(from)))
      else if count > from then openTarget.deliver(copied(messages, from, count))
    catch
      case failure: Throwable =>
        published = from
        throw failure
    // Needs less stack than the lines above did: what was sent must not be sent again.
    openTarget = null
    collectedCount = 0
    if whole then collected = null
    else
      var i = 0
      while i < count do
        messages(i) = null
        i += 1
    published = 0 // makes all of this visible to the monitor

  /** Lets other threads run. Tests count it. */
  private[actor] def giveWay(): Unit = Thread.`yield`()

  private def copied(messages: Array[Any], from: Int, until: Int): BatchNode =
    val own = java.util.Arrays.copyOfRange(messages.asInstanceOf[Array[AnyRef]], from, until).asInstanceOf[Array[Any]]
    BatchNode(own, 0, own.length)

  /** Sends what a stuck thread has collected so far, on another thread. The owner may continue to collect meanwhile,
    * but must wait before it sends, so the order is kept.
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

  /** Drops references to the last receiver, so that a sleeping thread keeps no actor alive. */
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
