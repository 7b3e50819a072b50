package brine.journal.reading

import brine.journal.failure.Gone
import brine.journal.folders.SegmentList
import brine.journal.format.SegmentHeader

/** Chooses the segment that a cursor reads next, among those that are kept and may have selected events. Knows whether
  * retention may have deleted some of them. Owned by one thread at a time.
  */
private[reading] final class SegmentChoice(view: JournalView, selection: Selection):
  // The segments that have selected events, as far as that is known.
  private var holding: HoldingSegments | Null = null
  // Whether retention may have deleted versions of the selected stream that come next.
  private var mayLack = false

  /** The segment after this one, or the one of the next event; null if there is none at all.
    *
    * @param current
    *   the segment that was read; null if none was, or the one that was read is gone
    * @param sequence
    *   sequence that was passed
    * @throws Gone
    *   if the next event was deleted, whichever it was
    */
  def next(current: SegmentHeader | Null, sequence: Long): SegmentHeader | Null =
    val segments = view.segments
    val wanted   =
      if current == null then SegmentList.ofSequence(segments, sequence + 1)
      else
        val after = SegmentList.from(segments, current.number + 1)
        if after == segments.size then -1 else after
    val isGone = wanted >= 0 && current != null && segments(wanted).number > current.number + 1
    if segments.isEmpty then null
    else
      val first = math.max(wanted, 0)
      if isGone || wanted < 0 then
        selection match
          case Selection.Stream(_, version)                                => mayLack = version > 0
          case _ if isGone || sequence > 0 || selection.afterSequence >= 0 =>
            throw Gone(segments(first).firstSequence - 1)
          case _ => () // from the beginning: what is kept
      segments(holder(segments, first))

  /** Place of the first segment from this one on that may have selected events. */
  private def holder(segments: Vector[SegmentHeader], from: Int): Int =
    if holding == null then holding = view.holding(selection)
    val next = holding.nn.from(segments(from).number)
    math.min(SegmentList.from(segments, next), segments.size - 1)

  /** Checks, at the first event after a segment may have been deleted, that no version is missing before it.
    *
    * @param versionBefore
    *   the stream's version before the event's segment
    * @param read
    *   number of selected events so far
    * @throws Gone
    *   if one is
    */
  def found(versionBefore: => Long, read: Long): Unit =
    if mayLack then
      mayLack = false
      requireKept(versionBefore, read)

  /** Checks the same when there is no event for now. */
  def foundNone(read: Long): Unit =
    if mayLack then
      mayLack = false
      requireKept(view.retiredVersion(selection.stream.nn), read)

  /** Requires that versions up to this one, which are not kept, were read or are not wanted. */
  private def requireKept(version: Long, read: Long): Unit =
    if version >= selection.firstVersion + read then throw Gone(view.segments.head.firstSequence - 1)
