package brine.journal.reading

import brine.journal.Query
import brine.journal.Query.Clause
import brine.journal.format.SegmentHeader
import brine.journal.index.{IndexFormat, MergedFormat}
import brine.journal.lookup.SegmentsOfNames
import scala.collection.immutable.TreeSet

/** The segments that may have the events of a query, by merged indexes. */
private[reading] object QuerySegments:
  /** The segments from the one with number `least` on. */
  def of(names: SegmentsOfNames, headers: Vector[SegmentHeader], least: Long, query: Query): HoldingSegments =
    if query.clauses.exists(QueryUnits.hasNoNames) then HoldingSegments.all
    else
      val numbers = query.clauses.iterator.flatMap(ofClause(names, headers, least, _)).to(TreeSet)
      HoldingSegments(numbers.toArray, headers.last.number)

  private def ofClause(
      names: SegmentsOfNames,
      headers: Vector[SegmentHeader],
      least: Long,
      clause: Clause
  ): Set[Long] =
    def having(table: Int, name: String, first: Long, last: Long): Set[Long] =
      names.of(headers, table, IndexFormat.hash(name), first, last)
    val newest = headers.last.number - 1
    // A segment has an event with all tags only if it has each of them: the next one is looked for between the first
    // and the last segment that have those before.
    val tagged = clause.tags.foldLeft(Option.empty[Set[Long]]): (before, tag) =>
      before match
        case None                             => Some(having(MergedFormat.Tags, tag, least, newest))
        case Some(numbers) if numbers.isEmpty => before
        case Some(numbers) => Some(numbers intersect having(MergedFormat.Tags, tag, numbers.min, numbers.max))
    if clause.streams.isEmpty then tagged.get
    else
      val inStreams = clause.streams.iterator.flatMap(having(MergedFormat.Streams, _, least, newest)).toSet
      tagged.fold(inStreams)(_ intersect inStreams)
