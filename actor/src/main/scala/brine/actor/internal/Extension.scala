package brine.actor.internal

import brine.actor.*
import java.util.ArrayList
import java.util.concurrent.atomic.AtomicInteger

/** What its owner has to do with an actor before its next message. */
private[brine] object Mode:
  final val Running     = 0
  final val Waiting     = 1 // until a continuation or the end of a backoff comes
  final val Stopping    = 2
  final val Terminating = 3 // until the last child has ended
  final val Restarting  = 4
  final val Replaying   = 5 // running, with stashed messages to be put back first

/** What not every actor has, made when it is first needed. Touched by the cell's owner alone, but for the parking word. */
private[brine] final class Extension:
  /** Whether the owner gave the cell up without making it idle. Whoever takes it back from 1 to 0 schedules the cell. */
  private val parked = AtomicInteger(0)

  var mode: Int            = Mode.Running
  var headHandled: Boolean = false
  var cause: Throwable     = null // why it stops or restarts

  var options: ActorOptions = null // null: the defaults
  var name: String          = null
  var firstChild: Cell[?]   = null
  var stopCursor: Cell[?]   = null // the next child to be told to stop
  var restarts: Restarts    = null

  var watchers: ArrayList[Watcher]                     = null
  var watching: java.util.LinkedHashSet[ActorRef[?]]   = null
  var timers: ActorTimers                              = null
  var stash: StashedMessages                           = null
  var queue: BoundedRef[?]                             = null
  var unansweredAsks: ArrayList[AskReply[?]]           = null
  var continuation: SystemSignal                       = null // the one an actor that waits is waiting for

  // An actor as a class that was restarted: the cell keeps its place, a new instance handles its messages.
  var initial: Behavior[?]      = null // of an actor that may begin anew
  var factory: () => Actor[?] = null
  var delegate: Actor[?]      = null
  var host: Cell[?]           = null

  def park(): Unit      = parked.set(1)
  def unpark(): Boolean = parked.compareAndSet(1, 0)
  def isParked: Boolean = parked.get == 1

  def link(child: Cell[?]): Unit =
    child.nextSibling = firstChild
    if firstChild != null then firstChild.previousSibling = child
    firstChild = child

  def unlink(child: Cell[?]): Unit =
    if child.previousSibling != null then child.previousSibling.nextSibling = child.nextSibling
    else if firstChild eq child then firstChild = child.nextSibling
    if child.nextSibling != null then child.nextSibling.previousSibling = child.previousSibling
    if stopCursor eq child then stopCursor = child.nextSibling
    child.nextSibling = null
    child.previousSibling = null

  def childRefs: List[ActorRef[?]] =
    val refs  = List.newBuilder[ActorRef[?]]
    var child = firstChild
    while child != null do
      if !child.cellClosed then refs += child.publicRef
      child = child.nextSibling
    refs.result()

  def addWatcher(watcher: Watcher): Unit =
    if watchers == null then watchers = ArrayList(2)
    if !watchers.contains(watcher) then
      val _ = watchers.add(watcher)
