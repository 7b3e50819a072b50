package brine.entity.boundary.internal

import brine.journal.Query

/** One query of a view and its fold. The types of values are known to whoever made it. Immutable.
  *
  * @param query
  *   selects the events
  * @param initial
  *   the value without any event
  * @param fold
  *   the value after an event
  */
private[boundary] final class ViewPart[E](val query: Query, val initial: Any, val fold: (Any, E) => Any):
  /** Whether the kind of an event matters. */
  val asksKind: Boolean = query.clauses.exists(_.kinds.nonEmpty)
