package brine.journal.maintenance

import brine.journal.*
import brine.journal.folders.SegmentFiles
import brine.journal.maintenance.ClosedJournal.*
import brine.journal.snapshot.FileSnapshots
import brine.journal.storage.{MemoryStorage, RefusingStorage}
import brine.journal.tools.Verification
import java.nio.file.Path

class BackupSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val target = Path.of("backup")
  private val fresh  = Path.of("restored")

  private def backup(storage: MemoryStorage, to: MemoryStorage, thoroughly: Boolean = false) =
    upkeep(storage).backup(target, to, thoroughly)

  private def restored(from: MemoryStorage): MemoryStorage =
    val storage = MemoryStorage()
    Restore.run(from, target, storage, fresh, Compressions.of(settings)): Unit
    storage

  private def segments(storage: MemoryStorage) = ClosedJournal(storage, folder).segments

  test("a backup is a journal that reads the same, and so is what is restored of it"):
    val storage = made()
    val to      = MemoryStorage()
    val before  = read(storage)
    val report  = ok(backup(storage, to))
    assertEquals((report.copied, report.skipped, report.upTo), (segments(storage).size, 0, Offset(4000)))
    val copy = restored(to)
    assertEquals(read(to, target), before)
    assertEquals(read(copy, fresh), before)
    use(copy, fresh)(fill(_, 500, from = 4000))
    assertEquals(read(copy, fresh).size, 4500)
    for stream <- 0 until 7 do
      assertEquals(
        read(copy, fresh).filter(_.stream == s"s$stream").map(_.version),
        (1L to (0 until 4500).count(_ % 7 == stream).toLong).toVector
      )

  test("a journal that a crash has ended, with a torn write, is restored as it opens"):
    val storage = MemoryStorage()
    val journal = Journal.open(folder, settings, storage)
    fill(journal, 100)
    val crashed = storage.afterCrash(everything = true)
    journal.close()
    val name  = folder.resolve(SegmentFiles.list(crashed, folder).last)
    val bytes = crashed.bytes(name)
    val end   = bytes.lastIndexWhere(_ != 0) + 8 & -8
    java.util.Arrays.fill(bytes, end, end + 20, 9.toByte)
    crashed.put(name, bytes)
    val copy = MemoryStorage()
    val done = Restore.run(crashed, folder, copy, fresh, Compressions.of(settings))
    assertEquals(done.records, 100L)
    assertEquals(read(copy, fresh), read(crashed))

  test("a second backup copies what has changed, and reads the same"):
    val storage = made()
    val to      = MemoryStorage()
    ok(backup(storage, to)): Unit
    for round <- 1 to 5 do
      use(storage)(fill(_, 700, from = 3300 + round * 700))
      val number = segments(storage).size
      val report = ok(backup(storage, to, thoroughly = round == 3))
      assertEquals(report.copied + report.skipped, number)
      assert(report.copied <= 4, s"$report")
      assertEquals(read(restored(to), fresh), read(storage))
    val again = ok(backup(storage, to))
    assertEquals(again.copied, 1)
    assert(again.bytes <= 65_536)

  test("a backup after retention and compaction, with its snapshots"):
    val storage = made()
    val to      = MemoryStorage()
    ok(backup(storage, to)): Unit
    val journal   = segments(storage).head.journal
    val snapshots = FileSnapshots(storage, folder, journal)
    for offset <- Seq(100, 2000, 3000) do assert(snapshots.save("totals", Offset(offset), s"at $offset").isRight)
    ok(upkeep(storage).retain(RetentionRules(upTo = Offset(1500)))): Unit
    ok(upkeep(storage).compact(CompactionRules(streams = _ == "s1"))): Unit
    val report = ok(backup(storage, to))
    assertEquals(report.snapshots, 2)
    val copy     = restored(to)
    val first    = segments(storage).head.firstSequence
    val expected = use(storage)(journal => ok(journal.readAll[String](Offset(first)).toVector))
    assertEquals(use(copy, fresh)(journal => ok(journal.readAll[String](Offset(first)).toVector)), expected)
    assertEquals(
      FileSnapshots(copy, fresh, journal).latest[String]("totals").map(_.map(_.state)),
      Right(Some("at 3000"))
    )
    // The next one takes the newer snapshots and leaves those that are gone.
    assert(snapshots.save("totals", Offset(4000), "at 4000").isRight)
    assertEquals(ok(backup(storage, to)).snapshots, 2)
    assertEquals(FileSnapshots(to, target, journal).offsets("totals"), Vector(4000, 3000).map(Offset(_)))

  test("a damaged journal is not backed up, and the backup before stays whole"):
    val storage = made()
    val to      = MemoryStorage()
    ok(backup(storage, to)): Unit
    val before = read(to.afterCrash(everything = true), target)
    use(storage)(fill(_, 3000, from = 4000))
    val path  = folder.resolve(SegmentFiles.name(segments(storage).apply(segments(storage).size - 2).firstSequence))
    val bytes = storage.bytes(path)
    bytes(20_000) = (bytes(20_000) ^ 1).toByte
    storage.put(path, bytes)
    assert(backup(storage, to).left.exists { case ReadError.Corrupt(file, _, _) => file == path; case _ => false })
    assertEquals(read(to.afterCrash(everything = false), target), before)

  test("a damaged backup is mended if it shows, and not restored"):
    val storage = made()
    val to      = MemoryStorage()
    ok(backup(storage, to)): Unit
    val path  = target.resolve(SegmentFiles.name(1))
    val bytes = to.bytes(path)
    for at <- Seq(10, 5_000, 20_000, 40_000) do
      val damaged = bytes.clone
      damaged(at) = (damaged(at) ^ 1).toByte
      to.put(path, damaged)
      val copy = MemoryStorage()
      intercept[brine.journal.format.Damage](Restore.run(to, target, copy, fresh, Compressions.of(settings))): Unit
      assertEquals(copy.list(fresh), Vector.empty)
      val report = ok(backup(storage, to, thoroughly = true))
      assertEquals(report.copied, 2, s"byte $at")
      assertEquals(to.bytes(path).toSeq, bytes.toSeq)
    to.put(path, bytes.take(40_000))
    assertEquals(ok(backup(storage, to)).copied, 2)
    to.delete(path)
    intercept[brine.journal.format.Damage](
      Restore.run(to, target, MemoryStorage(), fresh, Compressions.of(settings))
    ): Unit
    assertEquals(ok(backup(storage, to)).copied, 2)
    assertEquals(read(restored(to), fresh).size, 4000)

  test("a backup of another journal, or of one that has diverged, is not overwritten"):
    val storage = made()
    val to      = MemoryStorage()
    ok(backup(storage, to)): Unit
    val other = made()
    assert(backup(other, to).left.exists(_.message.contains("another journal")))
    val older = restored(to)
    use(storage)(fill(_, 500, from = 4000))
    ok(backup(storage, to)): Unit
    // The restored one continues from 4000, while the backup has 4500.
    use(older, fresh)(fill(_, 10, from = 9000))
    val behind = upkeep(older, fresh).backup(target, to)
    assert(behind.left.exists(_.message.contains("diverged")), s"$behind")
    // Also once it has more.
    use(older, fresh)(fill(_, 3000, from = 9010))
    val beyond = upkeep(older, fresh).backup(target, to)
    assert(beyond.left.exists(_.message.contains("diverged")), s"$beyond")
    assertEquals(read(restored(to), fresh), read(storage))

  test("a backup after everything it had was deleted from the journal"):
    val storage = made(2000)
    val to      = MemoryStorage()
    ok(backup(storage, to)): Unit
    val before = read(storage)
    use(storage)(fill(_, 3000, from = 2000))
    val kept = segments(storage).takeRight(2)
    ok(upkeep(storage).retain(RetentionRules(upTo = Offset(kept.head.firstSequence - 1)))): Unit
    val operations =
      val copy = to.afterCrash(everything = true)
      ok(backup(storage, copy)): Unit
      copy.changes
    for crash <- 0 until operations; everything <- Seq(true, false) do
      val copy = to.afterCrash(everything = true)
      copy.failFrom = crash
      val result = backup(storage, copy)
      val left   = copy.afterCrash(everything)
      val found  = ClosedJournal(restored(left), fresh).currentManifest.firstSequence
      assert(if result.isRight then found > 1 else found == 1 || found == kept.head.firstSequence)
      if found == 1 then assertEquals(read(restored(left), fresh), before)
      ok(backup(storage, left)): Unit
      assertEquals(ClosedJournal(restored(left), fresh).currentManifest.firstSequence, kept.head.firstSequence)

  test("a target that cannot be written is named"):
    TemporaryFolder.use: parent =>
      val storage = RefusingStorage()
      val target  = parent.resolve("copy")
      use(storage, parent.resolve("journal")): journal =>
        fill(journal, 100)
        storage.refuses = path => Option.when(path.startsWith(target))(java.io.IOException("No space left"))
        val says = journal.backup(target).fold(_.message, report => fail(report.toString))
        assert(clue(says).startsWith(s"the backup in $target cannot be written; fix that and repeat it"))
        assert(says.contains("No space left"))
        storage.refuses = _ => None
        assert(journal.backup(target).isRight)

  test("a folder with files is not restored to"):
    val storage = made(100)
    val to      = MemoryStorage()
    ok(backup(storage, to)): Unit
    val copy = MemoryStorage()
    copy.put(fresh.resolve("notes.txt"), Array(1))
    intercept[java.nio.file.FileAlreadyExistsException](
      Restore.run(to, target, copy, fresh, Compressions.of(settings))
    ): Unit
    assertEquals(copy.list(fresh), Vector("notes.txt"))

  test("a crash at every operation of a backup leaves one that can be restored, and the next one works"):
    val storage = made(1500)
    val first   = MemoryStorage()
    ok(backup(storage, first)): Unit
    val before = read(storage)
    use(storage)(fill(_, 1200, from = 1500))
    val all        = read(storage)
    val operations =
      val to = first.afterCrash(everything = true)
      ok(backup(storage, to)): Unit
      to.changes
    assert(operations > 8, s"$operations")
    var old, young = 0
    for crash <- 0 until operations; everything <- Seq(true, false) do
      val to = first.afterCrash(everything = true)
      to.failFrom = crash
      val result = backup(storage, to)
      val left   = to.afterCrash(everything)
      val found  = read(restored(left), fresh)
      // What the one before has, and what is left of this one, is no damage.
      val verified = Verification.of(target, settings, left)
      assertEquals(verified.map(_.damages), Right(Vector.empty), s"operation $crash")
      assertEquals(verified.map(_.records), Right(found.size.toLong), s"operation $crash")
      if found.size == before.size then old += 1 else young += 1
      assert(
        found == before || found.startsWith(before) && all.startsWith(found),
        s"operation $crash: ${found.size} records"
      )
      if result.isRight then assertEquals(found, all)
      ok(backup(storage, left)): Unit
      assertEquals(read(restored(left), fresh), all)
    assert(old > 0 && young > 0, s"$old old, $young young")

  test("a crash at every operation of a restore leaves nothing that can be taken for a journal, or all of it"):
    val storage = made(1500)
    val to      = MemoryStorage()
    ok(backup(storage, to)): Unit
    val all        = read(storage)
    val operations =
      val copy = MemoryStorage()
      Restore.run(to, target, copy, fresh, Compressions.of(settings)): Unit
      copy.changes
    for crash <- 0 until operations; everything <- Seq(true, false) do
      val copy = MemoryStorage()
      copy.failFrom = crash
      intercept[java.io.IOException](Restore.run(to, target, copy, fresh, Compressions.of(settings))): Unit
      val left = copy.afterCrash(everything)
      Journal.tryOpen(fresh, settings, left) match
        case Left(_)        => ()
        case Right(journal) =>
          val found =
            try ClosedJournal.all(journal)
            finally journal.close()
          assert(
            found == all || left.list(fresh).forall(!_.endsWith(".seg")) || found.isEmpty,
            s"operation $crash: ${found.size}"
          )
