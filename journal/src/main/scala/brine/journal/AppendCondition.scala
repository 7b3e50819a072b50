package brine.journal

import java.util.Objects

/** A condition of an append: no event after an offset may match a query. With it a program decides on all events of a
  * query, whatever their streams are, and is refused with [[AppendError.Conflict]] if others have appended to them
  * since.
  *
  * {{{
  * val taken = AppendCondition(Query.tagged("user:ann"), after = Offset.Begin)
  * log.appendAll(Seq(StreamAppend("users", ExpectedVersion.Any, events, tags = Set("user:ann"))), unless = Seq(taken))
  * }}}
  *
  * Every event before the append in the order of the log counts, also one that is not durable yet. The events of the
  * append itself do not. Events that are no longer kept do not count either: from [[Offset.Begin]] on the condition is
  * about all events that are kept, also those of deleted streams. If retention has deleted events after another offset,
  * the append is [[AppendError.Unreadable]] with [[ReadError.Gone]], unless the log knows without reading that nothing
  * after the offset matches.
  *
  * @param query
  *   selects the events
  * @param after
  *   the offset up to which the program knows the events
  */
final case class AppendCondition(query: Query, after: Offset):
  Objects.requireNonNull(query, "query"): Unit
  require(after.sequence >= 0, s"an offset is not negative: ${after.sequence}")

object AppendCondition:
  /** The most conditions of an append. Their queries have at most [[Query.MostClauses]] clauses together. */
  final val Most = 100
