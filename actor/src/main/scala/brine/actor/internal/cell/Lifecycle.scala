package brine.actor.internal.cell

import brine.actor.{Activation, Cell, Mode, Signal, SystemSignal}
import brine.actor.internal.mailbox.Node

/** What an actor does besides handling messages: signals, suspension, restart, stop. Called by the owner of the cell.
  */
private[internal] object Lifecycle:

  /** Does everything that comes before the next message.
    *
    * @return
    *   the node at which to continue: another than `node` if messages were put back before it; null if the cell is
    *   suspended or has stopped, and so was given up
    */
  def proceed(cell: Cell[?], node: Node, handled: Boolean, activation: Activation): Node =
    var at: Node = node
    var decided  = false
    while !decided do
      activation.enter()
      takeSignals(cell)
      activation.leave()
      val extension = cell.cellExtension
      if extension == null then decided = true
      else
        extension.mode match
          case Mode.Running | Mode.Replaying =>
            extension.mode = Mode.Running
            at = replay(cell, node, handled)
            decided = true
          case Mode.Waiting =>
            activation.flush()
            cell.suspend(node, handled)
            decided = true
            at = null
          case Mode.Restarting =>
            activation.flush()
            if Termination.stopChildren(cell) then
              activation.enter()
              Failures.restart(cell)
              activation.leave()
            else
              cell.suspend(node, handled)
              decided = true
              at = null
          case _ => // stopping or terminating
            activation.flush()
            beginTermination(extension)
            activation.enter()
            val ended = Termination.run(cell, node, handled)
            activation.leave()
            activation.flush() // sends what the last handlers sent
            if !ended then cell.suspend(node, handled)
            decided = true
            at = null
    at

  /** Puts stashed messages back before all others, if the actor asked for it. */
  private def replay(cell: Cell[?], node: Node, handled: Boolean): Node =
    val stash = cell.cellExtension.stash
    if stash == null || !stash.replayed then node
    else if Observers.of(cell) != null then replayEnvelopes(cell, stash, node, handled)
    else
      val messages = stash.takeAll()
      if messages == null then node
      else if handled then
        cell.insertAfter(node, messages)
        node
      else
        messages.linkNext(node)
        messages

  /** Puts back the messages of an observed actor, with what its interceptors have sent along. */
  private def replayEnvelopes(cell: Cell[?], stash: StashedMessages, node: Node, handled: Boolean): Node =
    val nodes    = stash.takeEnvelopes()
    var at: Node = node
    var i        = nodes.length - 1
    while i >= 0 do
      if handled then cell.insertAfter(node, nodes(i))
      else
        nodes(i).linkNext(at)
        at = nodes(i)
      i -= 1
    at

  def beginTermination(extension: Extension): Unit =
    if extension.mode != Mode.Terminating then
      extension.mode = Mode.Terminating
      extension.stopCursor = extension.firstChild

  /** Handles the waiting signals, oldest first. */
  def takeSignals(cell: Cell[?]): Unit =
    var signal = cell.takeSignals(null)
    while signal != null do
      val next = signal.next
      signal.next = null
      try handle(cell, signal)
      catch case failure: Throwable => Failures.handle(cell, signal, null, failure)
      signal = next

  private def ending(cell: Cell[?]): Boolean =
    val extension = cell.cellExtension
    extension != null && (extension.mode == Mode.Stopping || extension.mode == Mode.Terminating)

  private def restarting(cell: Cell[?]): Boolean =
    val extension = cell.cellExtension
    extension != null && (extension.mode == Mode.Restarting || extension.continuation.isInstanceOf[SystemSignal.Resume])

  private def handle(cell: Cell[?], signal: SystemSignal): Unit = signal match
    case _: SystemSignal.Stop =>
      val extension = cell.extend()
      if extension.mode != Mode.Terminating then extension.mode = Mode.Stopping
    case watch: SystemSignal.Watch     => cell.extend().addWatcher(watch.watcher)
    case unwatch: SystemSignal.Unwatch =>
      val extension = cell.cellExtension
      if extension != null && extension.watchers != null then extension.watchers.remove(unwatch.watcher)
    case ended: SystemSignal.Ended =>
      val extension = cell.cellExtension
      if extension != null && extension.watching != null && extension.watching.remove(ended.ref) && !ending(cell) then
        if !WatchMessages.deliver(cell, extension, ended.ref) then
          Observers.signal(cell, Signal.Terminated(ended.ref, Option(ended.cause)))
    case ended: SystemSignal.ChildEnded =>
      val extension = cell.extend()
      extension.unlink(ended.child)
    case failed: SystemSignal.ChildFailed =>
      if ending(cell) then failed.refuse()
      else
        Groups.childFailed(cell, failed)
        if failed.isEscalated then throw failed.cause
        Observers.signal(cell, Signal.ChildFailed(failed.child.publicRef, failed.cause, failed.done))
    case restart: SystemSignal.Restart =>
      if !ending(cell) && !restarting(cell) then Failures.beginRestart(cell, restart.cause)
    case resume: SystemSignal.Resume =>
      val extension = cell.cellExtension
      if extension.mode == Mode.Waiting && (extension.continuation eq resume) then
        extension.continuation = null
        Failures.finishRestart(cell)
    case continue: SystemSignal.Continue =>
      val extension = cell.cellExtension
      if extension.mode == Mode.Waiting && (extension.continuation eq continue) then
        extension.continuation = null
        extension.mode = Mode.Running
        val _ = continue.continuation()
    case _ => ()
