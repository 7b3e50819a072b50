package brine.journal.tools

import brine.journal.tools.JournalFixture.*
import brine.journal.{Journal, JournalReader, Offset, OpenError, Stored, TemporaryFolder}
import java.nio.file.Files

class StatisticsSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  test("counts agree with what is read"):
    TemporaryFolder.use: folder =>
      write(folder)
      val found  = ok(Statistics.of(folder, most = 3))
      val reader = JournalReader.open(folder)
      val all    =
        try ok(reader.readAll[Stored]().toVector)
        finally reader.close()
      assertEquals(found.records, all.size.toLong)
      assertEquals(found.payload, all.map(_.value.bytes.length.toLong).sum)
      assertEquals(found.largestRecord, all.map(_.value.bytes.length.toLong).max)
      assertEquals((found.earliest, found.latest), (Some(all.head.at), Some(all.last.at)))
      assertEquals(found.keys, all.count(_.key.isDefined).toLong)
      assertEquals(found.streamCount, all.map(_.stream).distinct.size)
      val streams =
        all.groupBy(_.stream).map((name, of) => Statistics.Row(name, of.size, of.map(_.value.bytes.length).sum))
      assertEquals(found.streams, streams.toVector.sortBy(row => (-row.records, row.name)).take(3))
      assertEquals(found.tags.map(_.name).head, "some")
      assertEquals(found.schemas.map(_.records).sum, found.records)
      assert(found.schemas.head.name.startsWith("SiteEvent "), found.schemas.toString)
      assert(found.stored > found.payload && found.stored < found.files)
      assert(found.overhead > 0 && found.meanUnit >= 1)

  test("a damaged journal is not counted"):
    TemporaryFolder.use: folder =>
      write(folder)
      flip(segments(folder)(1), 9000)
      assert(Statistics.of(folder).left.exists(_.isInstanceOf[OpenError.Corrupt]))

  test("a damaged journal: the same records are lost as verification says"):
    for at <- List(4096, 9000, 30000, 60000) do
      TemporaryFolder.use: folder =>
        write(folder)
        flip(segments(folder)(1), at)
        val lost = ok(Verification.of(folder)).damages.head
        Statistics.of(folder) match
          case Left(OpenError.Corrupt(file, offset, problem, _)) =>
            assertEquals((file, offset), (lost.file, lost.position))
            assert(clue(problem).contains(s"${lost.lost.get.text} cannot be read"), lost.message)
          case other => fail(s"not refused but $other")

  test("what there is to know of a journal at once"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder, small)
      try
        append(journal, 1 to 1000)
        val live = ok(JournalInfo.of(folder))
        assertEquals(live.isClosed, false)
        assert(live.writer.exists(_.contains("process")), live.writer.toString)
        append(journal, 1001 to 2000)
      finally journal.close()
      val found = ok(JournalInfo.of(folder))
      assertEquals((found.first, found.durable, found.marked), (Offset(1), Offset(2082), Offset(2082)))
      assertEquals((found.isClosed, found.epoch, found.records), (true, 1L, 2082L))
      assertEquals(found.segments.map(_.file), segments(folder).map(_.getFileName.toString))
      assertEquals(found.segments.map(_.number), (1L to found.segments.size.toLong).toVector)
      assertEquals(found.segments.map(_.first.sequence), 1L +: found.segments.init.map(_.last.sequence + 1))
      assertEquals(found.segments.last.last, Offset(2082))
      assertEquals(found.bytes, segments(folder).map(Files.size).sum)
      assert(found.schemas.head.startsWith("SiteEvent "))
      assert(found.streams > 0)

  test("a folder without a journal"):
    TemporaryFolder.use: folder =>
      assert(JournalInfo.of(folder).left.exists(_.isInstanceOf[OpenError.NotAJournal]))
      assert(Statistics.of(folder).left.exists(_.isInstanceOf[OpenError.NotAJournal]))
