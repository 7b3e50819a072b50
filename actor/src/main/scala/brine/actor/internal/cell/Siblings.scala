package brine.actor.internal.cell

import brine.actor.Cell

/** The children of one parent, linked through the cells themselves, newest first. Owned by the parent, or guarded by
  * the lock of a [[Root]]. The parent holds the first cell, and both methods return the new first cell.
  */
private[internal] object Siblings:
  def add(first: Cell[?], child: Cell[?]): Cell[?] =
    child.nextSibling = first
    if first != null then first.previousSibling = child
    child

  def remove(first: Cell[?], child: Cell[?]): Cell[?] =
    val next = child.nextSibling
    if child.previousSibling != null then child.previousSibling.nextSibling = next
    if next != null then next.previousSibling = child.previousSibling
    val left = if first eq child then next else first
    child.nextSibling = null
    child.previousSibling = null
    left
