package brine.actor.internal

import brine.actor.*

/** The reference of an actor with a bounded mailbox. Its messages wait in a separate queue, and the mailbox holds one
  * token for each. Senders contend for a lock, which actors without a bound do not have.
  */
private[brine] final class BoundedRef[M](cell: Cell[M], capacity: Int, whenFull: WhenFull) extends ActorRef[M]:
  private val queue = BoundedQueue[Any](capacity)

  def tell(message: M): Unit =
    if !accept(message) then
      if queue.isClosed then bury(message, DeadLetterReason.Stopped)
      else if whenFull == WhenFull.DropNewest then bury(message, DeadLetterReason.MailboxFull)
      else
        cell.cellDispatcher.system.refused(cell)
        throw MailboxFullException(this, capacity)

  def tryTell(message: M): Boolean =
    val accepted = accept(message)
    if !accepted then cell.cellDispatcher.system.refused(cell)
    accepted

  private[brine] def sendRequest(message: M, reply: AskReply[?]): Unit =
    val request = AskNode(message, reply)
    if !accept(request) then
      if queue.isClosed then RareNodes.bury(cell, request)
      else
        DeadLetters.report(cell, message, DeadLetterReason.MailboxFull)
        val _ = reply.refused(MailboxFullException(this, capacity))

  private def accept(element: Any): Boolean =
    whenFull match
      case WhenFull.DropOldest =>
        queue.offerDroppingOldest(element) match
          case null                 => announce(true)
          case BoundedQueue.Refused => false
          case dropped              =>
            bury(dropped, DeadLetterReason.MailboxFull)
            true
      // An actor that waited for room in its own mailbox would wait forever.
      case WhenFull.Park if Thread.currentThread.isVirtual && !cell.cellDispatcher.runsHere(cell) =>
        announce(queue.put(element))
      case _ => announce(queue.offer(element))

  private def announce(accepted: Boolean): Boolean =
    if accepted then cell.post(QueuedNode())
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
  private[brine] def description: String = cell.description
