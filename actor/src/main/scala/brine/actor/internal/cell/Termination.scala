package brine.actor.internal.cell

import brine.actor.{Activation, ActorThread, Cell, Mode, Signal, SystemInternals, SystemSignal, Watcher}
import brine.actor.internal.mailbox.{Node, OwnerNode, StartNode}
import brine.actor.internal.task.TaskCell
import java.util.concurrent.ConcurrentHashMap

/** Stops actors, children first.
  *
  * An idle descendant is taken over by one exchange and stopped on this thread, without a message in either direction.
  * Only a busy descendant is sent a signal and waited for. The walk down and up the tree follows the parent references,
  * so depth costs no stack.
  */
private[brine] object Termination:
  /** How often a watcher is notified if that fails. */
  private final val MostTries = 3

  /** Sends an actor the signal to stop. One that blocks in its handler is interrupted after a while. */
  def request(cell: Cell[?]): Unit = if cell.signal(SystemSignal.Stop()) then cell.cellDispatcher.stopRequested(cell)

  /** Continues to stop a cell that the caller owns. False if a busy descendant must stop first. */
  def run(root: Cell[?], node: Node, handled: Boolean): Boolean =
    val done = descend(root)
    if done then
      finish(root, node, handled)
      leave(root)
    done

  /** Stops the children of a cell that the caller owns, from its cursor on. False if a busy one must stop first. */
  def stopChildren(cell: Cell[?]): Boolean = descend(cell)

  /** Stops what it can of the tree below a cell. True if nothing is left below. */
  private def descend(root: Cell[?]): Boolean =
    var current: Cell[?] = root
    var free: OwnerNode  = null // serves for one idle leaf after the other
    var result           = 0
    while result == 0 do
      val extension = current.cellExtension
      val child     = extension.stopCursor
      if child != null then
        extension.stopCursor = child.nextSibling
        if free == null then free = OwnerNode()
        if child.cellDispatcher.stopsInline && child.own(free) then
          val below = child.cellExtension
          if below == null || below.firstChild == null then
            extension.unlink(child)
            finish(child, free, true)
            if !free.isFree then free = null
          else
            free = null
            Lifecycle.beginTermination(below)
            current = child
        else request(child)
      else if extension.firstChild == null then
        if current eq root then result = 1
        else
          val parent = current.parentCell
          parent.cellExtension.unlink(current)
          finish(current, current.suspendedAt, true)
          current = parent
      else if current eq root then result = 2
      else
        // Once suspended, the descendant is not ours: its last child wakes it, and it notifies its parent itself.
        val parent = current.parentCell
        current.suspend(current.suspendedAt, true)
        current = parent
    result == 1

  /** Stops a cell whose children have stopped. The caller owns it; nobody does afterwards.
    *
    * Most actors that are stopped have neither watchers nor an extension. What others need is in methods of its own, so
    * that this one is short enough to be compiled into its callers.
    */
  def finish(cell: Cell[?], node: Node, handled: Boolean): Unit =
    // An actor that never started has nothing to stop.
    if handled || !node.isInstanceOf[StartNode] then signalStopped(cell)
    val extension = cell.cellExtension
    val cause     = if extension == null then null else release(cell, extension)
    val last      = cell.close(node, handled)
    if last != null then tellLast(last, cell, cause)
    if extension != null && extension.watchers != null then
      extension.watchers.foreach(tellWatcher(_, cell, cause))
      extension.watchers = null
    val system = cell.cellDispatcher.system
    if system.listener != null then tellStopped(system, cell, cause)

  /** Runs `onStop`. Says whose code this thread runs, so that `onStop` may use its context, whichever thread stops it.
    * An interrupt of this `onStop` must not reach that of the next actor.
    */
  private def signalStopped(cell: Cell[?]): Unit = Thread.currentThread match
    case thread: ActorThread =>
      val activation = thread.activation
      val outer      = activation.within
      activation.within = cell
      try runOnStop(cell)
      finally activation.within = outer
      if thread.isInterrupted then Thread.interrupted(): Unit
    case stopper: StoppingThread =>
      val outer = stopper.running
      stopper.running = cell
      try runOnStop(cell)
      finally stopper.running = outer
      if stopper.isInterrupted then Thread.interrupted(): Unit
    case thread => signalStopped(cell, thread)

  /** On the thread of a blocking actor whose children run on workers, for example. */
  private def signalStopped(cell: Cell[?], thread: Thread): Unit =
    val outer = enter(thread, cell)
    try runOnStop(cell)
    finally enter(thread, outer): Unit

  private def runOnStop(cell: Cell[?]): Unit =
    try Observers.signal(cell, Signal.Stopped)
    catch case failure: Throwable => Failures.whileStopping(cell, failure)

  /** Answers the signals that a closed cell had not taken. */
  private def tellLast(first: SystemSignal, cell: Cell[?], cause: Throwable): Unit =
    var signal = first
    while signal != null do
      val next = signal.next
      signal match
        case watch: SystemSignal.Watch        => tellWatcher(watch.watcher, cell, cause)
        case failed: SystemSignal.ChildFailed => guarded(cell)(failed.refuse())
        case _                                => ()
      signal = next

  private def tellStopped(system: SystemInternals, cell: Cell[?], cause: Throwable): Unit =
    // A task is no actor: it was not spawned.
    if !cell.isInstanceOf[TaskCell] then system.tellListener("onStop")(_.onStop(cell.publicRef, Option(cause)))

  /** Says whose code a thread runs that is neither worker nor stopper.
    *
    * @return
    *   the cell before, which the caller must set again
    */
  private def enter(thread: Thread, cell: Cell[?]): Cell[?] =
    try if cell == null then elsewhere.remove(thread) else elsewhere.put(thread, cell)
    catch case _: Throwable => null // for lack of memory: then the context refuses this thread

  /** The actor that is being stopped on a thread that is neither worker nor stopper. */
  private val elsewhere = ConcurrentHashMap[Thread, Cell[?]]()

  /** Whether this thread, which is neither worker nor stopper, is stopping `cell`. */
  def stopsHere(cell: Cell[?]): Boolean = elsewhere.get(Thread.currentThread) eq cell

  /** Notifies one watcher. A failure, such as a lack of memory, must not reach the others, and is tried again. */
  private def tellWatcher(watcher: Watcher, cell: Cell[?], cause: Throwable): Unit =
    var tries = 0
    while tries < MostTries do
      tries += 1
      try
        watcher.watchedEnded(cell.publicRef, cause)
        tries = MostTries
      catch case failure: Throwable => if tries == MostTries then Failures.whileStopping(cell, failure)

  /** Gives back what the actor holds.
    *
    * @return
    *   the failure that has stopped it, or null
    */
  private def release(cell: Cell[?], extension: Extension): Throwable =
    if extension.hasExtras then releaseExtras(cell, extension)
    extension.cause

  /** If one part fails, the others are still given back. */
  private def releaseExtras(cell: Cell[?], extension: Extension): Unit =
    guarded(cell)(extension.cancelTimers())
    guarded(cell)(if extension.stash != null then extension.stash.bury(cell))
    guarded(cell)(if extension.queue != null then extension.queue.close())
    guarded(cell):
      if extension.unansweredAsks != null then
        extension.unansweredAsks.targetStopped(cell)
        extension.unansweredAsks = null
    guarded(cell):
      if extension.watching != null then
        extension.watching.forEach: ref =>
          if ref.refEnding == null then
            val _ = ref.targetCell.signal(SystemSignal.Unwatch(cell))
        extension.watching = null
    extension.watchMessages = null
    extension.factory = null
    extension.continuation = null
    // Before anybody hears of the end, so that whoever does finds it counted.
    guarded(cell)(if extension.observer != null then extension.observer.stopped())

  private inline def guarded(cell: Cell[?])(inline part: Unit): Unit =
    try part
    catch case failure: Throwable => Failures.whileStopping(cell, failure)

  def hasChildren(cell: Cell[?]): Boolean =
    val extension = cell.cellExtension
    extension != null && extension.firstChild != null

  /** Stops an idle actor that the caller has just taken, as its owner would. */
  def stopOwned(cell: Cell[?]): Unit =
    if hasChildren(cell) then stopParent(cell)
    else
      finish(cell, cell.suspendedAt, true)
      leave(cell)

  /** Stops an idle actor with children that the caller has just taken. */
  def stopParent(cell: Cell[?]): Unit =
    cell.cellExtension.mode = Mode.Stopping
    cell.runMessages(Activation(coalesces = false))

  /** Stops an actor that was scheduled where no thread runs actors any more. */
  def abandon(cell: Cell[?]): Unit =
    val extension = cell.extend()
    extension.mode = Mode.Stopping
    cell.cellDispatcher.system.aside(() => cell.runMessages(Activation(coalesces = false)))

  /** Notifies the parent, whoever owns it. */
  private def leave(cell: Cell[?]): Unit = cell.parentCell match
    case null       => ()
    case root: Root => root.remove(cell)
    case parent     =>
      val cause = if cell.cellExtension == null then null else cell.cellExtension.cause
      val _     = parent.signal(SystemSignal.ChildEnded(cell, cause))
