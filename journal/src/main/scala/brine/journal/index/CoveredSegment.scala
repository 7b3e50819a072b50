package brine.journal.index

import brine.journal.format.{SegmentEnd, SegmentHeader}

/** A segment as a merged index knows it.
  *
  * @param salt
  *   salt of its file
  * @param last
  *   last sequence that it stands for
  * @param digest
  *   digest of the original, by the header of the next segment
  * @param isOriginal
  *   whether it was not compacted
  */
private[journal] final case class CoveredSegment(salt: Long, last: Long, digest: Long, isOriginal: Boolean):
  /** Whether everything in the segment is in the index too. Compaction only removes records, so an index of the
    * original serves the compacted segment: at worst, it names a segment that no longer has the stream.
    */
  def covers(now: CoveredSegment): Boolean =
    last == now.last && digest == now.digest && (salt == now.salt || isOriginal && !now.isOriginal)

private[journal] object CoveredSegment:
  /** @param end
    *   its end by the next header
    */
  def of(header: SegmentHeader, end: SegmentEnd): CoveredSegment =
    CoveredSegment(header.salt, end.sequence, end.digest, !header.isCompacted)
