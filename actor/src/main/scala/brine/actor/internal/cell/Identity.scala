package brine.actor.internal.cell

import brine.actor.Cell
import brine.actor.internal.support.Described

/** The identity of an actor for humans: its name, or its class and a number, after the identities of its parents. */
private[internal] object Identity:
  private final val Most = 8

  def of(cell: Cell[?]): String =
    val parts = List.newBuilder[String]
    var at    = cell
    var count = 0
    while at != null && !at.isInstanceOf[Root] && count < Most do
      parts += Described.inLine(own(at))
      at = at.parentCell
      count += 1
    val cut = if at != null && !at.isInstanceOf[Root] then List("…") else Nil
    (cut ::: parts.result().reverse).mkString("/")

  def own(cell: Cell[?]): String =
    val extension = cell.cellExtension
    if extension != null && extension.name != null then extension.name
    else
      val dispatcher = cell.cellDispatcher // none before it is spawned
      val number     = if dispatcher == null then System.identityHashCode(cell) else dispatcher.system.numberOf(cell)
      cell.behaviorName + "#" + Integer.toHexString(number)
