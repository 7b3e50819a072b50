package brine.journal

import brine.codec.Compression
import java.time.{Clock, Duration}
import java.util.{List as JavaList, Objects}

/** Settings of a journal. The defaults suit most programs.
  *
  * {{{
  * JournalSettings(segmentSize = 8 << 20, segmentAge = Duration.ofDays(1))                         // Scala
  * JournalSettings.defaults().withSegmentSize(8 << 20).withSegmentAge(Duration.ofDays(1)) // Java
  * }}}
  *
  * @param segmentSize
  *   maximum length of a segment file in bytes, 64 KiB to 1 GiB, rounded up to 4 KiB. Opening reads one segment, and
  *   retention deletes whole ones. The space is allocated ahead, so larger segments absorb larger bursts at full speed
  * @param firstSegmentSize
  *   length of the first segment file in bytes, 64 KiB to 1 GiB, and of the first one after a crash; `segmentSize` if
  *   that is less. Further ones grow while they fill up. Give it the value of `segmentSize` if bursts must run at full
  *   speed from the start
  * @param segmentAge
  *   maximum age of a segment that is not full, so that retention by age can delete it; above zero. With
  *   [[JournalSettings.Unlimited]], the default, a segment ends only when full
  * @param maxAppendBytes
  *   maximum number of encoded bytes of one append; half of `segmentSize` is the other limit
  * @param maxPendingAppends
  *   maximum number of appends in flight; a power of two
  * @param maxPendingBytes
  *   maximum number of bytes of all appends in flight that have more than 1 KiB each; `append` waits at this limit
  * @param maxCachedNames
  *   how many streams, and how many tags, the journal remembers besides those of the current segment; at least 1. A
  *   segment with as many streams or tags ends, but not with fewer than 4,096. Others are looked up in indexes when
  *   they are used again. Conditions on new tags take up to 16 bytes more for each. The default is one for every 2 KiB
  *   of the maximum heap, from 65,536 to 16,777,216
  * @param compression
  *   compresses units where that makes them smaller. It costs more time than it saves, unless the disk is slow or
  *   small; see `docs/journal.md`. You may change it from one opening to the next: then a new segment begins
  * @param compressions
  *   further compressions for reading older segments, besides [[brine.codec.Compression.Deflate]]. There may be several
  *   of a kind, such as Zstandard with an earlier dictionary. Do not change the list afterwards
  * @param linger
  *   time that the writer waits for more appends before it calls fsync; zero: the next group forms while an fsync runs
  * @param idleAfter
  *   time without an append after which the writer makes everything durable and writes the watermark, which
  *   distinguishes a torn write from corruption; not negative
  * @param forceWithin
  *   maximum time until appends of lower levels become durable, also if the journal is never idle; not negative
  * @param spaceCheckEvery
  *   time between checks for space in a journal that is read-only or low on space; above zero
  * @param clock
  *   gives the time of records. Times in a journal never decrease, even if the clock does
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the setting, the value and the range
  */
final case class JournalSettings(
    segmentSize: Long = 64L << 20,
    firstSegmentSize: Long = 128L << 10,
    segmentAge: Duration = JournalSettings.Unlimited,
    maxAppendBytes: Int = 16 << 20,
    maxPendingAppends: Int = 1 << 14,
    maxPendingBytes: Long = 64L << 20,
    maxCachedNames: Int = JournalSettings.NamesOfHeap,
    compression: Compression = Compression.Plain,
    compressions: JavaList[Compression] = JavaList.of(),
    linger: Duration = Duration.ZERO,
    idleAfter: Duration = Duration.ofMillis(5),
    forceWithin: Duration = Duration.ofSeconds(1),
    spaceCheckEvery: Duration = Duration.ofSeconds(1),
    clock: Clock = Clock.systemUTC
):
  require(
    segmentSize >= JournalSettings.SmallestSegment && segmentSize <= JournalSettings.LargestSegment,
    s"segmentSize is $segmentSize bytes: it must be from 65536 (64 KiB) to 1073741824 (1 GiB)"
  )
  require(
    firstSegmentSize >= JournalSettings.SmallestSegment && firstSegmentSize <= JournalSettings.LargestSegment,
    s"firstSegmentSize is $firstSegmentSize bytes: it must be from 65536 (64 KiB) to 1073741824 (1 GiB)"
  )
  require(
    segmentAge.isPositive,
    s"segmentAge is $segmentAge: it must be above zero; JournalSettings.Unlimited turns it off"
  )
  require(maxAppendBytes > 0, s"maxAppendBytes is $maxAppendBytes: it must be above zero")
  require(
    maxPendingAppends > 0 && Integer.bitCount(maxPendingAppends) == 1,
    s"maxPendingAppends is $maxPendingAppends: it must be a power of two, such as 16384"
  )
  require(maxPendingBytes > 0, s"maxPendingBytes is $maxPendingBytes: it must be above zero")
  require(maxCachedNames > 0, s"maxCachedNames is $maxCachedNames: it must be above zero")
  require(inRange(linger), s"linger is $linger: it must be from zero, which turns it off, to 292 years")
  require(inRange(idleAfter), s"idleAfter is $idleAfter: it must be from zero to 292 years")
  require(inRange(forceWithin), s"forceWithin is $forceWithin: it must be from zero to 292 years")
  require(
    inRange(spaceCheckEvery) && !spaceCheckEvery.isZero,
    s"spaceCheckEvery is $spaceCheckEvery: it must be above zero, and at most 292 years"
  )

  Objects.requireNonNull(compression, "compression"): Unit
  Objects.requireNonNull(compressions, "compressions"): Unit
  Objects.requireNonNull(clock, "clock"): Unit

  // Timers count in nanoseconds.
  private def inRange(time: Duration): Boolean =
    !time.isNegative && time.compareTo(Duration.ofNanos(Long.MaxValue)) <= 0

  /** Returns the settings with this [[segmentSize]] in bytes. */
  def withSegmentSize(segmentSize: Long): JournalSettings = copy(segmentSize = segmentSize)

  /** Returns the settings with this [[firstSegmentSize]] in bytes. */
  def withFirstSegmentSize(firstSegmentSize: Long): JournalSettings = copy(firstSegmentSize = firstSegmentSize)

  /** Returns the settings with this [[segmentAge]]. */
  def withSegmentAge(segmentAge: Duration): JournalSettings = copy(segmentAge = segmentAge)

  /** Returns the settings with this [[maxAppendBytes]]. */
  def withMaxAppendBytes(maxAppendBytes: Int): JournalSettings = copy(maxAppendBytes = maxAppendBytes)

  /** Returns the settings with this [[maxPendingAppends]]. */
  def withMaxPendingAppends(maxPendingAppends: Int): JournalSettings = copy(maxPendingAppends = maxPendingAppends)

  /** Returns the settings with this [[maxPendingBytes]]. */
  def withMaxPendingBytes(maxPendingBytes: Long): JournalSettings = copy(maxPendingBytes = maxPendingBytes)

  /** Returns the settings with this [[maxCachedNames]]. */
  def withMaxCachedNames(maxCachedNames: Int): JournalSettings = copy(maxCachedNames = maxCachedNames)

  /** Returns the settings with this [[compression]]. */
  def withCompression(compression: Compression): JournalSettings = copy(compression = compression)

  /** Returns the settings with a copy of these [[compressions]]. */
  def withCompressions(compressions: JavaList[? <: Compression]): JournalSettings =
    copy(compressions = JavaList.copyOf[Compression](compressions))

  /** Returns the settings with this [[linger]]. */
  def withLinger(linger: Duration): JournalSettings = copy(linger = linger)

  /** Returns the settings with this [[idleAfter]]. */
  def withIdleAfter(idleAfter: Duration): JournalSettings = copy(idleAfter = idleAfter)

  /** Returns the settings with this [[forceWithin]]. */
  def withForceWithin(forceWithin: Duration): JournalSettings = copy(forceWithin = forceWithin)

  /** Returns the settings with this [[spaceCheckEvery]]. */
  def withSpaceCheckEvery(spaceCheckEvery: Duration): JournalSettings = copy(spaceCheckEvery = spaceCheckEvery)

  /** Returns the settings with this [[clock]]. */
  def withClock(clock: Clock): JournalSettings = copy(clock = clock)

  /** Maximum number of bytes of an append, given the segment size. */
  private[journal] def mostAppendBytes: Long = math.min(maxAppendBytes.toLong, segmentSize / 2)

object JournalSettings:
  private[journal] inline val SmallestSegment = 1L << 16
  private[journal] inline val LargestSegment  = 1L << 30

  // Of some 200 bytes each, these take a tenth of the heap.
  private final val NamesOfHeap = math.max(1L << 16, math.min(Runtime.getRuntime.maxMemory >> 11, 1L << 24)).toInt

  /** A [[JournalSettings.segmentAge]] that never ends a segment: the longest time there is. */
  val Unlimited: Duration = Duration.ofSeconds(Long.MaxValue)

  /** The defaults. */
  val defaults: JournalSettings = JournalSettings()
