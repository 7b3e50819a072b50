package brine.journal.maintenance

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.maintenance.ClosedJournal.*
import brine.journal.storage.{MemoryStorage, RefusingStorage}
import scala.collection.mutable

class CompactionSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private def headers(storage: MemoryStorage) = ClosedJournal(storage, folder).segments

  /** What compaction of everything that has ended is to leave of these records. */
  private def expected(records: Vector[Record[String]], endedUpTo: Long, streams: String => Boolean = _ => true) =
    val last = records.filter(_.offset.sequence <= endedUpTo).groupMapReduce(_.stream)(_.offset.sequence)(math.max)
    records.filter: record =>
      record.offset.sequence > endedUpTo || !streams(record.stream) || last(record.stream) == record.offset.sequence

  private def check(storage: MemoryStorage, expected: Vector[Record[String]]): Unit =
    use(storage): journal =>
      assertEquals(all(journal), expected)
      for stream <- expected.map(_.stream).distinct do
        assertEquals(ok(journal.read[String](stream).toVector), expected.filter(_.stream == stream))
      assertEquals(
        ok(journal.readTagged[String]("five").toVector),
        expected.filter(_.tags.contains("five"))
      )
      for from <- Seq(0L, 1L, 500L, 1500L, 3999L) do
        assertEquals(ok(journal.readAllAfter[String](Offset(from)).toVector), expected.filter(_.offset.sequence > from))

  test("the last record of each stream stays, with its offset, version, time, tags and key"):
    val storage  = made()
    val before   = read(storage)
    val segments = headers(storage)
    val ended    = segments.last.firstSequence - 1
    val result   = ok(upkeep(storage).compact(CompactionRules()))
    assertEquals(result.size, segments.size - 1)
    assertEquals(result.map(_.recordsAfter).sum, 7L)
    assertEquals(result.map(_.recordsBefore).sum, ended)
    check(storage, expected(before, ended))
    val summary = JournalContent.read(storage, folder, Compressions.of(settings)).summary
    assertEquals(summary.segments, segments.size)
    assertEquals(summary.last.sequence, 4000L)
    assert(storage.list(folder).forall(name => !name.endsWith(".part")))

  test("versions go on, and later compactions take what has come since"):
    val storage = made()
    ok(upkeep(storage).compact(CompactionRules(leastGain = 0))): Unit
    var records = expected(read(storage), 0)
    for round <- 1 to 4 do
      use(storage)(fill(_, 1000, from = 3000 + round * 1000))
      val all   = read(storage)
      val ended = headers(storage).last.firstSequence - 1
      ok(upkeep(storage).compact(CompactionRules(leastGain = 0))): Unit
      records = expected(all, ended)
      check(storage, records)
      JournalContent.read(storage, folder, Compressions.of(settings)): Unit
    use(storage): journal =>
      for stream <- 0 until 7 do
        val versions = (0 until 8000).count(_ % 7 == stream)
        assertEquals(ok(journal.version(s"s$stream")), versions.toLong)
    // Nothing is left to do.
    assertEquals(ok(upkeep(storage).compact(CompactionRules())), Vector.empty)

  test("streams that are not named stay whole"):
    val storage = made()
    val before  = read(storage)
    val ended   = headers(storage).last.firstSequence - 1
    val rules   = CompactionRules(streams = Set("s1", "s3", "s4", "s5").contains(_))
    ok(upkeep(storage).compact(rules)): Unit
    check(storage, expected(before, ended, rules.streams.test(_)))

  test("a segment that was compacted by other rules loses what these select"):
    val storage  = made()
    val before   = read(storage)
    val ended    = headers(storage).last.firstSequence - 1
    val selected = Vector(Set.empty[String], Set("s1"), Set("s2", "s3"), Set("s1", "s4"))
    for count <- selected.indices do
      ok(upkeep(storage).compact(CompactionRules(selected(count).contains(_), leastGain = 0))): Unit
      val soFar = selected.take(count + 1).flatten.toSet
      check(storage, expected(before, ended, soFar.contains))
    // Nothing is left to do.
    assertEquals(ok(upkeep(storage).compact(CompactionRules(selected.last.contains(_), leastGain = 0))), Vector.empty)

  test("what ended after the offset stays as it is, and replaces nothing"):
    val storage  = made()
    val before   = read(storage)
    val segments = headers(storage)
    val upTo     = segments(3).firstSequence + 7
    ok(upkeep(storage).compact(CompactionRules(upTo = Offset(upTo)))): Unit
    check(storage, expected(before, segments(3).firstSequence - 1))

  test("a segment that loses nothing, or too little, stays as it is"):
    val storage = made(streams = 100_000)
    val before  = headers(storage)
    assertEquals(ok(upkeep(storage).compact(CompactionRules())), Vector.empty)
    assertEquals(headers(storage), before)
    assertEquals(ok(upkeep(storage).compact(CompactionRules(leastGain = 1))), Vector.empty)

  test("of deleted streams, what is before the last deletion goes, however little it is, and the deletion stays"):
    val storage = made()
    use(storage): journal =>
      ok(journal.delete("s1").await()): Unit
      ok(journal.append("s1", ExpectedVersion.Any, Seq("again")).await()): Unit
      ok(journal.delete("s2").await()): Unit
      ok(journal.append("rare", ExpectedVersion.Any, Seq("once")).await()): Unit
      ok(journal.delete("rare").await()): Unit
      journal.endSegment()
    val before = use(storage)(journal => ok(journal.readAll[Stored]().toVector))
    for round <- 1 to 2 do
      val result = ok(upkeep(storage).compact(CompactionRules.deletions.withLeastGain(1)))
      assertEquals(result.nonEmpty, round == 1)
      use(storage): journal =>
        val lasts = Map("s1" -> 4001L, "s2" -> 4003L, "rare" -> 4005L)
        val left  = before.filter(record => lasts.get(record.stream).forall(record.offset.sequence >= _))
        assertEquals(ok(journal.readAll[Stored]().toVector).map(_.offset), left.map(_.offset))
        assertEquals(ok(journal.read[String]("s1").toVector).map(_.value), Vector("again"))
        for stream <- Seq("s2", "rare") do assertEquals(ok(journal.read[String](stream).toVector), Vector.empty)
        assertEquals(ok(journal.version("s2")), (0 until 4000).count(_ % 7 == 2) + 1L)
        assertEquals(ok(journal.version("rare")), 2L)
        assertEquals(journal.read[String]("rare", from = 2).toVector, Left(ReadError.Deleted("rare", 2, false)))
    // Also where the rules keep the last record of each stream.
    ok(upkeep(storage).compact(CompactionRules(leastGain = 0))): Unit
    use(storage): journal =>
      assertEquals(ok(journal.read[String]("s1").toVector).map(_.value), Vector("again"))
      assertEquals(ok(journal.read[String]("s2").toVector), Vector.empty)
      assertEquals(ok(journal.readTagged[StreamDeleted](StreamDeleted.Tag).toVector).size, 3)

  test("however few streams are in memory at a time, the events of the same ones are removed"):
    val streams = 60
    val storage = MemoryStorage()
    use(storage): journal =>
      fill(journal, 300, streams, endEach = 60)
      for i <- 0 until streams if i % 3 == 0 do ok(journal.delete(s"s$i").await()): Unit
      fill(journal, 300, streams, from = 300, endEach = 60)
      for i <- 0 until streams if i % 5 == 0 do ok(journal.delete(s"s$i").await()): Unit
      fill(journal, 60, streams, from = 600)
      journal.endSegment()
    val before = use(storage)(journal => ok(journal.readAll[Stored]().toVector))
    val lasts  = before
      .filter(record => record.tags(StreamDeleted.Tag))
      .groupMapReduce(_.stream)(_.offset.sequence)(math.max)
    val left = before.filter(record => lasts.get(record.stream).forall(record.offset.sequence >= _))
    for most <- Seq(1, 150, Int.MaxValue) do
      val copy   = storage.copy
      val parts  = mutable.ArrayBuffer.empty[Int]
      val ended  = EndedSegment.of(headers(copy))
      val counts = ended.map: segment =>
        val index = segment.index(copy, folder, Compressions.of(settings))
        try index.streamCount
        finally index.close()
      Deletions.foreachPart(ended, copy, folder, Compressions.of(settings), most): (part, deleted) =>
        parts += part.size
        val own = counts.slice(parts.sum - part.size, parts.sum)
        assert(deleted.size <= math.max(most, own.max), s"${deleted.size} of $own, at most $most")
      assertEquals(parts.sum, ended.size)
      if most == 1 then assert(parts.forall(_ == 1), parts)
      else if most == Int.MaxValue then assertEquals(parts.size, 1)
      val closed     = ClosedJournal(copy, folder)
      val compaction =
        Compaction(copy, folder, Compressions.of(settings), () => 77, closed.hasEvents, mostStreams = most)
      val result = compaction.run(closed.segments, CompactionRules.deletions)(closed.replace)
      assert(result.size > 5, result)
      val records = use(copy)(journal => ok(journal.readAll[Stored]().toVector))
      assertEquals(records.map(_.offset), left.map(_.offset), s"at most $most")

  test("large records, in several frames, and compressed segments"):
    for compression <- Seq(brine.codec.Compression.Plain, brine.codec.Compression.Deflate) do
      val storage = MemoryStorage()
      val large   = JournalSettings(segmentSize = 2 << 20, compression = compression)
      val random  = scala.util.Random(1)
      use(storage, settings = large): journal =>
        for i <- 1 to 30 do
          val text = Iterator.continually(random.nextPrintableChar()).take(i * 20_000).mkString
          ok(journal.append(s"s${i % 3}", ExpectedVersion.Any, Seq("a", text)).await()): Unit
      val before = use(storage, settings = large)(all)
      val ended  = headers(storage).last.firstSequence - 1
      val result = ok(upkeep(storage).compact(CompactionRules()))
      assert(result.nonEmpty)
      assertEquals(use(storage, settings = large)(all), expected(before, ended))
      JournalContent.read(storage, folder, Compressions.of(large)): Unit

  test("a key is known as long as its record"):
    val storage  = made()
    val ended    = headers(storage).last.firstSequence - 1
    val records  = read(storage).filter(record => record.key.nonEmpty && record.offset.sequence <= ended)
    val kept     = expected(read(storage), ended).toSet
    val compacts = ok(upkeep(storage).compact(CompactionRules()))
    assert(records.exists(kept) && compacts.nonEmpty)
    use(storage)(fill(_, 2000, from = 4000))
    use(storage): journal =>
      for record <- records.filter(kept) ++ records.filterNot(kept).take(5) do
        journal.append(record.stream, ExpectedVersion.Any, Seq("again"), key = record.key).await() match
          case Left(AppendError.Duplicate(original)) =>
            assert(kept(record))
            assertEquals(original.last, record.offset)
          case other => assert(other.isRight && !kept(record), s"${record.offset}: $other")

  test("a key is known as long as the first event of its append, by an index on the disk and by one in memory"):
    for isFull <- Seq(false, true) do
      TemporaryFolder.use: folder =>
        val storage = RefusingStorage()
        use(storage, folder): journal =>
          for i <- 1 to 600 do
            val parts = Seq(
              StreamAppend(s"once $i", ExpectedVersion.Any, Seq("kept")),
              StreamAppend("often", ExpectedVersion.Any, Seq("replaced " * 40))
            )
            ok(journal.appendAll(parts, key = Some(keyOf(i))).await()): Unit
        assert(ok(upkeep(storage, folder).compact(CompactionRules())).size > 2)
        storage.list(folder).filter(_.endsWith(".idx")).foreach(name => storage.delete(folder.resolve(name)))
        if isFull then
          storage.refuses = path =>
            Option.when(path.getFileName.toString.contains(".idx"))(java.io.IOException("no space left on device"))
        use(storage, folder): journal =>
          for i <- 1 to 600 do
            journal.append("other", ExpectedVersion.Any, Seq("again"), key = Some(keyOf(i))).await() match
              case Left(AppendError.Duplicate(original)) =>
                // The version of the last stream, whose event may be gone.
                assertEquals(
                  (original.first, original.last, original.version),
                  (Offset(2 * i - 1), Offset(2 * i), i.toLong)
                )
              case other => fail(s"key $i, without space for indexes: $isFull: $other")

  test("a crash at every operation leaves each segment as it was or compacted"):
    val original   = made(2500)
    val before     = read(original)
    val segments   = headers(original)
    val ended      = segments.last.firstSequence - 1
    val after      = expected(before, ended)
    val operations =
      val storage = original.afterCrash(everything = true)
      ok(upkeep(storage).compact(CompactionRules())): Unit
      storage.changes
    assert(operations > 10, s"$operations")
    val sizes = scala.collection.mutable.HashSet.empty[Int]
    for crash <- 0 until operations; everything <- Seq(true, false) do
      val storage = original.afterCrash(everything = true)
      storage.failFrom = crash
      upkeep(storage).compact(CompactionRules()): Unit
      val left = storage.afterCrash(everything)
      JournalContent.read(left, folder, Compressions.of(settings)): Unit
      val records = read(left)
      assert(after.forall(records.contains), s"operation $crash lost records")
      assert(records.forall(before.contains))
      sizes += records.size
      ok(upkeep(left).compact(CompactionRules())): Unit
      assertEquals(read(left), after)
    assert(sizes.contains(before.size) && sizes.contains(after.size) && sizes.size > 2, s"$sizes")

  test("no reader passes damage within a compacted segment, whatever index it reads by"):
    val original = MemoryStorage()
    use(original)(fill(_, 2000, streams = 200))
    ok(upkeep(original).compact(CompactionRules(streams = _.endsWith("0"), leastGain = 0))): Unit
    val name  = SegmentFiles.name(1)
    val path  = folder.resolve(name)
    val whole = original.bytes(path)
    val last  = read(original).takeWhile(_.offset.sequence < headers(original)(1).firstSequence).last
    assert(headers(original).head.isCompacted)
    for at <- Seq(4096 + 8, whole.length / 2); hasIndexes <- Seq(true, false) do
      val storage = original.afterCrash(everything = true)
      if !hasIndexes then
        storage.list(folder).filter(_.endsWith(".idx")).foreach(name => storage.delete(folder.resolve(name)))
      val bytes = whole.clone
      bytes(at) = (bytes(at) ^ 1).toByte
      storage.put(path, bytes)
      val reader = JournalReader.open(folder, settings, storage)
      try
        val results = Seq(reader.readAll[String]().toVector, reader.readAll[String](Offset(1)).toVector) ++
          Option.when(!hasIndexes)(reader.read[String](last.stream).toVector)
        results.foreach(result => assert(result.left.exists(_.isInstanceOf[ReadError.Corrupt]), s"byte $at: $result"))
      finally reader.close()

  test("a damaged segment is not compacted"):
    val storage = made()
    val path    = folder.resolve(SegmentFiles.name(1))
    ok(upkeep(storage).compact(CompactionRules(streams = _ => false))): Unit // makes the indexes
    val bytes = storage.bytes(path)
    bytes(20_000) = (bytes(20_000) ^ 1).toByte
    storage.put(path, bytes)
    val result = upkeep(storage).compact(CompactionRules())
    assert(result.left.exists { case ReadError.Corrupt(file, _, _) => file == path; case _ => false }, s"$result")
    assertEquals(storage.bytes(path).toSeq, bytes.toSeq)
