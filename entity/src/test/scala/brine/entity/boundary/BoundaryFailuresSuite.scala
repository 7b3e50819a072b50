package brine.entity.boundary

import brine.codec.Codec
import brine.entity.EntityError.Executed
import brine.entity.{Answer, AnsweringLog, Decision, HeldLog, WrappedLog}
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import java.time.Duration
import java.util.concurrent.{CompletableFuture, TimeUnit}
import munit.FunSuite

class BoundaryFailuresSuite extends FunSuite, BoundaryBase:
  import BoundaryFailuresSuite.*

  private val view = Campus.view(Ask.Plan(7, 1))

  private def plan(boundary: Boundary[CampusEvent]): Answer[Seen] = boundary.ask(Ask.Plan(7, 1), 11)

  // ---- The program's own functions ----------------------------------------------------------------------------------

  /** A decision with these notes fails, and nothing is written. */
  private def refused(what: String, notes: Note*)(parts: String*): Unit =
    test(s"$what is refused, and nothing is written"):
      withLog(): log =>
        val boundary = Boundary.open(log, quick)(Notes)
        val failed   = error(boundary.decide(Notes.count)(_ => Decision(notes*)(1)))
        parts.foreach(part => assert(failed.message.contains(part), failed.message))
        assertEquals(failed.executed, Executed.No)
        assertEquals(log.durable, Offset.Begin)
        assertEquals(boundary.decide(Notes.count)(count => Decision(Note("a", "x"))(count)).value, 0)

  refused("an event of a stream without a name", Note("", "x"))("stream or tags", "not 0")
  refused("an event of a stream that is null", Note(null, "x"))("stream or tags", "the stream of an event")
  refused("an event of a reserved stream", Note("brine.a", "x"))("'brine.a'", "reserved")
  refused("an event whose tags fail", Note("a", "no tags"))("stream or tags", "no tags")
  refused("an event whose tags are null", Note("a", "null"))("stream or tags", "the tags of an event")
  refused("an event with an empty tag", Note("a", ""))("stream or tags", "tag")
  refused("an event with the tag of deletions", Note("a", "deleted"))("'brine.deleted'", "reserved", "stream 'a'")
  refused("an event that is null", null)("stream or tags")
  refused("an event that cannot be encoded", Note("a", "x", null))("cannot store a decision")
  refused("a second event of a stream with other tags", Note("a", "x"), Note("b", "y"), Note("a", "z"))(
    "'a'",
    "(note, text:x)",
    "(note, text:z)",
    "streams of their own"
  )

  test("events of one stream with the same tags are one append, in the order of the decision"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Notes)
      val notes    = Vector(Note("a", "x", "1"), Note("b", "y", "2"), Note("a", "x", "3"))
      boundary.decide(Notes.count)(_ => Decision(notes*)(1)): Unit
      assertEquals(records(log).map(_.value.as[Note].map(_.more)), Vector("1", "3", "2").map(Right(_)))

  test("a decision that throws or gives a null fails, and nothing is written"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      val thrown   = IllegalStateException("the test says so")
      error(boundary.decide(view)(_ => throw thrown)) match
        case failed @ BoundaryError.Failed(_, in, cause) =>
          assertEquals(in, "the decision")
          assert(cause eq thrown)
          assert(failed.message.contains("the test says so"), failed.message)
        case other => fail(other.message)
      for decision <- List[Decision[CampusEvent, Int]](null, new Decision(null, 1)) do
        assert(error(boundary.decide(view)(_ => decision)).isInstanceOf[BoundaryError.Failed])
      error(boundary.decide(view.map[Int](_ => throw thrown))(_ => Decision.reply(1))) match
        case BoundaryError.Failed(_, in, _) => assertEquals(in, "a function of View.map")
        case other                          => fail(other.message)
      error(boundary.decide(view.map[String](_ => null))(_ => Decision.reply(1))) match
        case failed @ BoundaryError.Failed(_, in, _) =>
          assertEquals(in, "a function of View.map")
          assert(failed.message.contains("gave a null"), failed.message)
        case other => fail(other.message)
      def deep(n: Int): Int = 1 + deep(n + 1)
      assert(error(boundary.decide(view)(_ => Decision.reply(deep(0)))).isInstanceOf[BoundaryError.Failed])
      assertEquals(log.durable, Offset.Begin)
      assert(plan(boundary).value.isDone)

  test("an event that cannot be folded is named, and those before it are kept"):
    withLog(): log =>
      var folded = 0
      for failing <- List[() => Integer](() => throw IllegalStateException("the test says so"), () => null) do
        folded = 0
        var isBroken = true
        val counting = View[CampusEvent](Query.tagged("course:7"), 0: Integer): (count, event) =>
          folded += 1
          if isBroken && event.id == 5 then failing() else count + 1
        val view = Boundary.open(log, quick)(Campus).open(counting)
        note(log, 7): Unit
        other(log, CampusEvent.Noted(7, 5)): Unit
        note(log, 7): Unit
        // Of both rounds the first
        val bad = records(log).find(_.value.as[CampusEvent].exists(_.id == 5)).fold(Offset.Begin)(_.offset)
        error(view.decide(count => Decision.reply(count))) match
          case failed: BoundaryError.Unfoldable =>
            assertEquals(failed.offset, bad)
            assert(failed.message.contains("course:7"), failed.message)
          case other => fail(other.message)
        isBroken = false
        assertEquals(view.decide(count => Decision.reply(count)).value.toInt, records(log).size)
        // The one that failed was folded twice.
        assertEquals(folded, records(log).size + 1)

  test("an event of another type is named"):
    withLog(): log =>
      val bad = log.append("course-7", ExpectedVersion.Any, Seq("text"), tags = Set("course:7")).await()
      error(plan(Boundary.open(log, quick)(Campus))) match
        case BoundaryError.Unavailable(_, ReadError.Undecodable(offset, stream, _)) =>
          assertEquals(bad.map(_.last), Right(offset))
          assertEquals(stream, "course-7")
        case other => fail(other.message)

  // ---- The log ------------------------------------------------------------------------------------------------------

  test("a decision that is too large for an append says so"):
    withLog(MemoryEventLog(maxAppendBytes = 1000)): log =>
      val boundary = Boundary.open(log, quick)(Notes)
      for (notes, part) <- List(
          Vector.fill(65_535)(Note("a", "x")) -> "65535 events",
          Vector(Note("a", "x", "y" * 2000))  -> "limit of 1000"
        )
      do
        val failed = error(boundary.decide(Notes.count)(_ => Decision(notes*)(1)))
        assert(failed.isInstanceOf[BoundaryError.TooLarge] && failed.message.contains(part), failed.message)

  test("if others are first each time, the decision fails after as many attempts as it may have"):
    withLog(): memory =>
      val log = AnsweringLog(memory)
      log.before = () => note(memory, 7): Unit
      val failed = error(plan(Boundary.open(log, quick.withMaxAttempts(3))(Campus)))
      assertEquals(failed, BoundaryError.Conflicting("the boundary 'campus'", 3, Offset(3)))
      assertEquals(memory.durable, Offset(3))

  test("a log that cannot be written or read is not available, and the next decision works"):
    withLog(): memory =>
      val unwritten = AnsweringLog(memory)
      val boundary  = Boundary.open(unwritten, quick)(Campus)
      unwritten.answers.add(Some(AppendError.ReadOnly("the test says so")))
      assert(error(plan(boundary)).message.contains("the test says so"))
      unwritten.answers.add(Some(AppendError.OutcomeUnknown(Offset(1), Offset(1))))
      val unknown = error(plan(boundary))
      assert(unknown.isInstanceOf[BoundaryError.OutcomeUnknown] && unknown.executed == Executed.Unknown)
      val unread  = UnqueriedLog(memory)
      val reading = Boundary.open(unread, quick)(Campus).open(view)
      for failure <- List(JournalException(ReadError.Closed), IllegalStateException("the test says so")) do
        unread.failure = Some(failure)
        val failed = error(reading.decide(_ => Decision.reply(1)))
        assert(failed.isInstanceOf[BoundaryError.Unavailable] && failed.executed == Executed.No, failed.message)
      unread.failure = None
      assertEquals(reading.decide(_ => Decision.reply(1)).value, 1)
      assert(plan(boundary).value.isDone)

  test("a log that throws leaves the outcome unknown"):
    val log = new WrappedLog(MemoryEventLog()):
      override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
        throw IllegalStateException("the test says so")
    using(log): boundary =>
      val failed = error(plan(boundary))
      assert(failed.isInstanceOf[BoundaryError.OutcomeUnknown], failed.message)

  test("a closed log is not available"):
    val log = MemoryEventLog()
    log.close()
    val failed = error(plan(Boundary.open(log, quick)(Campus)))
    assertEquals(failed, BoundaryError.Unavailable("the boundary 'campus'", ReadError.Closed))

  test("a log without room is waited for, up to the timeout"):
    withLog(): memory =>
      val log = AnsweringLog(memory)
      for _ <- 1 to 5 do log.answers.add(Some(AppendError.Full))
      assert(plan(Boundary.open(log, quick)(Campus)).value.isDone)
      assert(log.answers.isEmpty)
    val full = new WrappedLog(MemoryEventLog()):
      override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
        assert(!waits)
        to.rejected(context, AppendError.Full)
    using(full, quick.withTimeout(Duration.ofMillis(50))): boundary =>
      val failed = error(plan(boundary))
      assert(failed.isInstanceOf[BoundaryError.TimedOut] && failed.message.contains("for room"), failed.message)
      assertEquals(failed.executed, Executed.No)

  test("an append that is pending at the timeout may still be stored"):
    val log = HeldLog(MemoryEventLog())
    using(log, quick.withTimeout(Duration.ofMillis(50))): boundary =>
      val failed = error(plan(boundary))
      assert(failed.isInstanceOf[BoundaryError.TimedOut], failed.message)
      assertEquals(failed.executed, Executed.Unknown)
      log.release()
      eventually("it is stored")(log.durable == Offset(1))

  test("nobody waits longer than the timeout for a conflict that never becomes visible"):
    withLog(): memory =>
      val log = new WrappedLog(memory):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          to.rejected(context, AppendError.Conflict(AppendCondition(Query.all, Offset.Begin), Offset(1_000)))
      val failed = error(plan(Boundary.open(log, quick.withTimeout(Duration.ofMillis(50)))(Campus)))
      assert(failed.isInstanceOf[BoundaryError.TimedOut] && failed.executed == Executed.No, failed.message)

  // ---- Interrupts ---------------------------------------------------------------------------------------------------

  /** What the interrupt of a decision says, once the decision waits. */
  private def interruption(decide: => Any)(waits: => Boolean): String =
    val outcome = CompletableFuture[String]()
    val thread  = Thread.ofVirtual.start: () =>
      try outcome.complete(s"no interrupt, but $decide"): Unit
      catch
        case failed: InterruptedException => outcome.complete(failed.getMessage): Unit
        case failed: Throwable            => outcome.completeExceptionally(failed): Unit
    eventually("it waits")(waits)
    thread.interrupt()
    outcome.get(20, TimeUnit.SECONDS)

  test("an interrupt ends each wait, and says whether the decision may be stored"):
    val held = HeldLog(MemoryEventLog())
    using(held): boundary =>
      val message = interruption(plan(boundary))(held.calls == 1)
      assert(message.contains("it may still be stored"), message)
      held.release()
    @volatile var calls = 0
    val full            = new WrappedLog(MemoryEventLog()):
      override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
        calls += 1
        to.rejected(context, AppendError.Full)
    using(full): boundary =>
      val message = interruption(plan(boundary))(calls > 3)
      assert(message.contains("nothing was written"), message)
    calls = 0
    val invisible = new WrappedLog(MemoryEventLog()):
      override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
        calls += 1
        to.rejected(context, AppendError.Conflict(AppendCondition(Query.all, Offset.Begin), Offset(1_000)))
    using(invisible): boundary =>
      val message = interruption(plan(boundary))(calls > 0)
      assert(message.contains("nothing was written"), message)

object BoundaryFailuresSuite:
  final case class Note(stream: String, text: String, more: String = "") derives Codec

  object Notes extends BoundaryEvents[Note]("notes"):
    def stream(note: Note): String    = note.stream
    def tags(note: Note): Set[String] = note.text match
      case "no tags" => throw IllegalStateException("no tags")
      case "null"    => null
      case "deleted" => Set("note", StreamDeleted.Tag)
      case ""        => Set("")
      case text      => Set("note", s"text:$text")

    val count: View[Note, Int] = View[Note](Query.tagged("note"), 0)((count, _) => count + 1)
