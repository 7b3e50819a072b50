package brine.journal

import brine.journal.storage.{CountingStorage, MemoryStorage}
import java.nio.file.Path

class StreamDeletedSuite extends munit.FunSuite:
  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  test("the schema of a deletion never changes: journals have it"):
    assertEquals(
      StreamDeleted.schema.canonical.map(byte => f"$byte%02x").mkString,
      "010100cd53747265616d44656c65746564004600"
    )

  test("a reader in another process, and one that was open before, see a deletion"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder)
      try
        ok(journal.append("s", ExpectedVersion.Any, Seq("a", "b")).await()): Unit
        val reader = JournalReader.open(folder)
        try
          while reader.durable.sequence < 2 do Thread.sleep(1)
          assertEquals(ok(reader.read[String]("s").toVector).map(_.value), Vector("a", "b"))
          ok(journal.delete("s").await()): Unit
          ok(journal.append("s", "c").await()): Unit
          // Something that says that it is durable
          ok(journal.append("t", "d").await()): Unit
          while reader.durable.sequence < 4 do Thread.sleep(1)
          assertEquals(ok(reader.read[String]("s").toVector).map(_.value), Vector("c"))
          assertEquals(reader.read[String]("s", from = 2).toVector, Left(ReadError.Deleted("s", 3, false)))
        finally reader.close()
      finally journal.close()

  test("the events of a deleted stream are in a backup and its copy as in the journal"):
    TemporaryFolder.use: folder =>
      val journal = Journal.open(folder.resolve("journal"))
      try
        ok(journal.append("s", ExpectedVersion.Any, Seq("a", "b")).await()): Unit
        ok(journal.delete("s").await()): Unit
        ok(journal.append("s", "c").await()): Unit
        ok(journal.backup(folder.resolve("backup"))): Unit
      finally journal.close()
      ok(Journal.restore(folder.resolve("backup"), folder.resolve("copy"))): Unit
      val copy = Journal.open(folder.resolve("copy"))
      try
        assertEquals(ok(copy.read[String]("s").toVector).map(_.value), Vector("c"))
        assertEquals(ok(copy.version("s")), 4L)
      finally copy.close()

  test("records that are being read do not pass a deletion that retention has deleted"):
    for from <- Seq(0L, 1L) do
      val journal = Journal.open(Path.of("data"), JournalSettings(segmentSize = 1 << 16), MemoryStorage())
      try
        ok(journal.append("s", ExpectedVersion.Any, Seq("a", "b", "c")).await()): Unit
        val records = journal.read[String]("s", from)
        try
          for text <- Seq("a", "b", "c") do assertEquals(ok(records.next()).map(_.value), Some(text))
          journal.endSegment()
          ok(journal.delete("s").await()): Unit
          journal.endSegment()
          ok(journal.append("s", "of another life").await()): Unit
          val first = ok(journal.retain(RetentionRules(bytes = 0))).first
          assertEquals(records.next(), Left(ReadError.Gone(first)), s"from $from")
        finally records.close()
        assertEquals(ok(journal.read[String]("s", from = 0).toVector).map(_.value), Vector("of another life"))
      finally journal.close()

  test("records of what is kept go on after retention where no stream was deleted"):
    val journal = Journal.open(Path.of("data"), JournalSettings(segmentSize = 1 << 16), MemoryStorage())
    try
      ok(journal.append("s", "a").await()): Unit
      val records = journal.read[String]("s", from = 0)
      try
        assertEquals(ok(records.next()).map(_.value), Some("a"))
        for text <- Seq("b", "c") do
          journal.endSegment()
          ok(journal.append("s", text).await()): Unit
        ok(journal.retain(RetentionRules(bytes = 0))): Unit
        assertEquals(ok(records.next()).map(_.value), Some("c"))
      finally records.close()
    finally journal.close()

  test("records that are being read go on after events that compaction has removed"):
    val journal = Journal.open(Path.of("data"), JournalSettings(segmentSize = 1 << 16), MemoryStorage())
    try
      ok(journal.append("s", "a").await()): Unit
      val records = journal.read[String]("s", from = 0)
      try
        assertEquals(ok(records.next()).map(_.value), Some("a"))
        journal.endSegment()
        ok(journal.append("s", ExpectedVersion.Any, Seq("b", "c", "d")).await()): Unit
        journal.endSegment()
        ok(journal.compact(CompactionRules(leastGain = 0))): Unit
        assertEquals(ok(records.next()).map(_.value), Some("d"))
      finally records.close()
    finally journal.close()

  test("where nothing was deleted, reading a stream asks no file for deletions but the first time"):
    val storage = CountingStorage(MemoryStorage())
    val journal = Journal.open(Path.of("data"), JournalSettings(segmentSize = 1 << 16), storage)
    try
      for i <- 1 to 3000 do journal.append(s"s${i % 10}", s"event $i " + "x" * 100): Unit
      ok(journal.append("last", "x").await()): Unit
      assertEquals(journal.source.deletedUpTo("s1"), 0L)
      val counts = storage.count:
        for i <- 1 to 100 do assertEquals(journal.source.deletedUpTo(s"s${i % 10}"), 0L)
      assertEquals(counts, CountingStorage.Counts(0, 0, 0))
    finally journal.close()
