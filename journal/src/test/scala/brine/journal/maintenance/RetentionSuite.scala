package brine.journal.maintenance

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.index.RetiredStreams
import brine.journal.maintenance.ClosedJournal.*
import brine.journal.storage.MemoryStorage
import java.time.{Duration, Instant}

class RetentionSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private def headers(storage: MemoryStorage) = ClosedJournal(storage, folder).segments

  test("segments without a record after an offset go, and only they"):
    val storage  = made()
    val segments = headers(storage)
    assert(segments.size >= 5, s"${segments.size}")
    val before = read(storage)
    // In the middle of the third segment.
    val limit    = Offset(segments(2).firstSequence + 5)
    val retained = ok(upkeep(storage).retain(RetentionRules(upTo = limit)))
    assertEquals(retained, Retained(2, Offset(segments(2).firstSequence)))
    assertEquals(headers(storage), segments.drop(2))
    assertEquals(SegmentFiles.list(storage, folder).size, segments.size - 2)
    use(storage): journal =>
      val rest = ok(journal.readAll[String](retained.first).toVector)
      assertEquals(rest, before.filter(_.offset.sequence >= segments(2).firstSequence))
      fill(journal, 100, from = 4000)
    assertEquals(ok(upkeep(storage).retain(RetentionRules(upTo = limit))).segments, 0)
    assertEquals(
      JournalContent.read(storage, folder, Compressions.of(settings)).summary.first.sequence,
      segments(2).firstSequence
    )

  test("what is left of a deleted segment does not count, whole or damaged"):
    for damaged <- List(false, true) do
      val storage  = made()
      val segments = headers(storage)
      val names    = SegmentFiles.list(storage, folder)
      val old      = storage.bytes(folder.resolve(names.head))
      val retained = ok(upkeep(storage).retain(RetentionRules(upTo = Offset(segments(2).firstSequence + 5))))
      val before   = read(storage)
      storage.put(folder.resolve(names.head), if damaged then old.map(byte => (byte ^ 1).toByte) else old)
      assertEquals(read(storage), before)
      assertEquals(ok(brine.journal.tools.Statistics.of(folder, storage = storage)).records, before.size.toLong)
      assertEquals(ok(brine.journal.tools.Verification.of(folder, storage = storage)).damages, Vector.empty)
      assertEquals(
        JournalContent.read(storage, folder, Compressions.of(settings)).summary.first,
        retained.first
      )
      use(storage)(journal => fill(journal, 10, from = 4000))

  test("never the segment that is written, nor what is to be kept"):
    val storage  = made()
    val segments = headers(storage)
    val keep     = RetentionRules(upTo = Offset(Long.MaxValue), keepAfter = Offset(segments(3).firstSequence - 1))
    assertEquals(ok(upkeep(storage).retain(keep)).segments, 3)
    assertEquals(headers(storage), segments.drop(3))
    assertEquals(ok(upkeep(storage).retain(keep.copy(keepAfter = Offset(Long.MaxValue)))).segments, segments.size - 4)
    assertEquals(headers(storage), segments.takeRight(1))
    assertEquals(
      ok(upkeep(storage).retain(RetentionRules())),
      Retained(0, Offset(segments.last.firstSequence))
    )

  test("by age: what was all appended long enough ago goes"):
    val storage  = made()
    val segments = headers(storage)
    val created  = Instant.EPOCH.plusNanos(segments(2).created * 1000)
    val rules    = RetentionRules(age = Duration.ofHours(1))
    assertEquals(ok(upkeep(storage, now = created).retain(rules)).segments, 0)
    val expired = segments.drop(1).count(_.created <= segments(2).created)
    assertEquals(ok(upkeep(storage, now = created.plus(Duration.ofHours(1))).retain(rules)).segments, expired)

  test("by bytes: as many go as it takes"):
    val storage             = made()
    val segments            = headers(storage)
    def retain(bytes: Long) = ok(upkeep(storage).retain(RetentionRules(bytes = bytes))).segments
    assertEquals(retain(segments.size * 65536L), 0)
    assertEquals(retain(segments.size * 65536L - 1), 1)
    assertEquals(retain(3 * 65536L), segments.size - 4)

  test("the versions of streams that are gone are kept, through any number of deletions"):
    val storage = MemoryStorage()
    val last    = scala.collection.mutable.HashMap.empty[String, (Long, Long)]
    use(storage): journal =>
      for round <- 0 until 6 do
        for i <- 0 until 20; name <- Seq(s"round-$round", s"even-${round % 2}") do
          val done = ok(journal.append(name, ExpectedVersion.Any, Seq(s"$i")).await())
          last(name) = (done.version, done.last.sequence)
        journal.endSegment()
        ok(journal.append("other", ExpectedVersion.Any, Seq("x")).await()): Unit
    val segments = headers(storage)
    assertEquals(segments.size, 7)
    for gone <- 1 to 6 do
      ok(upkeep(storage).retain(RetentionRules(upTo = Offset(segments(gone).firstSequence - 1)))): Unit
      val retired = RetiredStreams.open(storage, folder, segments.head.journal).get
      for round <- 0 until gone do
        val (version, sequence) = last(s"round-$round")
        assertEquals(retired.find(s"round-$round"), Some(RetiredStreams.Stream(s"round-$round", version, sequence)))
      for round <- gone until 6 do assertEquals(retired.find(s"round-$round"), None)
      // One that is in a later segment is known from there.
      assertEquals(retired.find(s"even-${gone % 2}").isEmpty, gone < 6)
      assertEquals(retired.last, segments(gone).firstSequence - 1)
      JournalContent.read(storage, folder, Compressions.of(settings)): Unit
      assertEquals(headers(storage).size, 7 - gone)

  test("a crash at every operation leaves the journal with all its segments or without those that had to go"):
    val original = made(2500)
    val segments = headers(original)
    assert(segments.size >= 3)
    val before     = read(original)
    val operations =
      val storage = original.afterCrash(everything = true)
      ok(upkeep(storage).retain(RetentionRules(upTo = Offset(segments(2).firstSequence - 1)))): Unit
      storage.changes
    assert(operations > 8, s"$operations")
    var kept, gone = 0
    for crash <- 0 until operations; everything <- Seq(true, false) do
      val storage = original.afterCrash(everything = true)
      storage.failFrom = crash
      val result = upkeep(storage).retain(RetentionRules(upTo = Offset(segments(2).firstSequence - 1)))
      val after  = storage.afterCrash(everything)
      val found  = JournalContent.read(after, folder, Compressions.of(settings))
      val first  = found.manifest.firstSequence
      assert(first == 1 || first == segments(2).firstSequence, s"$first")
      if result.isRight then assertEquals(first, segments(2).firstSequence)
      if first == 1 then kept += 1 else gone += 1
      use(after)(journal =>
        assertEquals(ok(journal.readAll[String](Offset(first)).toVector), before.filter(_.offset.sequence >= first))
      )
      // Whatever was left lying about goes the next time.
      ok(upkeep(after).retain(RetentionRules(upTo = Offset(segments(2).firstSequence - 1)))): Unit
      assertEquals(SegmentFiles.list(after, folder).head, SegmentFiles.name(segments(2).firstSequence))
    assert(kept > 0 && gone > 0, s"$kept kept, $gone gone")

  test("a segment that is damaged is not deleted, for its streams' versions would be lost"):
    val storage = made()
    val path    = folder.resolve(SegmentFiles.name(1))
    val bytes   = storage.bytes(path)
    bytes(20_000) = (bytes(20_000) ^ 1).toByte
    storage.put(path, bytes)
    storage.list(folder).filter(_.endsWith(".idx")).foreach(name => storage.delete(folder.resolve(name)))
    val result = upkeep(storage).retain(RetentionRules(upTo = Offset(3000)))
    assert(result.left.exists { case ReadError.Corrupt(file, _, _) => file == path; case _ => false }, s"$result")
    assert(storage.exists(path))
    assertEquals(ClosedJournal(storage, folder).currentManifest.firstSequence, 1L)

  test("retired streams that are damaged, missing or of another journal are found"):
    val storage  = made()
    val segments = headers(storage)
    ok(upkeep(storage).retain(RetentionRules(upTo = Offset(segments(2).firstSequence - 1)))): Unit
    val path     = folder.resolve(RetiredStreams.FileName)
    val bytes    = storage.bytes(path)
    def verify() = JournalContent.read(storage, folder, Compressions.of(settings))
    for at <- bytes.indices do
      val damaged = bytes.clone
      damaged(at) = (damaged(at) ^ 4).toByte
      storage.put(path, damaged)
      intercept[brine.journal.format.Damage](verify()): Unit
    storage.delete(path)
    intercept[brine.journal.format.Damage](verify()): Unit
    storage.put(path, bytes)
    assertEquals(verify().summary.first.sequence, segments(2).firstSequence)
