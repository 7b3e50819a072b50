package brine.journal

import brine.journal.SiteEvent.Created
import brine.journal.folders.SegmentFiles
import brine.journal.storage.Storage
import java.time.{Clock, Duration, Instant, ZoneOffset}
import java.util.concurrent.atomic.AtomicReference

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

  for ahead <- List(Duration.ofDays(3650), Duration.ofDays(365L * 400)) do
    test(s"a clock that was ${ahead.toDays / 365} years ahead and is set right: segments still end at their age"):
      TemporaryFolder.use: folder =>
        val offset = AtomicReference(ahead)
        val clock  = new Clock:
          def getZone                                          = ZoneOffset.UTC
          override def withZone(zone: java.time.ZoneId): Clock = this
          override def instant                                 = Instant.now.plus(offset.get)
        val settings = JournalSettings(segmentSize = 1 << 16, segmentAge = Duration.ofHours(1), clock = clock)
        val wrong    = Journal.open(folder, settings)
        wrong.append("s", Created("x"): SiteEvent).await(): Unit
        wrong.close()
        offset.set(Duration.ZERO)
        val journal = Journal.open(folder, settings.withSegmentAge(Duration.ofMillis(20)))
        try
          journal.append("s", Created("x"): SiteEvent).await(): Unit
          val until = System.nanoTime + 20_000_000_000L
          while SegmentFiles.list(Storage.disk, folder).size < 2 && System.nanoTime < until do Thread.sleep(2)
          assertEquals(SegmentFiles.list(Storage.disk, folder).size, 2)
          // The next segment is as young as its records, which must not be older than those before.
          journal.append("s", Created("x"): SiteEvent).await(): Unit
          assertEquals(journal.read[SiteEvent]("s").toVector.map(_.size), Right(3))
        finally journal.close()
