package brine.actor.internal.ref

import brine.actor.{ActorRef, Cell, PendingReply}

/** The reference of an actor whose messages travel in envelopes: because they are adapted, or because the actor is
  * observed. Bounds of the mailbox hold for envelopes, too.
  *
  * @param adapt
  *   see [[EnvelopeNode]]
  */
private[brine] final class EnvelopeRef[M](
    cell: Cell[?],
    queue: BoundedRef[?],
    observer: MessageObserver,
    private[internal] val adapt: Any => Any
) extends ActorRef[M]:
  def tell(message: M): Unit =
    val node = envelope(message, null)
    counted(true)
    if queue == null then cell.post(node)
    else
      try queue.tellElement(node)
      catch
        case failure: Throwable =>
          counted(false)
          throw failure

  def tryTell(message: M): Boolean =
    counted(true)
    val taken =
      try
        if queue != null then queue.tryTellElement(envelope(message, null))
        else
          val isOpen = !cell.cellClosed
          if isOpen then cell.post(envelope(message, null)) else cell.cellDispatcher.system.refused(cell)
          isOpen
      catch
        case failure: Throwable =>
          counted(false)
          throw failure
    if !taken then counted(false)
    taken

  private[brine] def sendRequest(message: M, reply: PendingReply[?]): Unit =
    val node = envelope(message, reply)
    counted(true)
    if queue == null then cell.post(node)
    else
      var counts = false
      try counts = queue.requestElement(node, message, reply)
      finally if !counts then counted(false)

  private def counted(sent: Boolean): Unit = if observer != null then observer.sent(sent)

  private def envelope(message: M, reply: PendingReply[?]): EnvelopeNode =
    if observer == null then EnvelopeNode(message, reply, adapt, null, EnvelopeNode.Unmeasured)
    else observer.envelope(message, reply, adapt)

  /** The same actor, with `first` before what adapts its messages already. */
  private[internal] def adapted[B](first: Any => Any): EnvelopeRef[B] =
    EnvelopeRef(cell, queue, observer, Adapters.before(first, adapt))

  private[brine] def targetCell: Cell[?] = cell

  private[brine] def refText: String = cell.refText
