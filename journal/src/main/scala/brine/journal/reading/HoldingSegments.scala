package brine.journal.reading

import brine.journal.folders.SegmentList
import brine.journal.format.SegmentHeader
import brine.journal.index.{IndexFormat, MergedFormat}
import brine.journal.lookup.SegmentsOfNames

/** The segments that may have the events of a selection. Segments that are not on the list have none of them, and never
  * will; from `until` on, all may.
  *
  * @param numbers
  *   numbers of segments before `until`, in order
  */
private[journal] final class HoldingSegments(numbers: Array[Long], until: Long):
  /** Number of the first segment with this number or a later one that may have selected events. */
  def from(number: Long): Long =
    if number >= until then number
    else
      val found = java.util.Arrays.binarySearch(numbers, number)
      val at    = if found >= 0 then found else -found - 1
      if at < numbers.length then numbers(at) else until

private[journal] object HoldingSegments:
  /** The segments that may have the events of a selection, by merged indexes.
    *
    * @param names
    *   looks names up in merged indexes
    * @param headers
    *   the segments, the current one last
    * @param lastVersion
    *   version after a stream's last event in the segment at a place of this list; -1 if it has none
    */
  private[journal] def of(names: SegmentsOfNames, headers: Vector[SegmentHeader], selection: Selection)(
      lastVersion: (String, Int) => Long
  ): HoldingSegments =
    // What is before is not read.
    val least = headers(math.max(SegmentList.ofSequence(headers, selection.afterSequence + 1), 0)).number
    selection match
      case Selection.Matching(query, _) => QuerySegments.of(names, headers, least, query)
      case other                        => ofName(names.merged, headers, least, other)(lastVersion)

  private def ofName(
      merged: SegmentsOfNames.Indexes,
      headers: Vector[SegmentHeader],
      least: Long,
      selection: Selection
  )(
      lastVersion: (String, Int) => Long
  ): HoldingSegments =
    val (table, name) = selection match
      case Selection.Tagged(tag, _) => (MergedFormat.Tags, tag)
      case other                    => (MergedFormat.Streams, other.stream)
    if name == null then all
    else
      val numbers = scala.collection.mutable.ArrayBuilder.ofLong()
      merged.descend(headers, table, IndexFormat.hash(name), headers.last.number - 1, least): at =>
        // The end of a long stream is read without asking for its beginning.
        val isBefore = selection.firstVersion > 1 && {
          val last = lastVersion(name, at)
          last >= 0 && last < selection.firstVersion
        }
        if !isBefore then numbers += headers(at).number
        isBefore
      HoldingSegments(numbers.result().reverse, headers.last.number)

  /** Any segment may have selected events. */
  val all: HoldingSegments = HoldingSegments(Array.empty, 0)
