package brine.actor.internal

import brine.actor.{ActorRef, DeadLetter, DeadLetterReason}

/** Reports every message that no actor handles. */
private[brine] object DeadLetters:
  /** Reports what a node holds. Never throws: whoever closes a mailbox must come to its end. */
  def bury(cell: Cell[?], node: Node): Unit =
    try RareNodes.bury(cell, node)
    catch case _: Throwable => ()

  def report(cell: Cell[?], message: Any, reason: DeadLetterReason): Unit =
    report(cell.cellDispatcher.system, cell.publicRef, message, reason)

  /** Counts the dead letter even if there is no memory left to call the listener. Never throws after that. */
  def report(system: SystemInternals, recipient: ActorRef[?], message: Any, reason: DeadLetterReason): Unit =
    system.countDeadLetter(reason)
    if system.listener != null then tell(system, recipient, message, reason)

  private def tell(system: SystemInternals, recipient: ActorRef[?], message: Any, reason: DeadLetterReason): Unit =
    try system.aside(() => system.tellListener("onDeadLetter")(_.onDeadLetter(DeadLetter(message, recipient, reason))))
    catch case _: Throwable => ()
