package brine.actor.internal

/** The children of one parent, linked through the cells themselves, the newest first. Touched by the parent's owner alone, or under the
  * lock of a [[Root]]. Whoever holds the list holds its first cell, which both methods give anew.
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
