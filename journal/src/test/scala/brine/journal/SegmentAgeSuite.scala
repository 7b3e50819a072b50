package brine.journal

import brine.journal.SiteEvent.Created
import brine.journal.file.SegmentFiles
import brine.journal.storage.Storage
import java.time.Duration

class SegmentAgeSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  test("a segment with records ends at its age; one without does not"):
    TemporaryFolder.use: folder =>
      val journal =
        Journal.open(folder, JournalSettings(segmentSize = 1 << 16, segmentAge = Duration.ofMillis(20)))
      try
        def segments = SegmentFiles.list(Storage.disk, folder).size
        for round <- 1 to 3 do
          journal.append("s", Created("x"): SiteEvent).await(): Unit
          val until = System.nanoTime + 20_000_000_000L
          while segments == round && System.nanoTime < until do Thread.sleep(2)
          assertEquals(segments, round + 1)
        // Long enough for several more, if empty ones ended.
        Thread.sleep(200)
        assertEquals(segments, 4)
        assertEquals(journal.read[SiteEvent]("s").toVector.map(_.size), Right(3))
      finally journal.close()
