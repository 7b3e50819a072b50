package brine.journal.tools

import brine.journal.tools.JournalFixture.*
import brine.journal.*
import brine.journal.format.{Checksum, Frame, Little, Seal, SegmentHeader}
import java.nio.file.{Files, Path}
import java.util.zip.CRC32C

class VerificationSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private def written(body: Path => Unit): Unit = TemporaryFolder.use: folder =>
    write(folder)
    body(folder)

  private def verify(folder: Path): Verification = ok(Verification.of(folder))

  test("a journal as it was written is sound"):
    written: folder =>
      val seen  = Vector.newBuilder[Progress]
      val found = ok(Verification.of(folder, onProgress = seen += _))
      assertEquals(found.damages, Vector.empty)
      assertEquals(found.notes, Vector.empty)
      assertEquals(found.records, 2081L)
      assertEquals((found.first, found.last), (Offset(1), Offset(2081)))
      assert(found.segments > 3)
      val bytes = segments(folder).map(Files.size).sum
      assertEquals(seen.result().last, Progress(bytes, bytes))

  test("a journal that is written meanwhile is sound, however often it is asked"):
    TemporaryFolder.use: folder =>
      val journal          = Journal.open(folder, small)
      @volatile var isDone = false
      val writer           = Thread: () =>
        for i <- 1 to 40 do append(journal, i * 100 to i * 100 + 99)
        isDone = true
      writer.start()
      try
        var rounds = 0
        while !isDone || rounds < 3 do
          val found = verify(folder)
          assertEquals(found.damages, Vector.empty)
          rounds += 1
      finally
        writer.join(60000)
        journal.close()

  test("a journal that is compacted and cut meanwhile is sound"):
    TemporaryFolder.use: folder =>
      val journal          = Journal.open(folder, small)
      @volatile var isDone = false
      val maintenance      = Thread: () =>
        for round <- 1 to 8 do
          append(journal, round * 1000 to round * 1000 + 600)
          ok(journal.compact(CompactionRules(_ != "all", leastGain = 0))): Unit
          ok(journal.retain(RetentionRules(upTo = Offset(round * 300)))): Unit
        isDone = true
      maintenance.start()
      try
        while !isDone && maintenance.isAlive do
          assertEquals(verify(folder).damages, Vector.empty)
          assert(ok(Statistics.of(folder)).records >= 0)
        assert(isDone)
      finally
        maintenance.join(60000)
        journal.close()
      assertEquals(verify(folder).damages, Vector.empty)

  test("a journal that a crash ended is sound, with a note of what was torn"):
    written: folder =>
      val last = segments(folder).last
      // As left by a process that ended at once: the manifest is not closed and frames follow that were never durable.
      val crashed = Files.createTempDirectory(folder, "crashed")
      val journal = Journal.open(folder, small)
      append(journal, 1 to 10)
      Files
        .list(folder)
        .filter(Files.isRegularFile(_))
        .forEach(file => Files.copy(file, crashed.resolve(file.getFileName)): Unit)
      journal.close()
      assert(last != null)
      val bytes = Files.readAllBytes(segments(crashed).last)
      val end   = bytes.lastIndexWhere(_ != 0)
      java.util.Arrays.fill(bytes, end + 40, end + 60, 7: Byte)
      Files.write(segments(crashed).last, bytes)
      val found = verify(crashed)
      assertEquals(found.damages, Vector.empty)
      assertEquals(found.notes.size, 1)
      assert(found.notes.head.contains("never durable"), found.notes.head)
      Files.list(crashed).forEach(Files.delete(_))

  test("every bit that counts is checked"):
    TemporaryFolder.use: folder =>
      write(folder, records = 400)
      val random = scala.util.Random(1)
      segments(folder).foreach: file =>
        val bytes = Files.readAllBytes(file)
        val used  = bytes.lastIndexWhere(_ != 0)
        for _ <- 1 to 60 do
          // The header, frames and seals; bytes that pad frames carry nothing and are not checked.
          val at = random.nextInt(used + 1)
          if bytes(at) != 0 || at < 4096 then
            flip(file, at)
            val found = verify(folder)
            assert(!found.isSound, s"$file, byte $at of $used")
            assert(found.damages.forall(_.file.getParent == folder))
            Files.write(file, bytes): Unit
      assert(verify(folder).isSound)

  test("damage in the middle costs the records of its unit, and names them"):
    written: folder =>
      val file = segments(folder)(1)
      flip(file, 20000)
      val found  = verify(folder)
      val damage = found.damages.head
      // Events after it whose stream it defined are lost with it.
      assert(found.damages.tail.forall(_.problem.contains("defined in bytes")), found.damages.toString)
      assertEquals(damage.file, file)
      assert(damage.position <= 20000 && damage.position > 4096)
      assertEquals(found.records + found.lost, 2081L)

  test("damage at the end of what was safe is told from a torn end"):
    written: folder =>
      val file  = segments(folder).last
      val bytes = Files.readAllBytes(file)
      val used  = bytes.lastIndexWhere(_ != 0)
      flip(file, used - 3)
      val found = verify(folder)
      assert(!found.isSound)
      assertEquals(found.lost + found.records, 2081L)
      zero(file, used - 300, bytes.length)
      assert(!verify(folder).isSound)

  test("missing segments: in the middle, the first, the last"):
    for missing <- Seq(1, 2, 0, -1) do
      written: folder =>
        val files = segments(folder)
        val gone  = if missing < 0 then files.last else files(missing)
        Files.delete(gone)
        if missing == 2 then Files.delete(files(1))
        val found = verify(folder)
        assertEquals(found.damages.size, if missing == 2 then 2 else 1, found.damages.toString)
        assertEquals(found.lost + found.records, 2081L)
        assert(found.damages.head.problem.contains("is not there"))

  test("an empty last segment may be missing, but nothing of what came before it"):
    written: folder =>
      val count   = segments(folder).size
      val journal = Journal.open(folder, small)
      journal.endSegment()
      while segments(folder).size == count do Thread.sleep(1)
      journal.close()
      Files.delete(segments(folder).last)
      val found = verify(folder)
      assertEquals(found.damages, Vector.empty)
      assertEquals(found.last, Offset(2081))
      assert(found.notes.exists(_.contains("was empty")), found.notes.toString)
      val file  = segments(folder).last
      val bytes = Files.readAllBytes(file)
      zero(file, bytes.lastIndexWhere(_ != 0) - 300, bytes.length)
      val cut = verify(folder)
      assert(!cut.isSound)
      assertEquals(cut.lost + cut.records, 2081L)

  test("a seal that is whole but counts other records than there are"):
    written: folder =>
      val file   = segments(folder).head
      val bytes  = Files.readAllBytes(file)
      val salt   = SegmentHeader.read(file.getFileName.toString, bytes.take(SegmentHeader.Length)).salt
      val frames = bytes.indices.by(Frame.Alignment).dropWhile(_ < SegmentHeader.Length)
      val seal   = frames
        .find: at =>
          at + Frame.length(Seal.BodyLength) <= bytes.length && Little.int(bytes, at + Frame.MagicAt) == Frame.Magic &&
            (Little.short(bytes, at + Frame.FlagsAt) & Frame.Seal) != 0
        .get
      val count = seal + Frame.HeaderLength + 16
      Little.putLong(bytes, count, Little.long(bytes, count) + 1)
      val crc = CRC32C()
      crc.update(bytes, seal + Frame.SequenceAt, Frame.HeaderLength - Frame.SequenceAt + Seal.BodyLength)
      Little.putInt(bytes, seal + Frame.CheckAt, crc.getValue.toInt ^ Checksum.mask(salt, seal))
      Files.write(file, bytes)
      val found = verify(folder)
      assertEquals(
        found.damages.map(damage => (damage.position, damage.problem)),
        Vector((seal.toLong, "the seal names other frames than there are"))
      )
      assertEquals(found.lost, 0L)

  test("segments in the wrong place: renamed, of another journal, swapped"):
    written: folder =>
      val files = segments(folder)
      val copy  = Files.readAllBytes(files(1))
      Files.write(files(1), Files.readAllBytes(files(2)))
      val renamed = verify(folder)
      assert(renamed.damages.exists(_.problem.contains("renamed")), renamed.damages.toString)
      Files.write(files(1), copy)
      assert(verify(folder).isSound)
      TemporaryFolder.use: other =>
        write(other)
        Files.write(files(1), Files.readAllBytes(segments(other)(1)))
        assert(verify(folder).damages.exists(_.problem.contains("another journal")))

  test("manifests: one slot lost is a note, both are damage"):
    written: folder =>
      flip(folder.resolve("MANIFEST-a"), 70)
      val one = verify(folder)
      assert(one.notes.exists(_.contains("MANIFEST-a")), one.notes.toString)
      flip(folder.resolve("MANIFEST-b"), 70)
      val both = verify(folder)
      assert(both.damages.exists(_.problem.contains("slot")), both.toString)
      assertEquals(both.records, 2081L)

  test("no journal, no folder, a later release"):
    TemporaryFolder.use: folder =>
      assert(Verification.of(folder).left.exists(_.isInstanceOf[OpenError.NotAJournal]))
      assert(Verification.of(folder.resolve("none")).left.exists(_.message.contains("does not exist")))
    written: folder =>
      val file  = segments(folder).head
      val bytes = Files.readAllBytes(file)
      bytes(8) = 9
      val crc = java.util.zip.CRC32C()
      crc.update(bytes, 0, 4092)
      java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(4092, crc.getValue.toInt)
      Files.write(file, bytes)
      Verification.of(folder) match
        case Left(error: OpenError.NewerFormat) => assert(error.message.contains("newer release"), error.message)
        case other                              => fail(other.toString)
