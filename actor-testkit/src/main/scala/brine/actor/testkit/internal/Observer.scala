package brine.actor.testkit.internal

import brine.actor.{Cell, Gather, SystemSignal}
import brine.actor.internal.cell.CellView
import brine.actor.internal.mailbox.{BatchNode, Node, OwnerNode, StartNode, WakeNode}
import brine.actor.internal.ref.EnvelopeNode
import brine.actor.internal.timer.TimerEntry
import java.util.{IdentityHashMap, LinkedHashSet, Locale}
import scala.collection.mutable

/** Receives what steps do besides changing the state of their actor: timers at once, everything else after the step. */
private[testkit] trait EffectListener:
  def sent(target: CellTask, node: Node): Unit
  def signalled(target: CellTask, signal: SystemSignal): Unit
  def spawned(task: CellTask): Unit
  def armed(entry: TimerEntry, delayNanos: Long): Unit
  def disarmed(entry: TimerEntry): Unit

/** Finds sent messages by looking at the mailboxes after each step. Sending itself is as in any system and does not
  * know of this.
  */
private[testkit] final class Observer:
  private val busy    = LinkedHashSet[CellTask]()
  private val senders = IdentityHashMap[Node, Sent]()
  private val gathers = mutable.ArrayBuffer[WatchedGather]()
  private var steps   = Footprint()

  var listener: EffectListener = null

  /** What the current step has touched. */
  def footprint: Footprint = steps

  def takeFootprint(): Footprint =
    val taken = steps
    steps = Footprint()
    taken

  /** Watches a gather. The order of its replies matters, although it is not an actor. */
  def watch(gather: Gather[?, ?], key: String): Unit = gathers += WatchedGather(gather, key)

  /** All cells that are neither idle nor stopped, as of the last look, and those scheduled since. */
  def busyTasks: Array[CellTask] = busy.toArray(Array.empty[CellTask])

  def scheduled(task: CellTask): Unit =
    val _ = busy.add(task)

  /** Attributes everything that is new to `sender`. */
  def scan(sender: String, step: Long): Unit =
    val sent = Sent(sender, step)
    gathers.filterInPlace: watched =>
      val received = watched.gather.received
      if received != watched.seen then
        watched.seen = received
        steps.share(watched.key)
      received < watched.gather.count
    val tasks = busy.iterator
    while tasks.hasNext do
      val task = tasks.next()
      val tail = task.cell.mailboxTail
      if tail == null || (tail eq Node.Closed) then
        tasks.remove()
        task.seenTail = null
        task.seenSignal = null
      else
        if tail ne task.seenTail then scanMessages(task, tail, sent)
        if task.cell.pendingSignals ne task.seenSignal then scanSignals(task)

  private def scanMessages(task: CellTask, tail: Node, sender: Sent): Unit =
    // Handled nodes are unlinked, so everything that is left is new.
    var node =
      if task.seenTail != null && task.seenTail.next != null then task.seenTail.next else CellView.nextNode(task.cell)
    while node != null do
      node match
        case _: WakeNode | _: StartNode | _: OwnerNode => ()
        case _                                         =>
          val _ = senders.put(node, sender)
          sendTo(task)
          if listener != null then listener.sent(task, node)
      node = node.next
    task.seenTail = tail

  /** Records a message to an actor, whether it was taken or not. */
  def sendTo(task: CellTask): Unit =
    steps.send(task.key)
    if isBounded(task.cell) then steps.interfere(task.key) // whether there is room depends on what was handled before

  /** Records a message that has yet to arrive. Whether its receiver has stopped may be known already, and room in a
    * bounded mailbox may be taken.
    */
  def kept(task: CellTask): Unit =
    steps.observe(task.key)
    if isBounded(task.cell) then sendTo(task)

  private def scanSignals(task: CellTask): Unit =
    val fresh = CellView.signals(task.cell, task.seenSignal)
    if fresh.nonEmpty then steps.interfere(task.key)
    if listener != null then fresh.foreach(listener.signalled(task, _))
    task.seenSignal = task.cell.pendingSignals

  private def isBounded(cell: Cell[?]): Boolean = cell.publicRef ne cell

  /** The sender of a node that is handled next. */
  def senderOf(node: Node): String = node match
    case _: BatchNode                                => "the stash"
    case envelope: EnvelopeNode if envelope.restored => "the stash"
    case other                                       =>
      val sent = senders.remove(other)
      if sent == null then "somebody" else sent.by

  /** The number of the step that sent it. */
  def causeOf(node: Node): Option[Long] = Option(senders.get(node)).map(_.step)

  /** Records that a handler's child can start. */
  def launched(start: Node, step: Long): Unit =
    val _ = senders.put(start, Sent("", step))

/** The sender of something, and the step in which it was sent. */
private final class Sent(val by: String, val step: Long)

private final class WatchedGather(val gather: Gather[?, ?], val key: String):
  var seen: Int = 0

/** Names of signals in a trace. */
private[testkit] object Signals:
  def text(signal: SystemSignal): String = signal match
    case _: SystemSignal.Stop             => "to stop"
    case watch: SystemSignal.Watch        => s"${watch.watcher} watches it"
    case unwatch: SystemSignal.Unwatch    => s"${unwatch.watcher} does not watch it any more"
    case ended: SystemSignal.Ended        => s"${ended.ref} has ended"
    case ended: SystemSignal.ChildEnded   => s"its child ${ended.child} has ended"
    case failed: SystemSignal.ChildFailed =>
      s"its child ${failed.child} has failed: ${failed.done.toString.toLowerCase(Locale.ROOT)}"
    case _: SystemSignal.Restart  => "to restart, as another child of its parent has"
    case _: SystemSignal.Resume   => "its wait before the restart is over"
    case _: SystemSignal.Continue => "its future has completed"
    case other                    => other.getClass.getSimpleName

  /** Whether a signal only changes who learns of the end of an actor. Handling it at once affects no other step. */
  def isBookkeeping(signal: SystemSignal): Boolean = signal match
    case _: SystemSignal.Watch | _: SystemSignal.Unwatch => true
    case _                                               => false
