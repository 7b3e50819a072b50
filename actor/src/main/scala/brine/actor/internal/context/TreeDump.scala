package brine.actor.internal.context

import brine.actor.{ActorDump, ActorState, Cell, Mode, SystemInternals}
import brine.actor.internal.cell.{cellExtension, Identity}
import java.util.{ArrayDeque, ArrayList, Collections, IdentityHashMap}

/** Reads the tree of a system without owning its cells, so what it finds is approximate. Every loop has a bound. */
private[brine] object TreeDump:
  private final val MostActors  = 1000000
  private final val MostWaiting = 10000

  /** Children may come and go while their list is read, and then a reading ends early or visits some again. */
  private final val Readings = 3

  /** All mailboxes together, so that many long ones do not take long. */
  private final val WaitingBudget = 1000000

  def of(system: SystemInternals, most: Int): ActorDump =
    if most < 1 || most > MostActors then
      throw IllegalArgumentException(s"a dump of $most actors: the number must be from 1 to 1,000,000")
    TreeDump(system, most).dump

private final class TreeDump(system: SystemInternals, most: Int):
  import TreeDump.*

  private val running = Collections.newSetFromMap(IdentityHashMap[Cell[?], java.lang.Boolean]())
  private val entries = Vector.newBuilder[ActorDump.Entry]
  private val open    = ArrayDeque[Found]() // depth first, so the next is the last
  private var budget  = WaitingBudget

  private final class Found(val cell: Cell[?], val depth: Int)

  def dump: ActorDump =
    system.eachRunning(cell => running.add(cell): Unit)
    system.eachTop(most + 1, cell => open.addLast(Found(cell, 0)))
    var count = 0
    while count < most && !open.isEmpty do
      val next = open.pollFirst()
      add(next)
      count += 1
    ActorDump(entries.result(), !open.isEmpty)

  private def add(found: Found): Unit =
    val cell     = found.cell
    val children = childrenOf(cell)
    var i        = children.size - 1
    while i >= 0 do
      if open.size <= most then open.addFirst(Found(children.get(i), found.depth + 1))
      i -= 1
    val waiting = lengthOf(cell)
    budget -= waiting
    val age = if running.contains(cell) then system.ageOf(cell) else -1L
    entries += ActorDump.Entry(Identity.own(cell), found.depth, stateOf(cell), waiting, children.size, age)

  private def childrenOf(cell: Cell[?]): ArrayList[Cell[?]] =
    val children  = ArrayList[Cell[?]]()
    val extension = cell.cellExtension
    if extension != null && extension.firstChild != null then
      val seen    = Collections.newSetFromMap(IdentityHashMap[Cell[?], java.lang.Boolean]())
      var reading = 0
      while reading < Readings do
        var child = extension.firstChild
        var steps = 0
        while child != null && steps <= most do
          if !child.cellClosed && (child.parentCell eq cell) && children.size <= most && seen.add(child) then
            val _ = children.add(child)
          child = child.nextSibling
          steps += 1
        reading += 1
    children

  private def lengthOf(cell: Cell[?]): Int =
    val extension = cell.cellExtension
    val limit     = Math.max(0, Math.min(MostWaiting, budget))
    if extension != null && extension.queue != null then Math.min(limit, extension.queue.waiting)
    else
      var count = 0
      var node  = cell.mailboxHead
      while node != null && count < limit do
        count += node.count
        node = node.next
      Math.min(limit, count)

  private def stateOf(cell: Cell[?]): ActorState =
    val extension = cell.cellExtension
    val mode      = if extension == null then Mode.Running else extension.mode
    if cell.cellClosed then ActorState.Stopped
    else if mode == Mode.Stopping || mode == Mode.Terminating then ActorState.Stopping
    else if running.contains(cell) then ActorState.Running
    else if mode == Mode.Waiting then ActorState.Suspended
    else if cell.cellBusy then ActorState.Queued
    else ActorState.Idle
