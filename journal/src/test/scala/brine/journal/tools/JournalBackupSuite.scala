package brine.journal.tools

import brine.journal.tools.JournalFixture.*
import brine.journal.{Journal, OpenError, TemporaryFolder}

class JournalBackupSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  test("a backup while another process writes, and what is new since"):
    TemporaryFolder.use: folder =>
      val to      = folder.resolve("backup")
      val own     = folder.resolve("own")
      val journal = Journal.open(own, small)
      try
        for round <- 1 to 3 do
          append(journal, round * 1000 to round * 1000 + 500)
          val report = JournalBackup.of(own, to, settings = small).fold(error => fail(error.message), identity)
          if round > 1 then assert(report.skipped > 0, report.toString)
          val copied = ok(Verification.of(to))
          assertEquals(copied.damages, Vector.empty)
          assertEquals(copied.last, report.upTo)
          assertEquals(records(to), records(own).take(copied.records.toInt))
      finally journal.close()

  test("a damaged journal gets into no backup, and a folder that is none"):
    TemporaryFolder.use: folder =>
      val own = folder.resolve("own")
      write(own)
      flip(segments(own)(1), 9000)
      assert(JournalBackup.of(own, folder.resolve("backup")).isLeft)
      assert(
        JournalBackup.of(folder.resolve("none"), folder.resolve("b")).left.exists(_.isInstanceOf[OpenError.NotAJournal])
      )
