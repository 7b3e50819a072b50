package brine.journal

import brine.codec.Compression
import java.time.{Clock, Duration}

/** How a journal is kept. The defaults are right for most.
  *
  * @param segmentSize
  *   of its files, in bytes, 64 KiB to 1 GiB, rounded up to 4 KiB. A segment is the unit of retention and of what opening reads;
  *   its space is there before it is written, so larger ones take larger bursts at full speed
  * @param segmentAge
  *   a segment is ended after this time even if it has room, so that retention by age can delete it; none: only by size
  * @param maxAppendBytes
  *   the most bytes that the events of one append may have, encoded; also at most half of a segment
  * @param maxPendingAppends
  *   how many appends may be under way; a power of two
  * @param maxPendingBytes
  *   and how many bytes those of more than 1 KiB may have together; `append` waits where there would be more
  * @param compression
  *   of units, where it makes them smaller. Costs much more time than it saves, unless the disk is slow or small; see `docs/journal.md`
  * @param compressions
  *   others that segments may have been written with, besides [[brine.codec.Compression.Deflate]]
  * @param linger
  *   how long the writer waits for more appends before it forces those it has; none: while one force runs, the next group fills by itself
  * @param idleAfter
  *   after so long without an append, what was not forced is forced, and the watermark is written that tells a torn end from a damaged one
  * @param forceWithin
  *   appends of lower levels are forced within this time even when there are always more
  * @param spaceCheckEvery
  *   a journal that had no space for its next segment looks again after this time
  * @param clock
  *   tells the time of appends. Times in a journal never go back, even if the clock does
  */
final case class JournalSettings(
    segmentSize: Long = 64L << 20,
    segmentAge: Option[Duration] = None,
    maxAppendBytes: Int = 16 << 20,
    maxPendingAppends: Int = 1 << 14,
    maxPendingBytes: Long = 64L << 20,
    compression: Compression = Compression.Plain,
    compressions: Vector[Compression] = Vector.empty,
    linger: Duration = Duration.ZERO,
    idleAfter: Duration = Duration.ofMillis(5),
    forceWithin: Duration = Duration.ofSeconds(1),
    spaceCheckEvery: Duration = Duration.ofSeconds(1),
    clock: Clock = Clock.systemUTC
):
  require(
    segmentSize >= JournalSettings.SmallestSegment && segmentSize <= JournalSettings.LargestSegment,
    s"a segment has 64 KiB to 1 GiB, not $segmentSize bytes"
  )
  require(maxAppendBytes > 0, s"the most bytes of an append must be positive, not $maxAppendBytes")
  require(
    maxPendingAppends > 0 && Integer.bitCount(maxPendingAppends) == 1,
    s"the number of appends under way must be a power of two, not $maxPendingAppends"
  )
  require(!spaceCheckEvery.isNegative && !spaceCheckEvery.isZero, "the time between checks of space must be positive")
  require(maxPendingBytes > 0, s"the bytes of appends under way must be positive, not $maxPendingBytes")

  /** What an append may have, in a segment of this size. */
  private[journal] def mostAppendBytes: Long = math.min(maxAppendBytes.toLong, segmentSize / 2)

  /** What reads units compressed by this kind. */
  private[journal] def compressionOf(kind: Int): Option[Compression] =
    (compression +: Compression.Plain +: Compression.Deflate +: compressions).find(_.kind == kind)

object JournalSettings:
  private[journal] inline val SmallestSegment = 1L << 16
  private[journal] inline val LargestSegment  = 1L << 30

  val default: JournalSettings = JournalSettings()
