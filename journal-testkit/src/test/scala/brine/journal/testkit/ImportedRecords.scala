package brine.journal.testkit

import brine.codec.Codec
import brine.journal.tools.ExportedRecord
import brine.journal.{Offset, Record, Stored}
import java.time.Instant
import java.util.{SplittableRandom, UUID}
import scala.collection.mutable

/** Random records as another journal may have had them: several streams with gaps between versions, equal times, tags,
  * appends with keys, empty and large events of two types.
  */
object ImportedRecords:
  private final case class Moved(place: String, steps: Long) derives Codec

  /** The most bytes of the events of an append. */
  val mostBytes = 30_000

  def apply(random: SplittableRandom): Vector[ExportedRecord] =
    val names    = Vector.tabulate(1 + random.nextInt(8))(n => if n == 5 then "long-" * 200 else s"stream-$n")
    val versions = mutable.HashMap.empty[String, Long]
    val records  = Vector.newBuilder[ExportedRecord]
    val appends  = 1 + random.nextInt(if random.nextInt(4) == 0 then 1500 else 200)
    var micros   = if random.nextInt(3) == 0 then 0L else random.nextLong(1L << 51)
    var offset   = 0L
    for append <- 1 to appends do
      val hasKey = random.nextInt(6) == 0
      val count  = if hasKey then 1 + random.nextInt(5) else 1
      val most   = if random.nextInt(12) == 0 then mostBytes / count else 200
      offset += (if random.nextInt(20) == 0 then 1 + random.nextInt(1000) else 0)
      micros += (if random.nextBoolean() then 0L else random.nextLong(1L << (1 + random.nextInt(40))))
      val own = mutable.HashSet.empty[String]
      for part <- 0 until count do
        offset += 1
        val stream = names(random.nextInt(names.size))
        // What was before in the stream may have been deleted. The events of an append have no gap.
        val isFirst = own.add(stream)
        val skipped = if isFirst && random.nextInt(20) == 0 then 1 + random.nextInt(1000) else 0
        val version = versions.getOrElse(stream, 0L) + 1 + skipped
        versions(stream) = version
        val record = Record(
          Offset(offset),
          stream,
          version,
          Instant.EPOCH.plusSeconds(micros / 1_000_000).plusNanos(micros % 1_000_000 * 1000),
          Set.fill(math.max(0, random.nextInt(6) - 2))(s"tag-${random.nextInt(5)}"),
          Option.when(hasKey && part == 0)(UUID(append, random.nextLong())),
          value(random, most - 30)
        )
        records += ExportedRecord(record, if record.key.isDefined then count else 0)
    records.result()

  private def value(random: SplittableRandom, most: Int): Stored =
    val text = random.nextLong().toHexString * (random.nextInt(most) / 16)
    if random.nextBoolean() then Stored(Codec[String].schema, Codec.encodeBare(text))
    else Stored(Codec[Moved].schema, Codec.encodeBare(Moved(text, random.nextLong())))

  /** Everything of a record but its offset, to be compared. */
  def content(exported: ExportedRecord): Vector[Any] =
    val record = exported.record
    Vector(
      record.stream,
      record.version,
      record.at,
      record.tags,
      record.key,
      exported.keyEvents,
      record.value.schema.fingerprint,
      record.value.bytes.toVector
    )
