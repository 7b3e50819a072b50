package brine.actor.internal

import brine.actor.DeadLetterReason

/** Handles nodes other than a plain message. Kept out of the message loop, which must stay small for the JIT compiler.
  */
private[internal] object RareNodes:
  def handle(cell: Cell[?], node: Node, activation: Activation): Unit = node match
    case ask: AskNode           => answer(cell, ask)
    case envelope: EnvelopeNode => Envelopes.handle(cell, envelope)
    case _: QueuedNode          =>
      cell.cellExtension.queue.take() match
        case null                   => activation.handled -= 1
        case ask: AskNode           => answer(cell, ask)
        case envelope: EnvelopeNode => Envelopes.handle(cell, envelope)
        case message                => cell.invoke(message, null)
    case node: DueNode =>
      val timer = node.timer
      if timer.takeDelivery() then
        Observers.invoke(cell, timer.message)
        timer.delivered()
      else activation.handled -= 1
    case node: SilenceNode =>
      if node.timeout.takeDelivery(node.next != null) then
        Observers.invoke(cell, node.timeout.message)
        node.timeout.delivered()
      else activation.handled -= 1
    case watched: WatchedNode =>
      if WatchMessages.take(cell, watched.entry) then Observers.invoke(cell, watched.message)
      else activation.handled -= 1
    case _: StopNode =>
      activation.handled -= 1
      brine.actor.ActorContext.endSelf(cell)
    case _: StartNode =>
      activation.handled -= 1
      try Observers.start(cell)
      catch case failure: Throwable => Failures.handle(cell, Failures.Start, null, failure)
    case _ => activation.handled -= 1

  private def answer(cell: Cell[?], ask: AskNode): Unit =
    cell.invoke(ask.message, ask.reply)
    if !ask.reply.isCompleted then Asks.remember(cell, ask.reply)

  /** Turns the messages of a node into dead letters. */
  def bury(cell: Cell[?], node: Node): Unit = node match
    case ask: AskNode =>
      DeadLetters.report(cell, ask.message, DeadLetterReason.Stopped)
      val _ = ask.reply.targetStopped(cell)
    case envelope: EnvelopeNode =>
      Envelopes.bury(cell, envelope)
      if envelope.reply != null then
        val _ = envelope.reply.targetStopped(cell)
    case batch: BatchNode =>
      var i = batch.from
      while i < batch.until do
        DeadLetters.report(cell, batch.messages(i), DeadLetterReason.Stopped)
        i += 1
    case _: StartNode if cell.isInstanceOf[TaskCell] => cell.asInstanceOf[TaskCell].rejected()
    case _: WatchedNode | _: StopNode                => () // signals of a kind, as an end has none
    case _: DueNode | _: SilenceNode | _: QueuedNode | _: StartNode | _: WakeNode | _: OwnerNode =>
      () // these hold no message; a queue reports its own
    case node => DeadLetters.report(cell, node.message, DeadLetterReason.Stopped)
