package brine.journal.reading

import brine.journal.Query
import brine.journal.Query.Clause
import brine.journal.format.SegmentHeader
import brine.journal.index.{IndexFormat, MergedFormat}
import brine.journal.lookup.MergedIndexes
import scala.collection.immutable.TreeSet

/** The segments that may have the events of a query, by merged indexes. */
private[reading] object QuerySegments:
  def of(merged: MergedIndexes, headers: Vector[SegmentHeader], query: Query): HoldingSegments =
    if query.clauses.exists(QueryUnits.hasNoNames) then HoldingSegments.all
    else
      val numbers = query.clauses.iterator.flatMap(ofClause(merged, headers, _)).to(TreeSet)
      HoldingSegments(numbers.toArray, headers.last.number)

  private def ofClause(merged: MergedIndexes, headers: Vector[SegmentHeader], clause: Clause): Set[Long] =
    def having(table: Int, name: String): Set[Long] =
      val numbers = Set.newBuilder[Long]
      merged.descend(headers, table, IndexFormat.hash(name), headers.last.number - 1): at =>
        numbers += headers(at).number
        false
      numbers.result()
    // A segment has an event with all tags only if it has each of them.
    val tagged = clause.tags.iterator.map(having(MergedFormat.Tags, _)).reduceOption(_ intersect _)
    if clause.streams.isEmpty then tagged.get
    else
      val inStreams = clause.streams.iterator.flatMap(having(MergedFormat.Streams, _)).toSet
      tagged.fold(inStreams)(_ intersect inStreams)
