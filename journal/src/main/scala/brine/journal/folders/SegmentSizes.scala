package brine.journal.folders

import brine.journal.JournalSettings

/** The lengths of segment files. The first one of a journal and the first one after a crash are small, so that a small
  * journal takes little space. While segments fill up, each is larger than the one before, up to the length in the
  * settings. In a burst each has room for a second of it, but is at most 32 times as long as the one before, which must
  * last until it is ready. So a burst is not slowed down by space that it will not use. Depends on nothing but its
  * arguments.
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
    * @param nanos
    *   the time in which those came
    */
  def next(length: Long, used: Long, nanos: Long): Long =
    if used <= length / 2 then within(used * 2)
    else
      val ofSecond = used * SegmentSizes.Second / math.max(nanos, 1)
      within(math.max(length * 2, math.min(ofSecond, (length * SegmentSizes.MostGrowth).toDouble).toLong))

  /** Whether the next segment must be prepared as soon as the current one begins: if the second half of that may be
    * full before the next one is ready.
    *
    * @param length
    *   length of the current segment
    * @param next
    *   length of the next one
    * @param bytes
    *   bytes of the segment before
    * @param nanos
    *   the time in which those came
    */
  def isNeededAtOnce(length: Long, next: Long, bytes: Long, nanos: Long): Boolean =
    nanos.toDouble * (length / 2) / math.max(bytes, 1) < next * SegmentSizes.Second / SegmentSizes.ZerosOfSecond

  /** A length that has room for this number of bytes, if any has. */
  def holding(bytes: Long): Long = within(bytes)

  /** Whether a file of this length, made by an earlier opening, can be used. */
  def isAllowed(length: Long): Boolean = length >= first && length <= most && length % SegmentSizes.Page == 0

  private def within(bytes: Long): Long = math.min(most, math.max(first, pages(bytes)))

  private def pages(bytes: Long): Long = (bytes + SegmentSizes.Page - 1) & -SegmentSizes.Page

private[journal] object SegmentSizes:
  private inline val Page       = 4096L
  private inline val MostGrowth = 32L
  private inline val Second     = 1e9

  // Bytes of a new file that a slow disk writes in a second, beside the appends (docs/adr/0027).
  private inline val ZerosOfSecond = 250e6
