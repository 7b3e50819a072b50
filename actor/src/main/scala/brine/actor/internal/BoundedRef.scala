package brine.actor.internal

import brine.actor.*

/** The reference of an actor with a bounded mailbox. Its messages wait in a separate queue, and the mailbox holds one
  * token for each. Senders contend for a lock, which actors without a bound do not have.
  */
private[brine] final class BoundedRef[M](cell: Cell[M], capacity: Int, whenFull: WhenFull) extends ActorRef[M]:
  private val queue = BoundedQueue[Any](capacity)

  def tell(message: M): Unit = tellElement(message)

  def tryTell(message: M): Boolean = tryTellElement(message)

  /** Sends a message, or an envelope with one. */
  private[internal] def tellElement(element: Any): Unit =
    if !accept(element) then
      if queue.isClosed then bury(element, DeadLetterReason.Stopped)
      else if whenFull == WhenFull.DropNewest then bury(element, DeadLetterReason.MailboxFull)
      else
        cell.cellDispatcher.system.refused(cell)
        throw MailboxFullException(cell.publicRef, capacity)

  private[internal] def tryTellElement(element: Any): Boolean =
    val accepted = accept(element)
    if !accepted then cell.cellDispatcher.system.refused(cell)
    accepted

  private[brine] def sendRequest(message: M, reply: AskReply[?]): Unit =
    requestElement(AskNode(message, reply))

  private[internal] def requestElement(request: Node): Unit =
    if !accept(request) then
      bury(request, if queue.isClosed then DeadLetterReason.Stopped else DeadLetterReason.MailboxFull)

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
      refuse(ask.reply, reason)
    case envelope: EnvelopeNode =>
      Envelopes.bury(cell, envelope, reason)
      if envelope.reply != null then refuse(envelope.reply, reason)
    case message => DeadLetters.report(cell, message, reason)

  private def refuse(reply: AskReply[?], reason: DeadLetterReason): Unit =
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
  override def toString: String          = cell.toString
