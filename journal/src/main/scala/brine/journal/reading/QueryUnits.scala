package brine.journal.reading

import brine.journal.Query
import brine.journal.Query.Clause
import brine.journal.index.{IndexedSegment, Places, UnitCursor}

/** Where the events of a query may be in a segment, by its index: for each clause, the units of its streams, or of the
  * rarest of its tags.
  */
private[reading] object QueryUnits:
  /** The units that may have events of a query, from this offset on; null for all, because a clause has no names. */
  def of(query: Query, index: IndexedSegment, from: Long): UnitCursor | Null =
    if query.clauses.exists(hasNoNames) then null
    else
      val cursors = query.clauses.flatMap: clause =>
        if clause.streams.nonEmpty then clause.streams.iterator.map(index.unitsOfStream(_, from))
        else Iterator(index.unitsOfTag(rarest(clause, index), from))
      if cursors.size == 1 then cursors.head else MergedUnits(cursors.toArray)

  /** The places that may have the events, if one clause selects them and the index knows places. */
  def places(query: Query, index: IndexedSegment): Places | Null = query.clauses match
    case Vector(one) if one.streams.size == 1 => index.placesOf(one.streams.head, ordered(one, index))
    case Vector(one) if one.streams.isEmpty && one.tags.nonEmpty => index.placesOf(null, ordered(one, index))
    case _                                                       => null

  /** Whether all events have to be read for a clause. */
  def hasNoNames(clause: Clause): Boolean = clause.streams.isEmpty && clause.tags.isEmpty

  // The rarest one first.
  private def ordered(clause: Clause, index: IndexedSegment): Vector[String] =
    if clause.tags.size <= 1 then clause.tags.toVector else clause.tags.toVector.sortBy(index.unitCountOfTag)

  private def rarest(clause: Clause, index: IndexedSegment): String =
    if clause.tags.size == 1 then clause.tags.head else clause.tags.minBy(index.unitCountOfTag)
