package brine.journal.testkit

import brine.codec.Compression
import brine.journal.JournalSettings
import java.time.{Clock, Duration, Instant, ZoneOffset}
import java.util.List as JavaList

/** Values of each setting of a journal, by the setting's name. */
object SettingValues:
  /** A compression of a program: DEFLATE behind a byte of its own. */
  final class Own(val kind: Int) extends Compression:
    def name: String                                                 = s"own $kind"
    def compress(bytes: Array[Byte], most: Int): Option[Array[Byte]] =
      Compression.Deflate.compress(bytes, most - 1).map(kind.toByte +: _)
    def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Either[String, Array[Byte]] =
      if length < 1 || bytes(from) != kind.toByte then Left(s"not of $name")
      else Compression.Deflate.expand(bytes, from + 1, length - 1, size)

  val first: Own  = Own(200)
  val second: Own = Own(201)

  type Change = JournalSettings => JournalSettings

  private def clockAt(text: String) = Clock.fixed(Instant.parse(text), ZoneOffset.UTC)

  val all: Map[String, Vector[Change]] = Map(
    "segmentSize"       -> Vector(1L << 16, 100_000L, 1L << 20, 8L << 20).map(size => _.withSegmentSize(size)),
    "firstSegmentSize"  -> Vector(1L << 17, 1L << 16, 70_000L, 2L << 20).map(size => _.withFirstSegmentSize(size)),
    "segmentAge"        -> Vector(JournalSettings.Unlimited, Duration.ofMillis(15)).map(age => _.withSegmentAge(age)),
    "maxAppendBytes"    -> Vector(16 << 20, 500, 20_000).map(bytes => _.withMaxAppendBytes(bytes)),
    "maxPendingAppends" -> Vector(1 << 14, 1, 8).map(count => _.withMaxPendingAppends(count)),
    "maxPendingBytes"   -> Vector(64L << 20, 1L << 16).map(bytes => _.withMaxPendingBytes(bytes)),
    "maxCachedNames"    -> Vector(1 << 18, 1, 4).map(count => _.withMaxCachedNames(count)),
    "compression" -> Vector(Compression.Plain, Compression.Deflate, first, second).map(kind => _.withCompression(kind)),
    "compressions" -> Vector(JavaList.of(first, second), JavaList.of(first), JavaList.of[Own]())
      .map(list => _.withCompressions(list)),
    "linger"    -> Vector(Duration.ZERO, Duration.ofNanos(100_000)).map(time => _.withLinger(time)),
    "idleAfter" -> Vector(Duration.ofMillis(5), Duration.ZERO, Duration.ofHours(1)).map(time => _.withIdleAfter(time)),
    "forceWithin"     -> Vector(Duration.ofSeconds(1), Duration.ZERO).map(time => _.withForceWithin(time)),
    "spaceCheckEvery" -> Vector(Duration.ofSeconds(1), Duration.ofMillis(1)).map(time => _.withSpaceCheckEvery(time)),
    "clock"           -> Vector(Clock.systemUTC, clockAt("2001-02-03T04:05:06Z"), clockAt("2101-02-03T04:05:06Z"))
      .map(clock => _.withClock(clock))
  )

  /** The kinds of compression that a journal with these settings can read. */
  def kinds(settings: JournalSettings): Set[Int] =
    import scala.jdk.CollectionConverters.*
    (settings.compressions.asScala.map(_.kind) :+ settings.compression.kind).toSet + 0 + 1
