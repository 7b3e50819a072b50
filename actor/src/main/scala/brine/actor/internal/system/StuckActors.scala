package brine.actor.internal.system

import brine.actor.Cell
import brine.actor.internal.cell.cellExtension

/** Finds the actors that keep a tree from stopping. It reads without ownership, so the result is approximate. */
private[internal] object StuckActors:
  private final val Most = 100

  /** The actors at and below `cell` that have not stopped although all their children have; at most 100. */
  def below(cell: Cell[?]): List[Cell[?]] =
    var found   = List.empty[Cell[?]]
    var waiting = List[Cell[?]](cell)
    var steps   = 0
    while waiting.nonEmpty && steps < 100 * Most && found.length < Most do
      val next      = waiting.head
      val extension = next.cellExtension
      val children  = if extension == null then Nil else extension.children
      waiting = waiting.tail
      if children.nonEmpty then waiting = children ::: waiting
      else if !next.cellClosed then found = next :: found
      steps += 1
    found.reverse
