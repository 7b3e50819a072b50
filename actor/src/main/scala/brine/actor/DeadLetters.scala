package brine.actor

/** Reports every message that no actor handles. */
private[brine] object DeadLetters:
  def report(cell: Cell[?], message: Any, reason: DeadLetterReason): Unit =
    report(cell.cellDispatcher.system, cell.publicRef, message, reason)

  /** Counts the dead letter even if there is no memory left to call the listener. Never throws after that. */
  def report(system: SystemInternals, recipient: ActorRef[?], message: Any, reason: DeadLetterReason): Unit =
    system.countDeadLetter(reason)
    if system.listener != null then tell(system, recipient, message, reason)

  private def tell(system: SystemInternals, recipient: ActorRef[?], message: Any, reason: DeadLetterReason): Unit =
    try system.aside(() => system.tellListener("onDeadLetter")(_.onDeadLetter(DeadLetter(message, recipient, reason))))
    catch case _: Throwable => ()
