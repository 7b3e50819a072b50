package brine.entity.boundary

import brine.entity.{AnsweringLog, At, Decision}
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import java.time.{Clock, Instant, ZoneOffset}
import java.util.UUID
import java.util.concurrent.CompletableFuture
import munit.FunSuite
import scala.util.Try

class BoundarySuite extends FunSuite, BoundaryBase:
  import CampusEvent.*

  test("a decision appends its events to their streams, with their tags, and replies"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      assertEquals(boundary.ask(Ask.Plan(7, 1), 11).value.isDone, true)
      val joined = boundary.ask(Ask.Join(7, 9), 12)
      assertEquals(joined.value, Seen(true, Known(Map(7 -> Course(1, Set.empty, 0)), Set.empty, Set.empty)))
      assertEquals(joined.offset, log.durable)
      assertEquals(records(log).map(_.stream), Vector("course-7", "course-7-joined"))
      assertEquals(records(log).last.tags, Set("course:7", "student:9"))
      assert(!boundary.ask(Ask.Join(7, 8), 13).value.isDone, "there is one place")

  test("a decision without events appends nothing, and its offset is that of the last event it saw"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      assertEquals(boundary.ask(Ask.Look(7, 9)).offset, Offset.Begin)
      val seen = note(log, 7)
      note(log, 8): Unit
      val answer = boundary.ask(Ask.Look(7, 9))
      assertEquals(answer.value.known.courses(7).notes, 1)
      assertEquals(answer.offset, Offset(seen))
      assertEquals(log.durable, Offset(2))

  test("events of several streams are one append"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      for ask <- List(Ask.Plan(1, 1), Ask.Plan(2, 1), Ask.Join(1, 5)) do assert(boundary.ask(ask).value.isDone)
      log.append("course-2-joined", ExpectedVersion.Any, Seq("another type")).await(): Unit
      val swapped = boundary.ask(Ask.Swap(1, 2, 5))
      assertEquals(swapped.offset, Offset(6))
      assertEquals(records(log).drop(4).map(_.stream), Vector("course-1-quit", "course-2-joined"))

  test("what others append meanwhile is read, and decided on; what the view does not select does not matter"):
    withLog(): memory =>
      val log      = AnsweringLog(memory)
      val boundary = Boundary.open(log, quick)(Campus)
      var calls    = 0
      def plan()   = boundary.decide(Campus.view(Ask.Plan(7, 1))): known =>
        calls += 1
        Campus.decide(Ask.Plan(7, 1), 11)(known)
      var notes = List(8, 7, 7)
      log.before = () =>
        notes.headOption.foreach(note(memory, _))
        notes = notes.drop(1)
      assertEquals(plan().value.known.courses(7).notes, 0)
      assertEquals(calls, 1)
      assertEquals(plan().value, Seen(false, Known(Map(7 -> Course(1, Set.empty, 0)), Set.empty, Set.empty)))
      calls = 0
      val joined = boundary.decide(Campus.view(Ask.Join(7, 9))): known =>
        calls += 1
        Campus.decide(Ask.Join(7, 9), 12)(known)
      assertEquals(calls, 3)
      assertEquals((joined.value.isDone, joined.value.known.courses(7).notes), (true, 2))

  test("a deletion that the query selects is a conflict, and then it is passed"):
    withLog(): memory =>
      val log      = AnsweringLog(memory)
      val boundary = Boundary.open(log, quick)(Campus)
      assert(boundary.ask(Ask.Name(1), 11).value.isDone)
      var calls = 0
      log.before = () => if calls == 1 then memory.delete("names").await(): Unit
      val named = boundary.decide(Campus.view(Ask.Name(2))): known =>
        calls += 1
        Campus.decide(Ask.Name(2), 12)(known)
      assertEquals(calls, 2)
      // A deletion takes no fact back.
      assertEquals(named.value, Seen(true, Known(Map.empty, Set.empty, Set(1))))
      assert(!boundary.ask(Ask.Name(1), 13).value.isDone)

  test("a conflict with an event that is not durable yet waits until it is"):
    withLog(): memory =>
      val log      = AnsweringLog(memory)
      val boundary = Boundary.open(log, quick)(Campus)
      val at       = Offset(memory.durable.sequence + 1)
      log.answers.add(Some(AppendError.Conflict(AppendCondition(Query.all, Offset.Begin), at)))
      var isFirst = true
      log.before = () =>
        if isFirst then
          isFirst = false
          Thread.ofVirtual.start(() => note(memory, 7): Unit): Unit
      assertEquals(boundary.ask(Ask.Plan(7, 1)).value.known.courses(7).notes, 1)

  test("the time of a decision is not before that of the last event it saw"):
    val late = Instant.parse("2100-01-02T03:04:05Z")
    withLog(MemoryEventLog(clock = Clock.fixed(late, ZoneOffset.UTC))): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      val view     = Campus.view(Ask.Look(7, 9))
      assert(boundary.decide(view)(_ => Decision.reply(summon[At].time)).value.isBefore(late))
      note(log, 7): Unit
      assertEquals(boundary.decide(view)(_ => Decision.reply(summon[At].time)).value, late)

  test("replies that are stored for keys are no events, though a query selects all"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      boundary.decideOnce(Campus.view(Ask.Plan(7, 1)), UUID(1, 2))(Campus.decide(Ask.Plan(7, 1), 11)(_)): Unit
      val all = View[CampusEvent](Query.all, 0)((count, _) => count + 1)
      assertEquals(boundary.decide(all)(count => Decision.reply(count)).value, 1)
      assertEquals(boundary.decide(all)(count => Decision(Noted(7, 12))(count)).value, 1)

  test("a closed boundary decides no more, and the log stays open"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      val view     = boundary.open(Campus.view(Ask.Look(7, 9)))
      boundary.close()
      assert(error(boundary.ask(Ask.Plan(7, 1))).isInstanceOf[BoundaryError.Closed])
      assert(error(view.decide(_ => Decision.reply(()))).isInstanceOf[BoundaryError.Closed])
      assertEquals(log.durable, Offset.Begin)
      assert(Boundary.open(log, quick)(Campus).ask(Ask.Plan(7, 1)).value.isDone)

  test("a function may leave for its caller, and nothing has happened"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      val view     = Campus.view(Ask.Look(7, 9))
      val left     = scala.util.boundary[Int]:
        boundary.decide(view)(_ => scala.util.boundary.break(5)): Unit
        0
      assertEquals(left, 5)
      // What `intercept` would pass on.
      val interrupted =
        try s"no interrupt, but ${boundary.decide(view)(_ => throw InterruptedException("own"))}"
        catch case failed: InterruptedException => failed.getMessage
      assertEquals(interrupted, "own")
      assert(boundary.ask(Ask.Plan(7, 1)).value.isDone)

  test("a decision within a decision works"):
    using(): boundary =>
      val inner = boundary.decide(Campus.view(Ask.Plan(7, 1))): known =>
        boundary.ask(Ask.Plan(7, 2), 12): Unit
        Campus.decide(Ask.Plan(7, 1), 11)(known)
      assertEquals(inner.value.isDone, false)

  test("threads of a store must not decide"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      val outcome  = CompletableFuture[Try[Any]]()
      StoreThread(() => outcome.complete(Try(boundary.ask(Ask.Look(7, 9)))): Unit, "store").start()
      val failed = intercept[IllegalStateException](outcome.get.get)
      assert(failed.getMessage.contains("a decision of the boundary 'campus'"), failed.getMessage)
