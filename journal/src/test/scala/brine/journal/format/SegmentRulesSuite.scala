package brine.journal.format

import brine.codec.Codec
import brine.journal.folders.{ManifestStore, SegmentFiles}
import brine.journal.index.TestSegment
import brine.journal.index.TestSegment.Event
import brine.journal.lookup.SegmentIndexes
import brine.journal.maintenance.JournalContent
import brine.journal.storage.MemoryStorage
import brine.journal.tools.{JournalInfo, Statistics, Verification}
import brine.journal.{Journal, JournalReader, JournalSettings}
import java.nio.file.Path
import java.util.UUID

/** Segments whose checksums all agree, but which no writer writes: everything that reads whole segments refuses them,
  * since all of it reads with [[SegmentReader]].
  */
class SegmentRulesSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val folder   = Path.of("rules")
  private val codec    = summon[Codec[String]]
  private val settings = JournalSettings(segmentSize = 1 << 16)

  private def event(text: String)               = Event("s", Codec.encodeBare(text)(using codec), codec)
  private def header(number: Long, first: Long) = TestSegment.header(1 << 16, number, first)

  /** A journal of one segment, or of two. */
  private def journal(hasNext: Boolean)(fill: TestSegment => SegmentEnd): MemoryStorage =
    val storage = MemoryStorage()
    val segment = TestSegment(header(1, 1))
    val end     = fill(segment)
    storage.put(folder.resolve(SegmentFiles.name(1)), segment.toArray)
    if hasNext then
      val next = TestSegment(header(2, end.sequence + 1).copy(previous = end, salt = 78))
      next.unit(20, Seq(event("after")), _ => end.sequence): Unit
      storage.put(folder.resolve(SegmentFiles.name(end.sequence + 1)), next.toArray)
    val manifest = Manifest(1, UUID(1, 2), 1, 1, 1, Watermark(0, 0, 0), isClosed = false)
    ManifestStore.write(storage, folder, manifest)
    storage

  private def three(segment: TestSegment): Unit =
    for i <- 1 to 3 do segment.unit(10 + i, Seq(event(s"a $i"), event(s"b $i"))): Unit

  /** Everything that reads the whole of an ended segment; whether it reads it without complaint. */
  private val readers: Vector[(String, MemoryStorage => Boolean)] = Vector(
    "an index in memory"   -> (storage => index(storage, keeps = false)),
    "an index on the disk" -> (storage => index(storage, keeps = true)),
    "a restore"            -> (storage => isGood(JournalContent.read(storage, folder, _ => None))),
    "verification"         -> (storage => Verification.of(folder, settings, storage).exists(_.isSound)),
    "statistics"           -> (storage => Statistics.of(folder, settings = settings, storage = storage).isRight)
  )

  /** Everything that reads the whole of the last segment. */
  private val readersOfLast: Vector[(String, MemoryStorage => Boolean)] = Vector(
    "opening"             -> (storage => Journal.tryOpen(folder, settings, storage).map(_.close()).isRight),
    "opening for reading" -> (storage => JournalReader.tryOpen(folder, settings, storage).map(_.close()).isRight),
    "a restore"           -> (storage => isGood(JournalContent.read(storage, folder, _ => None))),
    "verification"        -> (storage => Verification.of(folder, settings, storage).exists(_.isSound)),
    "a summary"           -> (storage => JournalInfo.of(folder, settings, storage).isRight),
    "statistics"          -> (storage => Statistics.of(folder, settings = settings, storage = storage).isRight)
  )

  private def isGood(body: => Any): Boolean =
    try
      body: Unit
      true
    catch case _: Damage => false

  private def index(storage: MemoryStorage, keeps: Boolean): Boolean =
    val indexes = SegmentIndexes(storage, folder, _ => None, keeps)
    try
      val headers = SegmentFiles.headers(storage, folder, SegmentFiles.list(storage, folder)).map(_._2)
      isGood(indexes.of(headers.head, headers(1).previous.sequence))
    finally indexes.close()

  private def check(what: String, isRight: Boolean)(fill: TestSegment => SegmentEnd): Unit =
    for hasNext <- Seq(true, false); (reader, reads) <- if hasNext then readers else readersOfLast do
      val storage = journal(hasNext)(fill)
      assertEquals(reads(storage), isRight, s"$reader, of $what, as the ${if hasNext then "first of two" else "last"}")

  test("a segment as the format's page has it is read by all"):
    check("a good one", isRight = true): segment =>
      three(segment)
      segment.seal()

  test("a unit that does not follow the one before is refused by all"):
    check("a gap", isRight = false): segment =>
      three(segment)
      segment.sequence += 1
      three(segment)
      segment.seal()

  test("records that repeat are refused by all"):
    check("a repetition", isRight = false): segment =>
      three(segment)
      segment.sequence -= 2
      three(segment)
      segment.seal()

  test("a unit with fewer or more records than it says is refused by all"):
    for says <- Seq(0, 1, 3) do
      check(s"a unit of two that says $says", isRight = false): segment =>
        three(segment)
        segment.unit(20, Seq(event("x"), event("y")), says = says): Unit
        segment.seal()

  test("a seal that says something else than was read is refused by all that read to it"):
    val wrong = Vector[Seal => Seal](
      seal => seal.copy(sequence = seal.sequence + 1),
      seal => seal.copy(sequence = seal.sequence - 1),
      seal => seal.copy(digest = seal.digest + 1),
      seal => seal.copy(records = seal.records - 1)
    )
    for change <- wrong; hasNext <- Seq(false, true) do
      val storage = () =>
        journal(hasNext): segment =>
          three(segment)
          segment.seal(change)
      // An index and statistics are complete before the seal of a segment whose end they know.
      val reading =
        if hasNext then readers.filter((name, _) => Set("a restore", "verification")(name)) else readersOfLast
      assert(reading.size >= 2)
      for (reader, reads) <- reading do assert(!reads(storage()), s"$reader, ${change(Seal(10, 20, 30))}")

  test("units after the end that the next header gives do not count"):
    for (reader, reads) <- readers do
      val storage = journal(hasNext = true): segment =>
        three(segment)
        val end = SegmentEnd(segment.sequence, segment.end, segment.digest)
        three(segment)
        end
      assert(reads(storage), reader)
