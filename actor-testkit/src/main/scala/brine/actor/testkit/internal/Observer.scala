package brine.actor.testkit.internal

import brine.actor.internal.*
import java.util.{IdentityHashMap, LinkedHashSet}

/** Told of what steps do apart from changing the state of their actor: of timers when it happens, of the rest after the step. */
private[testkit] trait EffectListener:
  def sent(target: CellTask, node: Node): Unit
  def signalled(target: CellTask, signal: SystemSignal): Unit
  def spawned(task: CellTask): Unit
  def armed(entry: TimerEntry, delayNanos: Long): Unit
  def disarmed(entry: TimerEntry): Unit

/** Finds out what was sent by looking at the mailboxes after each step: sending is as in any other system, and knows nothing of this. */
private[testkit] final class Observer:
  private val busy    = LinkedHashSet[CellTask]()
  private val senders = IdentityHashMap[Node, String]()
  private var steps   = Footprint()

  var listener: EffectListener = null

  /** What the step under way has touched. */
  def footprint: Footprint = steps

  def takeFootprint(): Footprint =
    val taken = steps
    steps = Footprint()
    taken

  /** All that are neither idle nor ended; as of the last look, and what was scheduled since. */
  def busyTasks: Array[CellTask] = busy.toArray(Array.empty[CellTask])

  def scheduled(task: CellTask): Unit =
    val _ = busy.add(task)

  /** Credits all that is new to `sender`. */
  def scan(sender: String): Unit =
    val tasks = busy.iterator
    while tasks.hasNext do
      val task = tasks.next()
      val tail = task.cell.mailboxTail
      if tail == null || (tail eq Node.Closed) then
        tasks.remove()
        task.seenTail = null
        task.seenSignal = null
      else
        if tail ne task.seenTail then scanMessages(task, tail, sender)
        if task.cell.pendingSignals ne task.seenSignal then scanSignals(task)

  private def scanMessages(task: CellTask, tail: Node, sender: String): Unit =
    // What was handled was unlinked, and then all that is left is new.
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

  /** A message was sent to an actor, whether it was taken or not. */
  def sendTo(task: CellTask): Unit =
    steps.send(task.key)
    if isBounded(task.cell) then steps.interfere(task.key) // whether there is room depends on what was handled

  /** A message was sent that has yet to come. Room in a bounded mailbox is taken already. */
  def kept(task: CellTask): Unit = if isBounded(task.cell) then sendTo(task)

  private def scanSignals(task: CellTask): Unit =
    steps.interfere(task.key)
    if listener != null then CellView.signals(task.cell, task.seenSignal).foreach(listener.signalled(task, _))
    task.seenSignal = task.cell.pendingSignals

  private def isBounded(cell: Cell[?]): Boolean = cell.publicRef ne cell

  /** Who sent what is handled next. */
  def senderOf(node: Node): String = node match
    case batch: BatchNode => senders.getOrDefault(batch, "the stash")
    case other            =>
      val sender = senders.remove(other)
      if sender == null then "somebody" else sender

/** How signals are called in a trace. */
private[testkit] object Signals:
  def text(signal: SystemSignal): String = signal match
    case _: SystemSignal.Stop             => "to stop"
    case watch: SystemSignal.Watch        => s"${watch.watcher} watches it"
    case unwatch: SystemSignal.Unwatch    => s"${unwatch.watcher} does not watch it any more"
    case ended: SystemSignal.Ended        => s"${ended.ref} has ended"
    case ended: SystemSignal.ChildEnded   => s"its child ${ended.child} has ended"
    case failed: SystemSignal.ChildFailed =>
      s"its child ${failed.child} has failed: ${failed.done.toString.toLowerCase}"
    case _: SystemSignal.Restart  => "to restart, as another child of its parent has"
    case _: SystemSignal.Resume   => "its wait before the restart is over"
    case _: SystemSignal.Continue => "what it waited for is there"
    case other                    => other.getClass.getSimpleName

  /** Whether it only changes who is told of the end of an actor: handling it at once gets in the way of nothing. */
  def isBookkeeping(signal: SystemSignal): Boolean = signal match
    case _: SystemSignal.Watch | _: SystemSignal.Unwatch => true
    case _                                               => false
