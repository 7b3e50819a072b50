package brine.entity.boundary

import brine.entity.Decision
import brine.journal.{Journal, Offset, Query, RetentionRules}
import brine.journal.testkit.MemoryEventLog
import java.nio.file.Files
import java.time.Duration
import munit.FunSuite

class OpenViewSuite extends FunSuite, BoundaryBase:
  test("each event is folded once"):
    withLog(): log =>
      var folded = 0
      val view   = Boundary
        .open(log, quick)(Campus)
        .open(View[CampusEvent](Query.tagged("course:7"), 0): (count, _) =>
          folded += 1
          count + 1)
      for round <- 1 to 5 do
        note(log, 7): Unit
        note(log, 8): Unit
        assertEquals(view.decide(count => Decision.reply(count)).value, round)
      assertEquals(view.decide(count => Decision(CampusEvent.Noted(7, 0))(count)).value, 5)
      assertEquals(view.decide(count => Decision.reply(count)).value, 6)
      assertEquals(folded, 6)

  test("a fold that takes longer than the timeout continues in the next decision"):
    withLog(MemoryEventLog()): log =>
      val events = 1_000
      for _ <- 1 to events do note(log, 7): Unit
      var folded   = 0
      val settings = quick.withTimeout(Duration.ofMillis(100))
      // Some of the events end the timeout each.
      val view = Boundary
        .open(log, settings)(Campus)
        .open(View[CampusEvent](Query.tagged("course:7"), 0): (count, _) =>
          folded += 1
          if folded % 300 == 0 then
            val until = System.nanoTime + settings.timeout.toNanos
            while System.nanoTime < until do Thread.onSpinWait()
          count + 1)
      var failures = 0
      var count    = -1
      while count < 0 do
        try count = view.decide(count => Decision.reply(count)).value
        catch
          case failed: BoundaryException =>
            failures += 1
            assert(failures < 100 && failed.error.isInstanceOf[BoundaryError.TimedOut], failed.getMessage)
            assert(failed.getMessage.contains("reading events"), failed.getMessage)
      assert(failures >= 3)
      assertEquals((count, folded), (events, events))

  test("what retention has deleted is an error, unless the view begins with what is kept"):
    withLog(Journal.open(Files.createTempDirectory("brine-open-view").resolve("log"))):
      case log: Journal =>
        val boundary = Boundary.open(log, quick)(Campus)
        val counting = View[CampusEvent](Query.tagged("course:7"), 0)((count, _) => count + 1)
        val all      = boundary.open(counting)
        val kept     = boundary.open(counting.fromFirstKept)
        def count(view: OpenView[CampusEvent, Int]) = view.decide(count => Decision.reply(count)).value
        for _ <- 1 to 3 do note(log, 7): Unit
        assertEquals((count(all), count(kept)), (3, 3))
        log.endSegment()
        for _ <- 1 to 2 do note(log, 7): Unit
        log.endSegment()
        note(log, 7): Unit
        val first = log.retain(RetentionRules(upTo = Offset(5))).fold(error => fail(error.message), _.first)
        assertEquals(first, Offset(6))
        for failed <- List(error(count(all)), error(boundary.decide(counting)(count => Decision.reply(count)))) do
          assert(failed.isInstanceOf[BoundaryError.Gone] && failed.message.contains("before 6"), failed.message)
        // The events that it has folded are as far away as the others.
        assertEquals(count(kept), 1)
        assertEquals(boundary.decide(counting.fromFirstKept)(count => Decision.reply(count)).value, 1)
        assertEquals(kept.decide(count => Decision(CampusEvent.Noted(7, 0))(count)).value, 1)
        assertEquals(count(kept), 2)
      case other => fail(s"$other")
