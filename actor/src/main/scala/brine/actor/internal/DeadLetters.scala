package brine.actor.internal

import brine.actor.{ActorRef, DeadLetter, DeadLetterReason}

/** Reports every message that no actor handles. */
private[brine] object DeadLetters:
  def bury(cell: Cell[?], node: Node): Unit = RareNodes.bury(cell, node)

  def report(cell: Cell[?], message: Any, reason: DeadLetterReason): Unit =
    report(cell.cellDispatcher.system, cell.publicRef, message, reason)

  /** Counts the dead letter even if there is no memory left to call the listener. */
  def report(system: SystemInternals, recipient: ActorRef[?], message: Any, reason: DeadLetterReason): Unit =
    system.countDeadLetter(reason)
    if system.listener != null then
      system.aside(() => system.tellListener("onDeadLetter")(_.onDeadLetter(DeadLetter(message, recipient, reason))))
