package brine.journal.tools

import brine.codec.Codec
import brine.journal.SiteEvent.{Created, Renamed}
import brine.journal.tools.JournalFixture.*
import brine.journal.*
import java.nio.file.Path
import java.time.{Clock, Duration, Instant, ZoneOffset}
import java.util.UUID

class JournalImportSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private def exported(folder: Path): Vector[ExportedRecord] =
    val reader = JournalReader.open(folder)
    val all    = Vector.newBuilder[ExportedRecord]
    try ok(JournalExport.of(reader)(all += _)): Unit
    finally reader.close()
    all.result()

  private def what(exported: ExportedRecord) =
    val record = exported.record
    (
      record.stream,
      record.version,
      record.at,
      record.tags,
      record.key,
      exported.keyEvents,
      record.value.bytes.toSeq,
      record.value.schema
    )

  private def importInto(folder: Path, all: Vector[ExportedRecord]): Either[ImportError, Long] =
    val imported = ok(JournalImport.open(folder, small))
    all.zipWithIndex.foreach((record, i) => imported.add(record, i + 1): Unit)
    imported.finish()

  test("what was exported and imported is exported again, but for the offsets"):
    TemporaryFolder.use: folder =>
      TemporaryFolder.use: copy =>
        write(folder)
        val all = exported(folder)
        assertEquals(importInto(copy, all), Right(2081L))
        assertEquals(exported(copy).map(what), all.map(what))
        assertEquals(ok(Verification.of(copy)).damages, Vector.empty)
        // Keys, versions and times go on as in the original.
        val journal = Journal.open(copy, small)
        try
          val again = journal
            .append("all", ExpectedVersion.Any, Seq(Created("again"): SiteEvent), key = Some(UUID(7, 50)))
            .await()
          assert(again.left.exists(_.isInstanceOf[AppendError.Duplicate]), again.toString)
          assertEquals(ok(journal.version("site-1")), all.filter(_.record.stream == "site-1").last.record.version)
          val middle = all(1000).record.at
          assertEquals(ok(journal.offsetAt(middle)).sequence, all.count(_.record.at.isBefore(middle)) + 1L)
        finally journal.close()

  test("versions and offsets with gaps, as after retention and compaction"):
    TemporaryFolder.use: folder =>
      TemporaryFolder.use: copy =>
        write(folder)
        val some = exported(folder).drop(300).filter(_.record.offset.sequence % 3 != 1)
        assertEquals(importInto(copy, some), Right(some.size.toLong))
        val keyed = some.filter(_.keyEvents > 0)
        assertEquals(exported(copy).map(what(_).copy(_6 = 0)), some.map(what(_).copy(_6 = 0)))
        assertEquals(exported(copy).filter(_.keyEvents > 0).map(_.record.key), keyed.map(_.record.key))
        assertEquals(ok(Verification.of(copy)).damages, Vector.empty)
        TemporaryFolder.use: backup =>
          val journal = Journal.open(copy, small)
          try
            journal.endSegment()
            assertEquals(ok(journal.backup(backup)).upTo, Offset(some.size.toLong))
          finally journal.close()

  test("an import goes on in a journal that has records"):
    TemporaryFolder.use: folder =>
      TemporaryFolder.use: copy =>
        write(folder)
        val all = exported(folder)
        assertEquals(importInto(copy, all.take(1000)), Right(1000L))
        assertEquals(importInto(copy, all.drop(1000)), Right(1081L))
        // A keyed append may be torn between the two.
        assertEquals(exported(copy).map(what(_).copy(_6 = 0)), all.map(what(_).copy(_6 = 0)))

  test("what does not fit is refused, with its number, and nothing after it is taken"):
    def record(
        version: Long,
        at: Long,
        bytes: Array[Byte] = Codec.encodeBare(Renamed("x"): SiteEvent),
        stream: String = "s"
    ) =
      ExportedRecord(
        Record(
          Offset(version),
          stream,
          version,
          Instant.ofEpochSecond(at),
          Set.empty,
          None,
          Stored(Codec[SiteEvent].schema, bytes)
        ),
        0
      )
    val cases = Seq(
      record(1, 100)                      -> "version 1 of stream 's', which has version 2",
      record(3, 10)                       -> "is before",
      record(3, 100, Array[Byte](99, 1))  -> "not of its schema",
      record(3, 100, stream = "")         -> "name of a stream",
      record(3, 100, stream = "y" * 2000) -> "name of a stream"
    )
    for (wrong, says) <- cases do
      TemporaryFolder.use: folder =>
        val result = importInto(folder, Vector(record(1, 100), record(2, 100), wrong, record(3, 100), record(4, 100)))
        assert(result.left.exists(error => error.at == 3 && error.message.contains(says)), result.toString)
        assertEquals(exported(folder).size, 2)

  test("a journal that was opened to write gives no earlier time, and says so"):
    TemporaryFolder.use: folder =>
      TemporaryFolder.use: copy =>
        val minute = Duration.ofMinutes(1)
        write(folder)
        val all   = exported(folder)
        val times = all.map(_.record.at)
        // Before, between and after the records
        val openings = Seq(times.head.minus(minute), times(1000), times.last.plus(minute))
        for (opened, number) <- openings.zipWithIndex do
          val target = copy.resolve(s"copy-$number")
          Journal.open(target, small.copy(clock = Clock.fixed(opened, ZoneOffset.UTC))).close()
          val imported = ok(JournalImport.open(target, small))
          val results  = all.zipWithIndex.map((record, i) => imported.add(record, i + 1))
          val ended    = imported.finish()
          if times.head.isBefore(opened) then
            assertEquals(results.map(_.isRight).indexOf(true), -1)
            val message = ended.left.toOption.fold("")(_.message)
            assert(message.startsWith(s"line 1: its time, ${times.head}, is before $opened: "), message)
            assert(message.endsWith("import into a new folder, and open it after the import"), message)
            assertEquals(exported(target), Vector.empty)
          else
            assertEquals(ended, Right(all.size.toLong))
            assertEquals(exported(target).map(_.record.at), times)

  test("a record of 1969"):
    TemporaryFolder.use: folder =>
      TemporaryFolder.use: copy =>
        write(folder)
        val first  = exported(folder).head
        val old    = first.copy(record = first.record.copy(at = Instant.EPOCH.minusMillis(1)))
        val result = importInto(copy, Vector(old))
        assert(result.left.exists(_.message.contains("is before 1970")), result.toString)

  test("an event that is too large for the journal's settings"):
    TemporaryFolder.use: folder =>
      TemporaryFolder.use: copy =>
        val large   = JournalSettings(segmentSize = 1 << 22)
        val journal = Journal.open(folder, large)
        try ok(journal.append("s", Created("x" * 200000): SiteEvent).await()): Unit
        finally journal.close()
        val result = importInto(copy, exported(folder))
        assert(result.left.exists(_.message.contains("line 1: an append of")), result.toString)

  test("a journal that is open, and a folder that is none"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      try assert(JournalImport.open(folder, small).left.exists(_.isInstanceOf[OpenError.Locked]))
      finally journal.close()
