package brine.actor.internal.ref

import brine.actor.internal.mailbox.{BoundedQueue, Node, QueuedNode}
import brine.actor.internal.support.StackProbe
import brine.actor.*
import java.util.concurrent.atomic.AtomicInteger

/** The reference of an actor with a bounded mailbox. Its messages wait in a separate queue, and the mailbox holds one
  * token for each. Senders contend for a lock, which actors without a bound do not have.
  */
private[brine] final class BoundedRef[M](cell: Cell[M], capacity: Int, whenFull: WhenFull) extends ActorRef[M]:
  private val queue = BoundedQueue[Any](capacity)
  private val owed  = AtomicInteger(0) // tokens that could not be delivered, for lack of stack or memory

  def tell(message: M): Unit = tellElement(message)

  def tryTell(message: M): Boolean = tryTellElement(message)

  /** Sends a message, or an envelope with one. */
  private[internal] def tellElement(element: Any): Unit =
    if !accept(element, Long.MaxValue) then
      if queue.isClosed then bury(element, DeadLetterReason.Stopped)
      else if whenFull == WhenFull.DropNewest then bury(element, DeadLetterReason.MailboxFull)
      else
        cell.cellDispatcher.system.refused(cell)
        throw MailboxFullException(cell.publicRef, capacity)

  private[internal] def tryTellElement(element: Any): Boolean =
    val accepted = accept(element, 0L)
    if !accepted then cell.cellDispatcher.system.refused(cell)
    accepted

  private[brine] def sendRequest(message: M, reply: PendingReply[?]): Unit =
    requestElement(AskNode(message, reply), message, reply): Unit

  /** Sends a request, or fails its reply. False if there was no room. */
  private[internal] def requestElement(request: Node, message: Any, reply: PendingReply[?]): Boolean =
    // The wait for room is a part of the time that the asker gives.
    val until    = if mayPark then cell.cellDispatcher.system.nanoTime + reply.timeoutNanos else 0L
    val accepted =
      try accept(request, reply.timeoutNanos)
      catch
        case failure: Throwable =>
          val _ = reply.refused(failure)
          throw failure
    val buried = !accepted && queue.isClosed
    if buried then bury(request, DeadLetterReason.Stopped)
    else if !accepted then
      DeadLetters.report(cell, message, DeadLetterReason.MailboxFull)
      if mayPark && until - cell.cellDispatcher.system.nanoTime <= 0 then reply.timedOut()
      else
        val _ = reply.refused(MailboxFullException(cell.publicRef, capacity))
    accepted || buried

  /** Adds an element to the queue and a token to the mailbox, or neither.
    *
    * @param nanos
    *   how long to wait for room, if this thread may wait for it
    */
  private def accept(element: Any, nanos: Long): Boolean =
    StackProbe.require()
    Thread.currentThread match
      case thread: ActorThread => thread.activation.flush()
      case _                   => ()
    deliverOwed()
    val token = QueuedNode()
    try
      whenFull match
        case WhenFull.DropOldest =>
          queue.offerDroppingOldest(element) match
            case null                 => announce(true, token)
            case BoundedQueue.Refused => false
            case dropped              =>
              bury(dropped, DeadLetterReason.MailboxFull)
              true
        case _ if nanos > 0 && mayPark => announce(queue.put(element, nanos), token)
        case _                         => announce(queue.offer(element), token)
    catch
      case failure: (InterruptedException | NullPointerException) => throw failure
      case failure: Throwable                                     =>
        // The actor may have taken it: then it is sent, and its sender must not send it again.
        if takeBack(element) then throw failure else true

  /** Removes an element that has no token. If it is gone, the actor took it with another token, and one is owed to the
    * element that is left: perhaps nobody sends again, so the system delivers it. A token too many does no harm.
    *
    * @return
    *   false if it is gone
    */
  private def takeBack(element: Any): Boolean =
    var removed = false
    try removed = queue.removeLast(element)
    finally
      if !removed then
        owed.incrementAndGet(): Unit
        cell.cellDispatcher.system.rescueSignal(cell)
    removed

  /** Delivers the tokens that are owed. If it throws, the others are owed still. */
  private[internal] def deliverOwed(): Unit =
    var count = owed.get
    while count > 0 do
      // Taken first, since several threads may do this.
      if owed.compareAndSet(count, count - 1) then
        var delivered = false
        try
          cell.deliver(QueuedNode())
          delivered = true
        finally if !delivered then owed.incrementAndGet(): Unit
      count = owed.get

  /** Whether this thread may wait for room. An actor that waited for room in its own mailbox would wait forever. */
  private def mayPark: Boolean =
    whenFull == WhenFull.Park && Thread.currentThread.isVirtual && !cell.cellDispatcher.runsHere(cell)

  private def announce(accepted: Boolean, token: QueuedNode): Boolean =
    if accepted then cell.deliver(token)
    accepted

  private def bury(element: Any, reason: DeadLetterReason): Unit = element match
    case ask: AskNode =>
      DeadLetters.report(cell, ask.message, reason)
      refuse(ask.reply, reason)
    case envelope: EnvelopeNode =>
      envelope.bury(cell, reason)
      if envelope.reply != null then refuse(envelope.reply, reason)
    case message => DeadLetters.report(cell, message, reason)

  private def refuse(reply: PendingReply[?], reason: DeadLetterReason): Unit =
    val _ =
      if reason == DeadLetterReason.Stopped then reply.targetStopped(cell)
      else reply.refused(MailboxFullException(cell.publicRef, capacity))

  /** Removes the oldest waiting message; null if there is none. Called by the actor. */
  private[internal] def take(): Any = queue.poll()

  /** The number of waiting messages. */
  private[internal] def waiting: Int = queue.size

  /** What [[take]] would return, without removing it. */
  private[internal] def peek(): Any = queue.peek()

  private[internal] def close(): Unit = queue
    .close()
    .foreach(bury(_, DeadLetterReason.Stopped))

  private[brine] def targetCell: Cell[?] = cell
  private[brine] def refText: String     = cell.refText
