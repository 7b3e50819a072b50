package brine.journal.tools

import brine.codec.Codec
import brine.journal.appending.StoredEvent
import brine.journal.tools.ImportFixture.*
import brine.journal.tools.JournalFixture.{ok, small}
import brine.journal.*

class ImportGroupSuite extends munit.FunSuite:
  private def event(exported: ExportedRecord): StoredEvent =
    val record = exported.record
    StoredEvent(record.stream, record.version, record.value.schema, record.value.bytes, record.tags)

  /** How many records each append has. */
  private def groups(most: Long, records: Seq[ExportedRecord]): Vector[Int] =
    val group = ImportGroup(most)
    val sizes = Vector.newBuilder[Int]
    for (record, at) <- records.zipWithIndex do
      val time = Micros.of(record.record.at)
      if !group.takes(record, event(record), time) then
        if !group.isEmpty then sizes += group.size
        group.clear()
      group.add(record, event(record), time, at)
    (sizes += group.size).result()

  test("records of one time, up to a number"):
    assertEquals(groups(1 << 20, (1 to 2500).map(record(_, 1))), Vector(1000, 1000, 500))
    assertEquals(groups(1 << 20, (1 to 6).map(n => record(n, n / 3))), Vector(2, 3, 1))

  test("no more bytes than an append may have, unless it is one record"):
    val most = 20_000L
    for records <- Seq(
        (1 to 100).map(record(_, 1).large(1000)),
        (1 to 100).map(n => record(1, 1, stream = s"stream-$n" * 50)),
        (1 to 100).map(n => record(n, 1).tagged(s"tag-$n" * 100))
      )
    do
      val sizes = groups(most, records)
      assertEquals(sizes.sum, 100)
      assert(clue(sizes).forall(_ < 30) && sizes.head > 1)
    assertEquals(groups(most, (1 to 3).map(record(_, 1).large(50_000))), Vector(1, 1, 1))

  test("the records of an append with a key, by their offsets"):
    val keyed = record(1, 1).offset(10).key(1, 3)
    assertEquals(
      groups(1, Seq(keyed, record(2, 1).offset(11), record(3, 1).offset(12), record(4, 1).offset(13))),
      Vector(3, 1)
    )
    // After compaction
    assertEquals(groups(1, Seq(keyed, record(2, 1).offset(12), record(3, 1).offset(13))), Vector(2, 1))
    // Offsets that do not ascend are of no append.
    assertEquals(groups(1, Seq(keyed, record(2, 1).offset(10), record(3, 1).offset(3))), Vector(1, 1, 1))
    assertEquals(groups(1, Seq(keyed, record(2, 1).offset(11).key(2, 1), record(3, 1).offset(12))), Vector(1, 1, 1))
    assertEquals(groups(1, Seq(keyed, record(2, 2).offset(11), record(3, 2).offset(12))), Vector(1, 1, 1))

  test("any settings take many records of one time, with long names and a large schema"):
    val wide = Stored(Codec[Wide].schema, Codec.encodeBare(Wide(1, 2, 3, 4)))
    assert(clue(wide.schema.canonical.length) > 300)
    val all = Vector.tabulate(600): n =>
      val one = record(n / 3 + 1, 1, stream = s"${n % 3}" * 900).tagged(s"tag-${n % 7}" * 100)
      one.copy(record = one.record.copy(value = wide))
    for settings <- Seq(small, small.withMaxAppendBytes(100), small.withMaxPendingAppends(1).withMaxPendingBytes(1)) do
      TemporaryFolder.use: folder =>
        assertEquals(importInto(folder, all, settings), Right(600L))
        assertEquals(exported(folder).map(_.record.stream), all.map(_.record.stream))

  test("an append with a key fits where it was"):
    TemporaryFolder.use: folder =>
      TemporaryFolder.use: copy =>
        val settings = JournalSettings(segmentSize = 1 << 17)
        val journal  = Journal.open(folder, settings)
        val events   = Vector.tabulate(700)(n => SiteEvent.Renamed(s"$n"): SiteEvent)
        val tags     = Set.tabulate(5)(n => s"$n" * 1000)
        try ok(journal.append("y" * 1000, ExpectedVersion.Any, events, Some(java.util.UUID(1, 1)), tags).await()): Unit
        finally journal.close()
        val all = exported(folder)
        assertEquals(importInto(copy, all, settings), Right(700L))
        assertEquals(exported(copy).head.keyEvents, 700)

  private final case class Wide(
      `a field with a name so long that its schema takes more room than the values of all of its fields`: Int,
      `another field with a name so long that its schema takes more room than the values of all of its`: Int,
      `a third field with a name so long that its schema takes more room than the values of all of them`: Int,
      `the last field with a name so long that its schema takes more room than the values of all of it`: Int
  ) derives Codec
