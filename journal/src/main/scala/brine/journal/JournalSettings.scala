package brine.journal

import brine.codec.Compression
import java.time.{Clock, Duration}

/** Settings of a journal. The defaults suit most programs.
  *
  * @param segmentSize
  *   length of a segment file in bytes, 64 KiB to 1 GiB, rounded up to 4 KiB. Opening reads one segment, and retention
  *   deletes whole ones. The space is allocated ahead, so larger segments absorb larger bursts at full speed
  * @param segmentAge
  *   maximum age of a segment that is not full, so that retention by age can delete it; none: a segment ends only when
  *   full
  * @param maxAppendBytes
  *   maximum number of encoded bytes of one append; half a segment is the other limit
  * @param maxPendingAppends
  *   maximum number of appends in flight; a power of two
  * @param maxPendingBytes
  *   maximum number of bytes of all appends in flight that have more than 1 KiB each; `append` waits at this limit
  * @param compression
  *   compresses units where that makes them smaller. It costs more time than it saves, unless the disk is slow or
  *   small; see `docs/journal.md`
  * @param compressions
  *   further compressions for reading older segments, besides [[brine.codec.Compression.Deflate]]
  * @param linger
  *   time that the writer waits for more appends before it calls fsync; zero: the next group forms while an fsync runs
  * @param idleAfter
  *   time without an append after which the writer makes everything durable and writes the watermark, which
  *   distinguishes a torn write from corruption
  * @param forceWithin
  *   maximum time until appends of lower levels become durable, also if the journal is never idle
  * @param spaceCheckEvery
  *   time between checks for space in a journal that is read-only or low on space
  * @param clock
  *   gives the time of records. Times in a journal never decrease, even if the clock does
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

  /** Maximum number of bytes of an append, given the segment size. */
  private[journal] def mostAppendBytes: Long = math.min(maxAppendBytes.toLong, segmentSize / 2)

  /** The compression of this kind, which expands the units of a segment. */
  private[journal] def compressionOf(kind: Int): Option[Compression] =
    (compression +: Compression.Plain +: Compression.Deflate +: compressions).find(_.kind == kind)

object JournalSettings:
  private[journal] inline val SmallestSegment = 1L << 16
  private[journal] inline val LargestSegment  = 1L << 30

  /** The defaults. */
  val default: JournalSettings = JournalSettings()
