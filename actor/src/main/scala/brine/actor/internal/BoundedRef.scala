package brine.actor.internal

import brine.actor.*

/** The reference of an actor with a bounded mailbox. Its messages wait in a separate queue, and the mailbox holds one
  * token for each. Senders contend for a lock, which actors without a bound do not have.
  */
private[brine] final class BoundedRef[M](cell: Cell[M], capacity: Int, whenFull: WhenFull) extends ActorRef[M]:
  private val queue = BoundedQueue[Any](capacity)

  def tell(message: M): Unit =
    if !accept(message, Long.MaxValue) then
      if queue.isClosed then bury(message, DeadLetterReason.Stopped)
      else if whenFull == WhenFull.DropNewest then bury(message, DeadLetterReason.MailboxFull)
      else
        cell.cellDispatcher.system.refused(cell)
        throw MailboxFullException(this, capacity)

  def tryTell(message: M): Boolean =
    val accepted = accept(message, 0L)
    if !accepted then cell.cellDispatcher.system.refused(cell)
    accepted

  private[brine] def sendRequest(message: M, reply: AskReply[?]): Unit =
    val request  = AskNode(message, reply)
    val accepted =
      // The wait for room is a part of the time that the asker gives.
      try accept(request, reply.leftNanos)
      catch
        case failure: Throwable =>
          val _ = reply.refused(failure)
          throw failure
    if !accepted then
      if queue.isClosed then RareNodes.bury(cell, request)
      else
        DeadLetters.report(cell, message, DeadLetterReason.MailboxFull)
        if mayPark && reply.leftNanos <= 0 then reply.timedOut()
        else
          val _ = reply.refused(MailboxFullException(this, capacity))

  /** Adds an element to the queue and a token to the mailbox, or neither.
    *
    * @param nanos
    *   how long to wait for room, if this thread may wait for it
    */
  private def accept(element: Any, nanos: Long): Boolean =
    StackProbe.require()
    Thread.currentThread match
      case worker: Worker => worker.activation.flush()
      case _              => ()
    val token = QueuedNode()
    whenFull match
      case WhenFull.DropOldest =>
        queue.offerDroppingOldest(element) match
          case null                 => announce(true, element, token)
          case BoundedQueue.Refused => false
          case dropped              =>
            bury(dropped, DeadLetterReason.MailboxFull)
            true
      case _ if nanos > 0 && mayPark => announce(queue.put(element, nanos), element, token)
      case _                         => announce(queue.offer(element), element, token)

  /** Whether this thread may wait for room. An actor that waited for room in its own mailbox would wait forever. */
  private def mayPark: Boolean =
    whenFull == WhenFull.Park && Thread.currentThread.isVirtual && !cell.cellDispatcher.runsHere(cell)

  private def announce(accepted: Boolean, element: Any, token: QueuedNode): Boolean =
    if accepted then
      try cell.deliver(token)
      catch
        case failure: Throwable =>
          // If the actor has taken the element with another token, this one is owed to the element that is left.
          if queue.removeLast(element) then throw failure else cell.deliver(token)
    accepted

  private def bury(element: Any, reason: DeadLetterReason): Unit = element match
    case ask: AskNode =>
      DeadLetters.report(cell, ask.message, reason)
      val _ = ask.reply.refused(MailboxFullException(this, capacity))
    case message => DeadLetters.report(cell, message, reason)

  /** Removes the oldest waiting message; null if there is none. Called by the actor. */
  private[internal] def take(): Any = queue.poll()

  /** The number of waiting messages. */
  private[internal] def waiting: Int = queue.size

  /** What [[take]] would return, without removing it. */
  private[internal] def peek(): Any = queue.peek()

  private[internal] def close(): Unit = queue
    .close()
    .foreach:
      case ask: AskNode => RareNodes.bury(cell, ask)
      case message      => DeadLetters.report(cell, message, DeadLetterReason.Stopped)

  private[brine] def targetCell: Cell[?] = cell
  private[brine] def refText: String     = cell.refText
