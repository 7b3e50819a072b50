package brine.journal.tools

import brine.journal.SiteEvent.Created
import brine.journal.tools.ImportFixture.*
import brine.journal.tools.JournalFixture.*
import brine.journal.*
import java.time.{Clock, Duration, ZoneOffset}
import java.util.UUID

class JournalImportSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

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

  test("it says what is there, and continues after it"):
    TemporaryFolder.use: folder =>
      val all = Vector.tabulate(300)(n => record(n + 1, n / 2))
      for (from, until) <- Seq(0 -> 0, 0 -> 100, 100 -> 100, 100 -> 299, 299 -> 300) do
        val imported = ok(JournalImport.open(folder, small))
        assertEquals(imported.begin, Offset(from))
        all.slice(from, until).foreach(one => assertEquals(imported.add(one, 1), Right(())))
        assertEquals(imported.finish(), Right(until - from.toLong))
        assertEquals(imported.begin, Offset(from))
      // The same again
      val again = importInto(folder, all)
      assert(
        again.left.exists(
          _.message.endsWith("the journal had 300 records before: to continue an import, leave out those")
        )
      )

  test("nothing after an append that was refused is taken, whatever its stream is"):
    val some    = Vector.tabulate(10)(n => record(1, n, stream = s"stream-$n").offset(n + 1).key(n, 1))
    val refused = Seq(
      record(1, 10, stream = "large").large(40_000)        -> "line 11: an append of",
      record(1, 10, stream = "twice").offset(11).key(5, 1) -> "line 11: an append with this key is stored already"
    )
    for (wrong, says) <- refused do
      TemporaryFolder.use: folder =>
        val more   = Vector.tabulate(500)(n => record(1, 10L + n, stream = s"more-$n"))
        val result = importInto(folder, (some :+ wrong) ++ more)
        assert(result.left.exists(_.message.startsWith(says)), result.toString)
        assertEquals(exported(folder).map(_.record.stream), some.map(_.record.stream))
        // It continues without it, from what is there.
        assertEquals(importInto(folder, more), Right(500L))

  test("an append with a key stays whole, also if versions are missing before its events"):
    val reply = record(1, 1, stream = "replies").offset(1).key(1, 3)
    val all   = Vector(reply, record(5, 1, stream = "a").offset(2), record(3, 1, stream = "b").offset(3))
    TemporaryFolder.use: folder =>
      assertEquals(importInto(folder, all), Right(3L))
      def places(all: Vector[ExportedRecord]) = all.map(one => (one.record.stream, one.record.version))
      assertEquals(places(exported(folder)), places(all))
      assertEquals(exported(folder).head.keyEvents, 3)
    for size <- 1 to 2 do
      TemporaryFolder.use: folder =>
        val imported = ok(JournalImport.open(folder, small))
        all.take(size).foreach(imported.add(_, 1): Unit)
        imported.close()
        assertEquals(exported(folder).size, 0)
        assertEquals(importInto(folder, all), Right(3L))

  test("an append with a key is not taken in part if the import ends within it"):
    val first = record(1, 1).offset(1)
    val keyed = Vector(record(2, 1).offset(2).key(1, 3), record(3, 1).offset(3), record(4, 1).offset(4))
    val wrong = record(9, 0).offset(4)
    val after = record(9, 0).offset(5)
    def left(add: JournalImport => Unit): Int =
      TemporaryFolder.use: folder =>
        val imported = ok(JournalImport.open(folder, small))
        imported.add(first, 1): Unit
        add(imported)
        imported.close()
        exported(folder).size
    for size <- 1 to 3 do
      val expected = if size == 3 then 4 else 1
      assertEquals(left(imported => keyed.take(size).foreach(imported.add(_, 1): Unit)), expected)
      assertEquals(
        left(imported => (keyed.take(size) :+ wrong).foreach(imported.add(_, 1): Unit)),
        if size == 3 then 4 else 1
      )
      // Compaction may have removed the rest of it.
      assertEquals(left(imported => (keyed.take(size) :+ after).foreach(imported.add(_, 1): Unit)), 1 + size)

  test("after its end an import takes nothing"):
    TemporaryFolder.use: folder =>
      val imported = ok(JournalImport.open(folder, small))
      assertEquals(imported.add(record(1, 1), 1), Right(()))
      assertEquals(imported.finish(), Right(1L))
      for _ <- 1 to 2 do
        imported.close()
        assertEquals(imported.finish(), Right(1L))
      val late = imported.add(record(2, 1), 2)
      assertEquals(late.left.map(_.message), Left("line 2: the import has ended: open it again to add records"))
      assertEquals(imported.finish(), Right(1L))
      assertEquals(exported(folder).size, 1)
      // A thread that is interrupted ends it too, and stays interrupted.
      val another = ok(JournalImport.open(folder, small))
      for n <- 2 to 400 do assertEquals(another.add(record(n, n), n), Right(()))
      Thread.currentThread.interrupt()
      another.close()
      assert(Thread.interrupted())
      assertEquals(another.finish(), Right(399L))
      assertEquals(exported(folder).size, 400)

  test("a null is an exception of the call, and the import continues"):
    TemporaryFolder.use: folder =>
      val imported = ok(JournalImport.open(folder, small))
      val one      = record(1, 1)
      val nulls    = Seq(
        null,
        one.copy(record = null),
        one.copy(record = one.record.copy(stream = null)),
        one.copy(record = one.record.copy(at = null)),
        one.copy(record = one.record.copy(tags = null)),
        one.copy(record = one.record.copy(tags = Set(null))),
        one.copy(record = one.record.copy(key = null)),
        one.copy(record = one.record.copy(key = Some(null))),
        one.copy(record = one.record.copy(value = null)),
        one.copy(record = one.record.copy(value = Stored(null, one.record.value.bytes))),
        one.copy(record = one.record.copy(value = Stored(one.record.value.schema, null)))
      )
      for (wrong, at) <- nulls.zipWithIndex do
        intercept[NullPointerException](fail(s"case $at: ${imported.add(wrong, 1)}"))
      assertEquals(imported.add(one, 1), Right(()))
      assertEquals(imported.finish(), Right(1L))

  test("readers beside an import see what is durable"):
    TemporaryFolder.use: folder =>
      val imported = ok(JournalImport.open(folder, small))
      try
        assert(JournalImport.open(folder, small).left.exists(_.isInstanceOf[OpenError.Locked]))
        for n <- 1 to 500 do assertEquals(imported.add(record(n, n), n), Right(()))
        val seen = exported(folder)
        assertEquals(seen.map(_.record.version), Vector.tabulate(seen.size)(_ + 1L))
      finally imported.close()
