package brine.journal.flight

import brine.journal.SiteEvent.Created
import brine.journal.{Journal, JournalSettings, SiteEvent, TemporaryFolder}
import jdk.jfr.Recording
import jdk.jfr.consumer.RecordingFile
import scala.jdk.CollectionConverters.*

class FlightEventsSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  test("a flight recording has the journal's openings, forces, segments and states"):
    TemporaryFolder.use: folder =>
      val recording = Recording()
      val file      = folder.resolve("flight.jfr")
      try
        recording.start()
        val journal = Journal.open(folder.resolve("journal"), JournalSettings(segmentSize = 1 << 16))
        for i <- 1 to 400 do journal.append("s", Created("x" * 300 + i): SiteEvent)
        journal.append("s", Created("last"): SiteEvent).await(): Unit
        journal.close()
        recording.stop()
        recording.dump(file)
      finally recording.close()
      val events = RecordingFile.readAllEvents(file).asScala.groupBy(_.getEventType.getName)
      assertEquals(events("brine.JournalOpen").map(_.getLong("sequence")).toList, List(0L))
      assert(events("brine.JournalSegment").nonEmpty)
      assertEquals(events("brine.JournalForce").map(_.getLong("records")).sum, 401L)
      assertEquals(events("brine.JournalForce").map(_.getLong("durable")).max, 401L)
      assertEquals(events("brine.JournalState").map(_.getString("state")).toList, List("Closed"))
