package brine.jdbc

import brine.journal.*
import java.util.concurrent.atomic.AtomicInteger
import jdk.jfr.Recording
import jdk.jfr.consumer.RecordingFile
import scala.jdk.CollectionConverters.*

class FlightEventsSuite extends DatabaseSuite(() => TestDatabase.Sqlite()):
  test("a flight recording has the commits, retries and connections of a log, and what it finds of others"):
    val settings  = database.fresh()
    val faults    = Faults(database.url)
    val recording = Recording()
    val file      = java.nio.file.Files.createTempFile("brine-jdbc", ".jfr")
    try
      recording.start()
      logs(1, settings): others =>
        val log = JdbcEventLog.open(faults.source, settings)
        try
          for i <- 1 to 5 do appended(log.append("s", ExpectedVersion(i - 1L), Seq(s"$i")))
          assert(done(log.append("s", ExpectedVersion.NoStream, Seq("late"))).isLeft)
          val left = AtomicInteger(1)
          faults.atStatement = (_, _) => if left.getAndDecrement() > 0 then throw Faults.lost
          appended(log.append("s", "again"))
          val seen         = AtomicInteger()
          val subscription = log.subscribe[String](Offset.Begin)(_ => seen.incrementAndGet(): Unit)
          eventually("the subscription has all")(seen.get == 6)
          appended(others.head.append("s", "of another"))
          eventually("the subscription has that of another")(seen.get == 7)
          subscription.close()
        finally within(log.close())
      recording.stop()
      recording.dump(file)
      val events =
        RecordingFile.readAllEvents(file).asScala.groupBy(_.getEventType.getName).withDefaultValue(Nil)
      val commits = events("brine.JdbcCommit").filter(_.getString("log").contains(settings.prefix)).sortBy(_.getEndTime)
      assertEquals(commits.map(_.getLong("last")).toVector, Vector(1L, 2L, 3L, 4L, 5L, 5L, 6L, 7L))
      assertEquals(commits.map(_.getInt("refused")).sum, 1)
      assertEquals(commits.map(_.getBoolean("isAhead")).take(5).toVector, Vector(false, true, true, true, true))
      val retries = events("brine.JdbcRetry")
      assertEquals(retries.map(_.getString("problem").contains(Faults.lost.getMessage)).toVector, Vector(true))
      assert(events("brine.JdbcConnect").size >= 2)
      assertEquals(events("brine.JdbcNews").map(_.getLong("last")).max, 7L)
    finally
      recording.close()
      java.nio.file.Files.deleteIfExists(file): Unit
