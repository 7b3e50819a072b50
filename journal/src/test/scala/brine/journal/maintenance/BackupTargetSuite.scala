package brine.journal.maintenance

import brine.journal.*
import brine.journal.maintenance.ClosedJournal.{fill, ok, settings}
import brine.journal.storage.Storage
import brine.journal.tools.{JournalBackup, Verification}
import java.nio.file.{Files, Path}

/** Backups to folders that are not free for them. */
class BackupTargetSuite extends munit.FunSuite:
  private def inFolder(name: String)(body: Path => Unit): Unit = test(name)(TemporaryFolder.use(body))

  private def refused(result: Either[JournalError, BackupReport], why: String)(using munit.Location): Unit =
    assert(result.left.exists(_.message.contains(why)), s"$result")

  private def content(folder: Path): Map[String, Seq[Byte]] =
    Storage.disk
      .list(folder)
      .filter(_.endsWith(".seg"))
      .map(name => name -> Files.readAllBytes(folder.resolve(name)).toSeq)
      .toMap

  inFolder("a backup to the journal's own folder is refused, whatever its path is, and nothing is written"): parent =>
    val folder = parent.resolve("data")
    val link   = Files.createSymbolicLink(parent.resolve("link"), folder.toAbsolutePath)
    val paths  = Seq(folder, parent.resolve("other/../data"), link, link.resolve("."))
    Files.createDirectory(parent.resolve("other"))
    val journal = Journal.open(folder, settings)
    try
      fill(journal, 1000)
      for path <- paths do
        refused(journal.backup(path), "own folder")
        refused(JournalBackup.of(folder, path), "own folder")
      fill(journal, 100, from = 1000)
    finally journal.close()
    val before = content(folder)
    for path <- paths do refused(JournalBackup.of(folder, path), "own folder")
    assertEquals(content(folder), before)
    val reader = JournalReader.open(folder)
    try assertEquals(ok(reader.readAll[String]().toVector).size, 1100)
    finally reader.close()

  inFolder("a backup to a folder within the journal's folder is a backup"): parent =>
    val journal = Journal.open(parent.resolve("data"), settings)
    try
      fill(journal, 1000)
      ok(journal.backup(journal.folder.resolve("backup"))): Unit
      assert(ok(Verification.of(journal.folder.resolve("backup"))).isSound)
    finally journal.close()
    Journal.open(parent.resolve("data"), settings).close()

  inFolder("a backup to an earlier one that is open for writing is refused, and its records stay"): parent =>
    val target  = parent.resolve("backup")
    val journal = Journal.open(parent.resolve("data"), settings)
    try
      fill(journal, 1000)
      ok(journal.backup(target)): Unit
      val opened = Journal.open(target, settings)
      try
        fill(opened, 1, from = 1000)
        refused(journal.backup(target), "open for writing")
        refused(JournalBackup.of(journal.folder, target), "open for writing")
        fill(opened, 1, from = 1001)
        assertEquals(ok(opened.readAll[String]().toVector).size, 1002)
      finally opened.close()
    finally journal.close()

  inFolder("a backup to an earlier one that has got events of its own is refused, whichever has more"): parent =>
    val target                                     = parent.resolve("backup")
    val folder                                     = parent.resolve("data")
    def write(folder: Path, count: Int, from: Int) =
      val journal = Journal.open(folder, settings)
      try fill(journal, count, from = from)
      finally journal.close()
    def content(folder: Path) =
      val reader = JournalReader.open(folder)
      try ok(reader.readAll[String]().toVector).map(_.value)
      finally reader.close()
    for ((own, later), round) <- Seq((50, 100), (50, 50), (100, 50), (3000, 4000), (50, 4000)).zipWithIndex do
      write(folder, 100, from = round * 20_000)
      ok(JournalBackup.of(folder, target)): Unit
      write(target, own, from = round * 20_000 + 10_000)
      write(folder, later, from = round * 20_000 + 1000)
      val before = content(target)
      refused(JournalBackup.of(folder, target), "have diverged")
      assertEquals(content(target), before)
      val journal = Journal.open(folder, settings)
      try refused(journal.backup(target), "have diverged")
      finally journal.close()
      TemporaryFolder.delete(target)

  inFolder("a backup that was opened as a journal, but got no events, is continued"): parent =>
    val target  = parent.resolve("backup")
    val journal = Journal.open(parent.resolve("data"), settings)
    try
      for round <- 0 until 3 do
        fill(journal, 700, from = round * 700)
        ok(journal.backup(target)): Unit
        Journal.open(target, settings).close()
      assert(ok(Verification.of(target)).isSound)
    finally journal.close()

  inFolder("a backup without the versions of deleted streams is not made"): parent =>
    val target  = parent.resolve("backup")
    val journal = Journal.open(parent.resolve("data"), settings)
    try
      fill(journal, 3000)
      assert(ok(journal.retain(RetentionRules(upTo = Offset(2000)))).segments > 0)
      val retired = Storage.disk.list(journal.folder).filter(_.startsWith("retired"))
      assert(retired.nonEmpty)
      retired.foreach(name => Files.delete(journal.folder.resolve(name)))
      assert(journal.backup(target).left.exists(_.message.contains("it is not there, but records up to")))
      assert(JournalReader.tryOpen(target).isLeft)
    finally journal.close()
