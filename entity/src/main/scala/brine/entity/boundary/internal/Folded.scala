package brine.entity.boundary.internal

import brine.entity.boundary.View

/** What a view has folded, up to an offset. Immutable.
  *
  * @param values
  *   the value of each part
  * @param offset
  *   up to here everything that the view selects is in the values
  * @param last
  *   offset of the last event in them, 0 for none
  * @param micros
  *   time of that event, 0 for none
  */
private[boundary] final class Folded(val values: Vector[Any], val offset: Long, val last: Long, val micros: Long):
  /** The values after an event, given which parts select it.
    *
    * @throws NullPointerException
    *   if a fold gives a null
    */
  def after[E](view: View[E, ?], selected: Vector[Boolean], event: E): Folded =
    var next = values
    var at   = 0
    while at < selected.size do
      if selected(at) then
        val value = view.parts(at).fold(next(at), event)
        if value == null then throw NullPointerException("the value is null")
        next = next.updated(at, value)
      at += 1
    new Folded(next, offset, last, micros)

  /** The same up to a record. */
  def upTo(offset: Long, micros: Long): Folded = new Folded(values, offset, offset, micros)

  /** The same up to an offset without such a record. */
  def upTo(offset: Long): Folded = if offset == this.offset then this else new Folded(values, offset, last, micros)

private[boundary] object Folded:
  /** Of a view before the first event. */
  def initial(view: View[?, ?]): Folded = new Folded(view.parts.map(_.initial), 0, 0, 0)
