package brine.actor.testkit.internal

import brine.actor.{Cell, SystemSignal}
import brine.actor.internal.cell.{cellExtension, CellView}
import brine.actor.internal.mailbox.{BatchNode, Node, StartNode, WakeNode}
import brine.actor.internal.ref.EnvelopeNode

/** Something that a handler has done to another actor, or sent to itself, and that has not arrived yet. */
private[testkit] enum Sending:
  case Launch(child: CellTask, start: StartNode)
  case Message(target: CellTask, node: Node)
  case Told(target: CellTask, signal: SystemSignal)

/** Takes what a handler sends out of the mailboxes again, so that it can arrive one by one. Between two sends of a
  * handler, other actors may run, and what they send may arrive in between.
  *
  * While a handler runs, all other cells are made to look idle. So each send finds its receiver idle and has it
  * scheduled. There the send is noticed and undone. What a handler sends to itself is found behind the previous
  * contents of its mailbox. All of this is correct because one thread owns every cell.
  */
private[testkit] final class Capture(sender: CellTask, busy: Array[CellTask]):
  private val known          = java.util.IdentityHashMap[Node, Node]() // what it sent to itself
  private var lastSeen: Node = null
  private var others         = Array.empty[CellTask]

  hide(busy)

  def hide(busy: Array[CellTask]): Unit =
    others = busy
    lastSeen = sender.cell.mailboxTail
    others.foreach(other => if other ne sender then other.hide())

  def restore(): Unit = others.foreach(other => if other ne sender then other.show())

  /** Undoes a send: its cell was idle, or looked so, and forgets what it was scheduled for. */
  def take(target: CellTask): Unit =
    takeOwn()
    val cell    = target.cell
    val sending =
      if cell.pendingSignals != null then
        val signal = cell.pendingSignals
        cell.pendingSignals = null
        Sending.Told(target, signal)
      else
        cell.mailboxHead match
          case start: StartNode =>
            target.launching = true
            Sending.Launch(target, start)
          case node => Sending.Message(target, node)
    cell.mailboxTail = null
    cell.mailboxHead = null
    sender.outbox += sending

  /** Records what the handler sent to itself before its next send. */
  private def takeOwn(): Unit =
    while lastSeen.next != null do
      lastSeen = lastSeen.next
      note(lastSeen)

  private def note(node: Node): Unit =
    val _ = known.put(node, node)
    if !node.isInstanceOf[WakeNode] then sender.outbox += Sending.Message(sender, node)

  /** Leaves what the handler sent to itself in its mailbox. */
  def leaveOwn(): Unit =
    val _ = sender.outbox.filterInPlace:
      case Sending.Message(target, node) => (target ne sender) || !known.containsKey(node)
      case _                             => true
    known.clear()

  /** Called after the step: takes what the handler sent to itself out of its mailbox. */
  def finish(): Unit =
    val cell = sender.cell
    if cell.cellClosed then leaveOwn() // it was in the mailbox, which is closed now
    else if cell.mailboxTail != null then
      // The mailbox holds its previous contents, then what it sent to itself. A restored stash may be in front.
      val remaining = Iterator.iterate(CellView.nextNode(cell))(_.next).takeWhile(_ != null).toVector
      val from      = remaining.indexWhere(_ eq lastSeen) + 1
      remaining.drop(from).foreach(found => if !isRestored(found) then note(found))
      if !known.isEmpty then
        remaining.foreach(_.unlink())
        relink(cell, remaining.filterNot(known.containsKey))

  private def isRestored(node: Node): Boolean = node match
    case _: BatchNode           => true
    case envelope: EnvelopeNode => envelope.restored
    case _                      => false

  private def relink(cell: Cell[?], kept: Vector[Node]): Unit =
    kept.zip(kept.drop(1)).foreach((before, after) => before.linkNext(after))
    val extension   = cell.cellExtension
    val headHandled = extension != null && extension.headHandled
    if headHandled then
      cell.mailboxHead.unlink()
      kept.headOption.foreach(cell.mailboxHead.linkNext)
      cell.mailboxTail = kept.lastOption.getOrElse(cell.mailboxHead)
    else
      cell.mailboxHead = kept.headOption.orNull
      cell.mailboxTail = kept.lastOption.orNull
      if kept.isEmpty then sender.scheduled = false
