package brine.journal.testkit

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.tools.Verification
import java.nio.file.Path
import scala.concurrent.duration.*

/** A small journal takes little space, and a busy one gets segments of the length in the settings. */
class SmallJournalSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  private val folder = Path.of("/journal")
  private val goal   = 1L << 20

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  private def append(journal: Journal, text: String): Unit =
    ok(journal.append("s", ExpectedVersion.Any, Seq(text), tags = Set("t")).await()): Unit

  private def size(disk: FaultStorage): Long = disk.files.map(disk.bytes(_).length.toLong).sum

  private def lengths(disk: FaultStorage): Vector[Int] =
    SegmentFiles.list(disk, folder).map(name => disk.bytes(folder.resolve(name)).length)

  test("one event takes at most 1 MiB, opened and closed again and again"):
    val disk = FaultStorage()
    for _ <- 1 to 10 do
      val journal = Journal.open(folder, storage = disk)
      append(journal, "x" * 100)
      journal.close()
      assert(clue(size(disk)) <= goal)
    assertEquals(lengths(disk).size, 1)

  test("and after five crashes, each after an append"):
    var disk = FaultStorage()
    for _ <- 1 to 6 do
      val journal = Journal.open(folder, storage = disk)
      append(journal, "x" * 100)
      val next = disk.processKill()
      journal.close()
      disk = next
    ok(Verification.of(folder, storage = disk))
    val journal = Journal.open(folder, storage = disk)
    assertEquals(ok(journal.readAll[String]().toVector).size, 6)
    journal.close()
    assert(clue(size(disk)) <= goal, lengths(disk).toString)

  test("opened and killed without an append it does not grow"):
    var disk   = FaultStorage()
    var before = Vector.empty[String]
    for i <- 1 to 10 do
      val journal = Journal.open(folder, storage = disk)
      if i == 1 then append(journal, "x")
      val next = disk.processKill()
      journal.close()
      disk = next
      val now = disk.files.map(_.toString).filterNot(_.endsWith(".idx"))
      if i > 2 then assertEquals(now, before)
      before = now

  test("a busy journal gets segments of the length in the settings, none longer"):
    for most <- Seq(1L << 16, 300_000L, 1L << 20, 8L << 20) do
      val disk    = FaultStorage()
      val journal = Journal.open(folder, JournalSettings(segmentSize = most), disk)
      val wanted  = ((most + 4095) & -4096L).toInt
      var count   = 0
      while lengths(disk).count(_ == wanted) < 2 && count < 5_000 do
        append(journal, "x" * 20_000)
        count += 1
      journal.close()
      assertEquals(lengths(disk).max, wanted)
      assertEquals(ok(Verification.of(folder, storage = disk)).records, count.toLong)

  test("an append that a small segment has no room for: it gets a longer one, for all readers"):
    for before <- 0 to 2; after <- Seq(0, 1); isKilled <- Seq(false, true) do
      var disk     = FaultStorage()
      val settings = JournalSettings(segmentSize = 8 << 20)
      val large    = "y" * (3 << 20)
      var journal  = Journal.open(folder, settings, disk)
      for i <- 1 to before do append(journal, s"$i")
      if isKilled then
        val next = disk.processKill()
        journal.close()
        disk = next
        journal = Journal.open(folder, settings, disk)
      val reader   = ok(JournalReader.tryOpen(folder, settings, disk))
      val wanted   = (1 to before).map(_.toString) ++ Seq(large) ++ (1 to after).map(_.toString)
      val received = Vector.fill(3)(java.util.concurrent.LinkedBlockingQueue[String]())
      val follows  = Vector(
        journal.subscribe[String](Offset.Begin)(record => received(0).add(record.value): Unit),
        journal.subscribe[String](Offset.Begin, Filter.Tagged("t"))(record => received(1).add(record.value): Unit),
        reader.subscribe[String](Offset.Begin)(record => received(2).add(record.value): Unit)
      )
      for queue <- received; i <- 1 to before do assertEquals(queue.take(), s"$i")
      assertEquals(ok(reader.readAll[String]().toVector).size, before)
      append(journal, large)
      for i <- 1 to after do append(journal, s"$i")
      for queue <- received; text <- wanted.drop(before) do assertEquals(queue.take().length, text.length)
      for one <- Seq(journal, reader) do
        assertEquals(ok(one.readAll[String]().toVector).map(_.value.length), wanted.map(_.length).toVector)
        assertEquals(ok(one.readTagged[String]("t").toVector).map(_.value.length), wanted.map(_.length).toVector)
        assertEquals(ok(one.read[String]("s").toVector).size, wanted.size)
      follows.foreach(_.close())
      reader.close()
      journal.close()
      assertEquals(ok(Verification.of(folder, settings, disk)).damages, Vector.empty)

  test("the largest append is half of the segment in the settings, also in a small one"):
    for most <- Seq(1L << 20, 8L << 20) do
      val disk     = FaultStorage()
      val settings = JournalSettings(segmentSize = most)
      val journal  = Journal.open(folder, settings, disk)
      append(journal, "z" * (most / 2 - 100).toInt)
      val refused = journal.append("s", ExpectedVersion.Any, Seq("z" * (most / 2 + 1).toInt)).await()
      assert(clue(refused).left.exists(_.isInstanceOf[AppendError.TooLarge]))
      journal.close()
      val again = Journal.open(folder, settings, disk.processKill())
      append(again, "z" * (most / 2 - 100).toInt)
      again.close()

  test("files of a journal with long segments are used as they are"):
    val disk  = FaultStorage()
    val first = Journal.open(folder, JournalSettings(segmentSize = 2 << 20), disk)
    for _ <- 1 to 200 do append(first, "x" * 20_000)
    first.close()
    val before = lengths(disk)
    assert(before.last > (1 << 17), before.toString)
    val second = Journal.open(folder, JournalSettings(segmentSize = 2 << 20), disk)
    append(second, "x")
    second.close()
    assertEquals(lengths(disk), before)
