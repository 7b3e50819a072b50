package brine.entity.boundary

import brine.codec.Codec
import brine.entity.EntityError.Executed
import brine.entity.{Answer, AnsweringLog, Decision, HeldLog, UnreadLog}
import brine.journal.testkit.MemoryEventLog
import brine.journal.*
import java.util.{SplittableRandom, UUID}
import java.util.concurrent.{CompletableFuture, TimeUnit}
import munit.FunSuite

/** Decisions with an idempotency key. */
class BoundaryKeysSuite extends FunSuite, BoundaryBase:
  private val key  = UUID(1, 2)
  private val view = Campus.view(Ask.Plan(7, 1))

  private def plan(boundary: Boundary[CampusEvent], key: UUID = key): Answer[Seen] =
    boundary.decideOnce(view, key)(Campus.decide(Ask.Plan(7, 1), 11)(_))

  test("a decision with a key is executed once, and each sending has the first reply, also after a restart"):
    val log   = MemoryEventLog()
    val first = plan(Boundary.open(log, quick)(Campus))
    assert(first.value.isDone)
    assertEquals(records(log).map(_.stream), Vector("brine.decisions-campus", "course-7"))
    assertEquals(records(log).map(_.key), Vector(Some(key), None))
    assertEquals(first.offset, Offset(2))
    note(log, 7): Unit
    assertEquals(plan(Boundary.open(log, quick)(Campus)), first)
    log.close()
    using(log.openAgain()): boundary =>
      assertEquals(plan(boundary), first)
      assertEquals(boundary.open(view).decideOnce(key)(Campus.decide(Ask.Plan(7, 1), 11)(_)), first)
      assert(!plan(boundary, UUID(1, 3)).value.isDone)

  test("a refusal with a key is remembered, whatever happens after it"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      def join()   = boundary.decideOnce(Campus.view(Ask.Join(7, 9)), key)(Campus.decide(Ask.Join(7, 9), 12)(_))
      val refused  = join()
      assert(!refused.value.isDone)
      assert(boundary.ask(Ask.Plan(7, 1)).value.isDone)
      assertEquals(join(), refused)
      assertEquals(records(log).size, 2)

  private val large = { val random = SplittableRandom(1); Set.fill(40_000)(random.nextInt()) }

  private val failing: List[(String, Known => Decision[CampusEvent, Seen])] = List(
    "throws an exception"    -> (_ => throw IllegalStateException("the test says so")),
    "has too many events"    -> (known => Decision(Vector.fill(70_000)(CampusEvent.Noted(7, 1))*)(Seen(true, known))),
    "has a reply of a null"  -> (_ => Decision.reply(null)),
    "has an event of a null" -> (known => Decision(null: CampusEvent)(Seen(true, known))),
    "has a reply too large"  -> (known => Decision.reply(Seen(true, known.copy(names = large))))
  )

  for (name, second) <- failing do
    test(s"a decision that was executed has its reply again, although a second one $name"):
      withLog(MemoryEventLog(maxAppendBytes = 1 << 16)): log =>
        val boundary = Boundary.open(log, quick)(Campus)
        val first    = plan(boundary)
        assertEquals(boundary.decideOnce(view, key)(second(_)), first)
        // One that was never executed is told so.
        val failed = error(boundary.decideOnce(view, UUID(1, 3))(second(_)))
        assertEquals(failed.executed, Executed.No)
        assertEquals(log.durable, first.offset)

  test("a decision that was executed has its reply again, although its events cannot be folded any more"):
    withLog(): log =>
      val first  = plan(Boundary.open(log, quick)(Campus))
      val broken = View[CampusEvent](Query.tagged("course:7"), 0)((_, _) => throw IllegalStateException("no"))
      val again  = Boundary.open(log, quick)(Campus)
      assertEquals(again.decideOnce(broken, key)(_ => Decision.reply(first.value)), first)
      assert(error(again.decideOnce(broken, UUID(1, 3))(_ => Decision.reply(1))).isInstanceOf[BoundaryError.Unfoldable])

  test("a decision that was executed has its reply again, although others are always first now"):
    withLog(): memory =>
      val log      = AnsweringLog(memory)
      val boundary = Boundary.open(log, quick.withMaxAttempts(3))(Campus)
      val first    = plan(boundary)
      val conflict = AppendError.Conflict(AppendCondition(Query.all, Offset.Begin), Offset(1))
      for _ <- 1 to 3 do log.answers.add(Some(conflict))
      assertEquals(plan(boundary), first)
      for _ <- 1 to 3 do log.answers.add(Some(conflict))
      assert(error(plan(boundary, UUID(1, 3))).isInstanceOf[BoundaryError.Conflicting])

  test("two sendings at the same time are one decision"):
    val log = HeldLog(MemoryEventLog())
    withLog(log): _ =>
      val boundary = Boundary.open(log, quick)(Campus)
      val answers  = Vector.fill(4):
        val answer = CompletableFuture[Answer[Seen]]()
        Thread.ofVirtual.start: () =>
          try answer.complete(plan(boundary)): Unit
          catch case failed: Throwable => answer.completeExceptionally(failed): Unit
        answer
      eventually("four appends")(log.calls == 4)
      log.release()
      assertEquals(answers.map(_.get(20, TimeUnit.SECONDS)).toSet.size, 1)
      assertEquals(records(log).size, 2)

  test("a key that was used elsewhere is refused"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      log.append("elsewhere", ExpectedVersion.Any, Seq(1), key = Some(key)).await(): Unit
      error(plan(boundary)) match
        case failed: BoundaryError.KeyReused => assert(failed.message.contains("'elsewhere'"), failed.message)
        case failed                          => fail(failed.message)

  test("a key that was used for a reply of another type is refused"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      plan(boundary): Unit
      val failed = error(boundary.decideOnce(view, key)(_ => Decision.reply("another type")))
      assert(failed.isInstanceOf[BoundaryError.ReplyLost], failed.message)
      assertEquals(failed.executed, Executed.Yes)

  test("a key that was used for a reply of another type is refused, although the codec would read it"):
    withLog(): log =>
      val boundary = Boundary.open(log, quick)(Campus)
      assertEquals(boundary.decideOnce(view, key)(_ => Decision.reply(7)).value, 7)
      assertEquals(boundary.decideOnce(view, key)(_ => Decision.reply(8)).value, 7)
      error(boundary.decideOnce(view, key)(_ => Decision.reply(8L))) match
        case failed: BoundaryError.ReplyLost =>
          assert(failed.message.contains("stored as Int, and not as Long"), failed.message)
        case other => fail(other.message)

  test("a reply that cannot be read for now is not lost"):
    val log = UnreadLog(MemoryEventLog())
    // What it selects is read from none of the streams.
    val nothing = View[CampusEvent](Query.none, 0)((count, _) => count)
    using(log): boundary =>
      val first = plan(boundary)
      for failure <- List(JournalException(ReadError.Closed), IllegalStateException("the test says so")) do
        log.failure = Some(failure)
        val failed = error(boundary.decideOnce(nothing, key)(_ => Decision.reply(first.value)))
        assert(failed.isInstanceOf[BoundaryError.ReplyUnavailable], failed.message)
        assertEquals(failed.executed, Executed.Yes)
      log.failure = None
      assertEquals(plan(boundary), first)

  test("replies of every size are stored, also those without a byte"):
    using(): boundary =>
      def unit = boundary.decideOnce(view, key)(_ => Decision.reply(()))
      assertEquals(unit, unit)
      def either: Answer[Either[String, Int]] = boundary.decideOnce(view, UUID(1, 3)): known =>
        if known.names.isEmpty then Decision.reply(Left("no")) else Decision(CampusEvent.Noted(7, 1))(Right(1))
      assertEquals(either, either)
      assertEquals(either.value, Left("no"))
