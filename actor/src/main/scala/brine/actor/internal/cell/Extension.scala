package brine.actor.internal.cell

import brine.actor.internal.ask.UnansweredAsks
import brine.actor.internal.observation.CellObserver
import brine.actor.internal.ref.BoundedRef
import brine.actor.*

/** State that not every actor has, created on first use. Owned by the owner of the cell, except for the parking word.
  * It takes 48 bytes and holds what a parent of many children needs; the rest is in [[Extras]].
  */
private[brine] final class Extension extends ExtensionBase:
  var cause: Throwable      = null // why it stops or restarts
  var options: ActorOptions = null // null: the defaults
  var firstChild: Cell[?]   = null
  var stopCursor: Cell[?]   = null // next child to be stopped

  private var extras: Extras = null
  def hasExtras: Boolean     = extras != null
  private def more: Extras   =
    if extras == null then extras = Extras()
    extras

  def name: String                                   = if extras == null then null else extras.name
  def name_=(value: String): Unit                    = if extras != null || value != null then more.name = value
  def restarts: Restarts                             = if extras == null then null else extras.restarts
  def restarts_=(value: Restarts): Unit              = if extras != null || value != null then more.restarts = value
  def watchers: Watchers                             = if extras == null then null else extras.watchers
  def watchers_=(value: Watchers): Unit              = if extras != null || value != null then more.watchers = value
  def watching: java.util.LinkedHashSet[ActorRef[?]] = if extras == null then null else extras.watching
  def watching_=(value: java.util.LinkedHashSet[ActorRef[?]]): Unit =
    if extras != null || value != null then more.watching = value
  def watchMessages: WatchMessages                = if extras == null then null else extras.watchMessages
  def watchMessages_=(value: WatchMessages): Unit =
    if extras != null || value != null then more.watchMessages = value
  def timers: ActorTimers                   = if extras == null then null else extras.timers
  def timers_=(value: ActorTimers): Unit    = if extras != null || value != null then more.timers = value
  def stash: StashedMessages                = if extras == null then null else extras.stash
  def stash_=(value: StashedMessages): Unit = if extras != null || value != null then more.stash = value
  def queue: BoundedRef[?]                  = if extras == null then null else extras.queue
  def queue_=(value: BoundedRef[?]): Unit   = if extras != null || value != null then more.queue = value
  private[brine] def deliverOwed(): Unit    =
    val bounded = queue
    if bounded != null then bounded.deliverOwed()
  def observer: CellObserver                        = if extras == null then null else extras.observer
  def observer_=(value: CellObserver): Unit         = if extras != null || value != null then more.observer = value
  def receiveTimeout: ReceiveTimeout                = if extras == null then null else extras.receiveTimeout
  def receiveTimeout_=(value: ReceiveTimeout): Unit =
    if extras != null || value != null then more.receiveTimeout = value
    if value != null then diverts = true
  def unansweredAsks: UnansweredAsks                = if extras == null then null else extras.unansweredAsks
  def unansweredAsks_=(value: UnansweredAsks): Unit =
    if extras != null || value != null then more.unansweredAsks = value
  def continuation: SystemSignal                = if extras == null then null else extras.continuation
  def continuation_=(value: SystemSignal): Unit = if extras != null || value != null then more.continuation = value
  def initial: Behavior[?]                      = if extras == null then null else extras.initial
  def initial_=(value: Behavior[?]): Unit       = if extras != null || value != null then more.initial = value
  def factory: () => Actor[?]                   = if extras == null then null else extras.factory
  def factory_=(value: () => Actor[?]): Unit    = if extras != null || value != null then more.factory = value
  def delegate: Actor[?]                        = if extras == null then null else extras.delegate
  def delegate_=(value: Actor[?]): Unit         =
    if extras != null || value != null then more.delegate = value
    if value != null then diverts = true
  def host: Cell[?]                = if extras == null then null else extras.host
  def host_=(value: Cell[?]): Unit = if extras != null || value != null then more.host = value

  private[brine] def publicRef: ActorRef[?] = if extras == null then null else extras.publicRef
  private[brine] def uncount(): Unit        = if observer != null then observer.sent(false)

  private[brine] def hasReceiveTimeout: Boolean  = extras != null && extras.receiveTimeout != null
  private[brine] def touchReceiveTimeout(): Unit = if hasReceiveTimeout then extras.receiveTimeout.touch()

  private[brine] def delegateTo(fresh: Actor[?], cell: Cell[?]): Unit =
    fresh.extend().host = cell
    delegate = fresh

  def link(child: Cell[?]): Unit = firstChild = Siblings.add(firstChild, child)

  def unlink(child: Cell[?]): Unit =
    if stopCursor eq child then stopCursor = child.nextSibling
    firstChild = Siblings.remove(firstChild, child)

  /** The children that have not stopped, newest first. */
  def children: List[Cell[?]] =
    val cells = List.newBuilder[Cell[?]]
    var child = firstChild
    while child != null do
      if !child.cellClosed then cells += child
      child = child.nextSibling
    cells.result()

  def childRefs: List[ActorRef[?]] = children.map(_.publicRef)

  /** Cancels all timers and the receive timeout of the actor. */
  def cancelTimers(): Unit =
    if timers != null then timers.cancelAll()
    if receiveTimeout != null then
      receiveTimeout.cancel()
      receiveTimeout = null

  def addWatcher(watcher: Watcher): Unit =
    if watchers == null then watchers = Watchers()
    watchers.add(watcher)

/** The extension of this cell; null if it has none. */
extension (cell: Cell[?])
  private[brine] def cellExtension: Extension = cell.cellExtensionBase.asInstanceOf[Extension]

  /** The extension of this cell, which has one from now on. */
  private[brine] def extend(): Extension =
    var extension = cell.cellExtension
    if extension == null then
      extension = Extension()
      cell.cellExtensionBase = extension
    extension

/** State that few actors have. Owned by the owner of the cell. */
private[internal] final class Extras:
  var name: String                                   = null
  var restarts: Restarts                             = null
  var watchers: Watchers                             = null
  var watching: java.util.LinkedHashSet[ActorRef[?]] = null
  var timers: ActorTimers                            = null
  var stash: StashedMessages                         = null
  var queue: BoundedRef[?]                           = null
  var observer: CellObserver                         = null
  var receiveTimeout: ReceiveTimeout                 = null
  var watchMessages: WatchMessages                   = null // of context.watchWith
  var unansweredAsks: UnansweredAsks                 = null
  var continuation: SystemSignal                     = null // the signal that a suspended actor waits for
  var initial: Behavior[?]                           = null // kept if the actor may restart

  // For a class actor that may restart: the cell keeps its place, and a new instance handles its messages.
  var factory: () => Actor[?] = null
  var delegate: Actor[?]      = null
  var host: Cell[?]           = null

  /** The reference of the actor for everybody; null if it is the cell. */
  def publicRef: ActorRef[?] = if observer != null then observer.ref else queue
