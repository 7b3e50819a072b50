package brine.actor.internal

import brine.actor.Signal

/** Ends actors, children first.
  *
  * An idle descendant is taken over by one exchange and ended on this thread, without a message to it or from it; only a busy
  * one is sent a signal and waited for. The way down and up the tree follows the parent references, so depth costs no stack.
  */
private[internal] object Termination:

  /** Goes on with ending a cell the caller owns. False when a descendant that is busy has to end first. */
  def run(root: Cell[?], node: Node, handled: Boolean): Boolean =
    val done = descend(root)
    if done then
      finish(root, node, handled)
      leave(root)
    done

  /** Ends the children of a cell the caller owns, from its cursor on. False when one that is busy has to end first. */
  def stopChildren(cell: Cell[?]): Boolean = descend(cell)

  /** Ends what it can of the tree below a cell; true when nothing is left below. */
  private def descend(root: Cell[?]): Boolean =
    var current: Cell[?] = root
    var result           = 0
    while result == 0 do
      val extension = current.cellExtension
      val child     = extension.stopCursor
      if child != null then
        extension.stopCursor = child.nextSibling
        if child.cellDispatcher.stopsInline && child.own() then
          val below = child.cellExtension
          if below == null || below.firstChild == null then
            extension.unlink(child)
            finish(child, child.suspendedAt, true)
          else
            Lifecycle.beginTermination(below)
            current = child
        else
          val _ = child.signal(SystemSignal.Stop())
      else if extension.firstChild == null then
        if current eq root then result = 1
        else
          val parent = current.parentCell
          parent.cellExtension.unlink(current)
          finish(current, current.suspendedAt, true)
          current = parent
      else if current eq root then result = 2
      else
        // Once suspended, the descendant is not ours any more: its last child wakes it, and it tells its parent itself.
        val parent = current.parentCell
        current.suspend(current.suspendedAt, true)
        current = parent
    result == 1

  /** Ends a cell whose children have ended. The caller owns it; nobody does afterwards. */
  def finish(cell: Cell[?], node: Node, handled: Boolean): Unit =
    val system    = cell.cellDispatcher.system
    val extension = cell.cellExtension
    try
      // What has never begun has nothing to end.
      if handled || !node.isInstanceOf[StartNode] then cell.handleSignal(Signal.Stopped)
    catch case failure: Throwable => Failures.whileStopping(cell, failure)
    val cause = if extension == null then null else extension.cause
    try if extension != null then release(cell, extension)
    catch case failure: Throwable => Failures.whileStopping(cell, failure)
    try
      var signal = cell.close(node, handled)
      while signal != null do
        val next = signal.next
        signal match
          case watch: SystemSignal.Watch => watch.watcher.watchedEnded(cell.publicRef, cause)
          case _                         => ()
        signal = next
      if extension != null && extension.watchers != null then
        extension.watchers.forEach(_.watchedEnded(cell.publicRef, cause))
        extension.watchers = null
    catch case failure: Throwable => Failures.whileStopping(cell, failure)
    system.tellListener("onStop")(_.onStop(cell.publicRef, Option(cause)))

  private def release(cell: Cell[?], extension: Extension): Unit =
    extension.cancelTimers()
    if extension.stash != null then extension.stash.bury(cell)
    if extension.queue != null then extension.queue.close()
    if extension.unansweredAsks != null then
      extension.unansweredAsks.targetStopped(cell)
      extension.unansweredAsks = null
    if extension.watching != null then
      extension.watching.forEach: ref =>
        val _ = ref.targetCell.signal(SystemSignal.Unwatch(cell))
      extension.watching = null
    extension.factory = null
    extension.continuation = null

  /** Ends an idle actor that the caller has just taken, as its owner would. */
  def stopOwned(cell: Cell[?]): Unit =
    val extension = cell.cellExtension
    if extension == null || extension.firstChild == null then
      finish(cell, cell.suspendedAt, true)
      leave(cell)
    else
      extension.mode = Mode.Stopping
      cell.runMessages(Activation(coalesces = false))

  /** Ends an actor that was scheduled where nobody runs actors any more. */
  def abandon(cell: Cell[?]): Unit =
    val extension = cell.extend()
    extension.mode = Mode.Stopping
    cell.runMessages(Activation(coalesces = false))

  /** Tells the parent, whoever owns it. */
  private def leave(cell: Cell[?]): Unit = cell.parentCell match
    case null       => ()
    case root: Root => root.remove(cell)
    case parent     =>
      val cause = if cell.cellExtension == null then null else cell.cellExtension.cause
      val _     = parent.signal(SystemSignal.ChildEnded(cell, cause))
