package brine.actor.testkit.internal

import brine.actor.internal.*

/** Something that a handler has done to another actor, or sent itself, and that has not come there yet. */
private[testkit] enum Sending:
  case Launch(child: CellTask, start: StartNode)
  case Message(target: CellTask, node: Node)
  case Told(target: CellTask, signal: SystemSignal)

/** Takes what a handler sends out of the mailboxes again, so that it can arrive one by one: between two sends of a handler others may run, and
  * what they send may come in between.
  *
  * While a handler runs all other cells are made to look idle. So each send finds its receiver idle and has it scheduled, which is where it is
  * noticed and taken back. What a handler sends itself is seen behind what its mailbox held before. All of this is right because
  * there is one thread, which owns every cell.
  */
private[testkit] final class Capture(sender: CellTask, busy: Array[CellTask]):
  private val known          = java.util.IdentityHashMap[Node, Node]() // what it sent itself
  private var lastSeen: Node = null
  private var others         = Array.empty[CellTask]

  hide(busy)

  def hide(busy: Array[CellTask]): Unit =
    others = busy
    lastSeen = sender.cell.mailboxTail
    others.foreach(other => if other ne sender then other.hide())

  def restore(): Unit = others.foreach(other => if other ne sender then other.show())

  /** A cell was idle, or looked so, and is to be scheduled: what for, it forgets. */
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

  /** Notes what it has sent itself before what it sends now. */
  private def takeOwn(): Unit =
    while lastSeen.next != null do
      lastSeen = lastSeen.next
      note(lastSeen)

  private def note(node: Node): Unit =
    val _ = known.put(node, node)
    if !node.isInstanceOf[WakeNode] then sender.outbox += Sending.Message(sender, node)

  /** What it has sent itself stays where it is. */
  def leaveOwn(): Unit =
    val _ = sender.outbox.filterInPlace:
      case Sending.Message(target, node) => (target ne sender) || !known.containsKey(node)
      case _                             => true
    known.clear()

  /** After the step: takes what it sent itself out of its mailbox. */
  def finish(): Unit =
    val cell = sender.cell
    if cell.cellClosed then leaveOwn() // it was in the mailbox that was closed
    else if cell.mailboxTail != null then
      // What is left of the mailbox is what it held before, then what it sent itself; a stash that was put back may be in front.
      val remaining = Iterator.iterate(CellView.nextNode(cell))(_.next).takeWhile(_ != null).toVector
      val from      = remaining.indexWhere(_ eq lastSeen) + 1
      remaining.drop(from).foreach(found => if !found.isInstanceOf[BatchNode] then note(found))
      if !known.isEmpty then
        remaining.foreach(_.unlink())
        relink(cell, remaining.filterNot(known.containsKey))

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
