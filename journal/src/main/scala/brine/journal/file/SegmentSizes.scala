package brine.journal.file

import brine.journal.JournalSettings

/** The lengths of segment files. The first one of a journal and the first one after a crash are small, so that a small
  * journal takes little space. While segments fill up, each is larger than the one before, up to the length in the
  * settings. A busy journal gets there in two steps: each costs the end of a segment and an index.
  */
private[journal] final class SegmentSizes(settings: JournalSettings):
  /** The length in the settings, in whole pages. */
  val most: Long = pages(settings.segmentSize)

  /** The length to begin with. */
  val first: Long = math.min(most, pages(settings.firstSegmentSize))

  /** The length of the next segment.
    *
    * @param length
    *   length of the current one
    * @param used
    *   bytes of it that are used
    * @param isBusy
    *   whether it filled up fast
    */
  def next(length: Long, used: Long, isBusy: Boolean): Long =
    if used > length / 2 then within(length * (if isBusy then SegmentSizes.BusyFactor else 2)) else within(used * 2)

  /** Whether a segment that filled up in this time, or of which half did, filled up fast. */
  def isFast(nanos: Long): Boolean = nanos < SegmentSizes.FastNanos

  /** Whether a segment will fill up fast: then the one after it must be prepared at once, as the second half would be
    * full before it is ready.
    *
    * @param length
    *   its length
    * @param bytes
    *   bytes of the segment before
    * @param nanos
    *   the time in which those came
    */
  def fillsFast(length: Long, bytes: Long, nanos: Long): Boolean =
    nanos.toDouble * length / bytes < SegmentSizes.FastNanos

  /** A length that has room for this number of bytes, if any has. */
  def holding(bytes: Long): Long = within(bytes)

  /** Whether a file of this length, made by an earlier opening, can be used. */
  def isAllowed(length: Long): Boolean = length >= first && length <= most && length % SegmentSizes.Page == 0

  private def within(bytes: Long): Long = math.min(most, math.max(first, pages(bytes)))

  private def pages(bytes: Long): Long = (bytes + SegmentSizes.Page - 1) & -SegmentSizes.Page

private[journal] object SegmentSizes:
  private inline val Page       = 4096L
  private inline val BusyFactor = 32
  private inline val FastNanos  = 1000000000L
