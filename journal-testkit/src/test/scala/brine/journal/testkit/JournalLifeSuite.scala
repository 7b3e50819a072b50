package brine.journal.testkit

import brine.effort.Effort
import scala.concurrent.duration.*

/** Whole lives of journals: settings that change between openings, together with retention, compaction, backups,
  * restores, keys, full disks, kills, power cuts, and readers that stay open.
  */
class JournalLifeSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 60.minutes

  test("whatever happens in whatever order, all that must be there is, and nothing else"):
    for seed <- 1 to Effort.journalLives do
      val life = JournalLife(seed)
      try life.run(openings = 6)
      catch case error: Throwable => throw AssertionError(s"seed $seed: ${life.story}", error)
