package brine.journal.appending

import brine.journal.format.FrameWriter

/** Where the writer begins.
  *
  * @param journal
  *   the journal's folder, for monitoring
  * @param segment
  *   the segment to continue
  * @param sequence
  *   sequence of the last record
  * @param time
  *   time of that record, in microseconds since 1970
  * @param mostUnit
  *   bytes of a unit of several appends at most
  * @param frames
  *   the memory of groups of appends
  */
private[journal] final class WriterStart(
    val journal: String,
    val segment: ActiveSegment,
    val sequence: Long,
    val time: Long,
    val mostUnit: Int,
    val frames: FrameWriter
)
