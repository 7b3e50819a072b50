package brine.actor.internal.cell

import brine.actor.{Activation, AskNode, Cell, DeadLetterReason, DeadLetters, PendingReply}
import brine.actor.internal.ask.UnansweredAsks
import brine.actor.internal.mailbox.{BatchNode, Node, OwnerNode, PipedNode, QueuedNode, StartNode, WakeNode}
import brine.actor.internal.ref.EnvelopeNode
import brine.actor.internal.task.TaskCell

/** Handles nodes other than a plain message. Kept out of the message loop, which must stay small for the JIT compiler.
  */
private[internal] object RareNodes:
  def handle(cell: Cell[?], node: Node, activation: Activation): Unit =
    try run(cell, node, activation)
    catch
      // Code of the actor does not arrive here; but a key of a timer may fail, or memory for the next timer may lack.
      case failure: Throwable => Failures.handle(cell, null, null, failure)

  private def run(cell: Cell[?], node: Node, activation: Activation): Unit = node match
    case ask: AskNode           => answer(cell, ask)
    case envelope: EnvelopeNode => handle(cell, envelope)
    case _: QueuedNode          =>
      cell.cellExtension.queue.take() match
        case null                   => activation.handled -= 1
        case ask: AskNode           => answer(cell, ask)
        case envelope: EnvelopeNode => handle(cell, envelope)
        case message                => cell.invoke(message, null)
    case piped: PipedNode => pipe(cell, piped)
    case node: DueNode    =>
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
      Stopping.begin(cell)
    case _: StartNode =>
      activation.handled -= 1
      start(cell)
    case _ => activation.handled -= 1

  def start(cell: Cell[?]): Unit =
    try
      try Observers.start(cell)
      catch case failure: Throwable => Failures.handle(cell, Failures.Start, null, failure)
    catch case failure: Throwable => Failures.handle(cell, null, null, failure)

  private def answer(cell: Cell[?], ask: AskNode): Unit =
    cell.invoke(ask.message, ask.reply)
    if !ask.reply.isCompleted then remember(cell, ask.reply)

  private def handle(cell: Cell[?], envelope: EnvelopeNode): Unit =
    Envelopes.handle(cell, envelope)
    if envelope.reply != null && !envelope.reply.isCompleted then remember(cell, envelope.reply)

  private def remember(cell: Cell[?], reply: PendingReply[?]): Unit =
    try
      val extension = cell.extend()
      if extension.unansweredAsks == null then extension.unansweredAsks = UnansweredAsks()
      extension.unansweredAsks.add(reply)
    catch
      // The asker would not hear of the end of this actor.
      case failure: Throwable =>
        val _ = reply.refused(failure)

  private def pipe(cell: Cell[?], piped: PipedNode): Unit =
    var made   = false
    val result =
      try
        val message = piped.make(piped.result)
        made = true
        message
      catch case failure: Throwable => Failures.handle(cell, Failures.Piping, null, failure)
    if made then Observers.invoke(cell, result)

  /** Turns the messages of a node into dead letters. */
  def bury(cell: Cell[?], node: Node): Unit = node match
    case ask: AskNode =>
      try DeadLetters.report(cell, ask.message, DeadLetterReason.Stopped)
      finally
        val _ = ask.reply.targetStopped(cell)
    case envelope: EnvelopeNode =>
      try envelope.bury(cell, DeadLetterReason.Stopped)
      finally
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
    case piped: PipedNode => DeadLetters.report(cell, piped.result, DeadLetterReason.Stopped)
    case node             => DeadLetters.report(cell, node.message, DeadLetterReason.Stopped)
