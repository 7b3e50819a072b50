package brine.entity.effect

import brine.entity.{AnsweringLog, WrappedLog}
import brine.entity.projection.{Move, TestDatabase}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{AppendError, AppendListener, EncodedAppend, Journal, Offset, Query}
import java.nio.file.Files
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{CountDownLatch, TimeUnit}
import munit.FunSuite
import scala.concurrent.duration.*

/** What happens if effects fail, hang, or cannot be stored. */
class EffectFailuresSuite extends FunSuite, EffectsBase:
  override val munitTimeout: FiniteDuration = 5.minutes

  private def failing(receiver: Receiver, isBroken: => Boolean): Effects[Move] = received(receiver): record =>
    if record.value.number == 13 && isBroken then throw IllegalStateException("13")

  test("one that fails is set aside with those behind it, others go on; so it stays until a replay"):
    withLog: log =>
      val receiver = Receiver()
      val isBroken = AtomicBoolean(true)
      move(log, "a", 12)
      move(log, "a", 13)
      move(log, "a", 14)
      val last = move(log, "b", 1)
      running(log, failing(receiver, isBroken.get)): moves =>
        moves.await(last, 30.seconds)
        assertEquals(asides(moves), Vector("line-a" -> 2L, "line-a" -> 3L))
        assert(moves.setAside.head.reason.contains("13"), moves.setAside)
        assertEquals(receiver.all.count(_.offset == Offset(2)), 3)
        assert(moves.replay("line-a").left.exists(_.isInstanceOf[EffectsError.Failing]))
        assertEquals(asides(moves).size, 2)
      running(log, failing(receiver, isBroken.get)): moves =>
        val added = move(log, "a", 15)
        moves.await(added, 30.seconds)
        assertEquals(asides(moves).map(_._2), Vector(2L, 3L, added.sequence))
        isBroken.set(false)
        assertEquals(moves.replay("line-a"), Right(3))
        assertEquals(moves.replay("line-a"), Right(0))
        moves.await(move(log, "a", 16), 30.seconds)
      running(log, failing(receiver, isBroken.get)): moves =>
        moves.await(log.durable, 30.seconds)
        assertEquals(moves.setAside, Vector.empty)
        assertEquals(moves.status.executed, 0L)
      assertEquals(receiver.executed.size, 6)
      assertEquals(receiver.wrong, Vector.empty)

  test("what is discarded stays so, and later ones of the key are executed"):
    withLog: log =>
      val receiver = Receiver()
      for number <- Vector(13, 14) do move(log, "a", number)
      running(log, failing(receiver, true)): moves =>
        moves.await(Offset(2), 30.seconds)
        assertEquals(moves.discard("line-b"), Right(0))
        assertEquals(moves.discard("line-a"), Right(2))
        log.read[Move]("line-a").foreach(receiver.passOver)
      running(log, failing(receiver, true)): moves =>
        assertEquals(moves.setAside, Vector.empty)
        val next = move(log, "a", 15)
        moves.await(next, 30.seconds)
        assertEquals(receiver.executed, Vector(next.sequence))
      assertEquals(receiver.wrong, Vector.empty)

  test("of a key, one record alone can be discarded, and the others are replayed"):
    withLog: log =>
      val receiver = Receiver()
      val offsets  = Vector(13, 14, 15).map(number => move(log, "a", number))
      val other    = move(log, "b", 13)
      running(log, failing(receiver, true)): moves =>
        eventually("all are set aside")(moves.setAside.size == 4)
        assertEquals(moves.discardOne(Offset(1000)), Right(false))
        assertEquals(moves.discardOne(offsets.head), Right(true))
        assertEquals(moves.discardOne(offsets.head), Right(false))
        assertEquals(moves.setAside.map(_.offset), offsets.tail :+ other)
      log.read[Move]("line-a").toVector.foreach(records => receiver.passOver(records.head))
      // It is stored.
      running(log, failing(receiver, true)): moves =>
        assertEquals(moves.setAside.map(_.offset), offsets.tail :+ other)
        val next = move(log, "a", 16)
        moves.await(next, 30.seconds)
        assertEquals(moves.replay("line-a"), Right(3))
        assertEquals(receiver.executed, offsets.tail.map(_.sequence) :+ next.sequence)
        // With the last one that is set aside, its key continues.
        assertEquals(moves.discardOne(other), Right(true))
        log.read[Move]("line-b").foreach(receiver.passOver)
        val free = move(log, "b", 17)
        moves.await(free, 30.seconds)
        assertEquals(receiver.executed.last, free.sequence)
      assertEquals(receiver.wrong, Vector.empty)

  test("one that is refused is set aside at once, one that fails for a while is not"):
    withLog: log =>
      val calls = AtomicInteger()
      val last  = { move(log, "a", 1); move(log, "b", 2) }
      running(
        log,
        effects(): (record, _) =>
          if record.value.number == 1 then
            calls.incrementAndGet()
            throw EffectRefusedException("no such address")
          else if calls.incrementAndGet() < 3 then throw IllegalStateException("busy"),
        quick.withAttempts(5)
      ): moves =>
        moves.await(last, 30.seconds)
        assertEquals(asides(moves), Vector("line-a" -> 1L))
        assert(moves.setAside.head.reason.contains("no such address"))
        assert(calls.get <= 4, calls)

  test("one that hangs is interrupted and tried again, and holds up its key alone"):
    withLog: log =>
      val receiver   = Receiver()
      val hangs      = AtomicInteger()
      val definition = received(receiver): record =>
        if record.value.number == 13 && hangs.incrementAndGet() <= 2 then Thread.sleep(1_000_000)
      move(log, "a", 13)
      move(log, "a", 14)
      for number <- 1 to 20 do move(log, s"$number", 100 + number)
      running(log, definition, quick.withTimeout(30.millis)): moves =>
        moves.await(Offset(22), 30.seconds)
        assertEquals(hangs.get, 3)
        assertEquals(receiver.all.size, 24)
        assertEquals(moves.setAside, Vector.empty)
      assertEquals(receiver.wrong, Vector.empty)

  test("others go on while one hangs that takes no notice, and its later ones wait"):
    withLog: log =>
      val go      = AtomicBoolean()
      val entered = CountDownLatch(1)
      val others  = CountDownLatch(20)
      val later   = AtomicBoolean()
      move(log, "a", 13)
      move(log, "a", 14)
      for number <- 1 to 20 do move(log, s"$number", 100 + number)
      running(
        log,
        effects(): (record, _) =>
          record.value.number match
            case 13 =>
              entered.countDown()
              while !go.get do Thread.interrupted(): Unit
            case 14 if record.stream == "line-a" => later.set(true)
            case _                               => others.countDown()
        ,
        quick.withTimeout(5.millis)
      ): moves =>
        try
          assert(entered.await(30, TimeUnit.SECONDS))
          assert(others.await(30, TimeUnit.SECONDS))
          assert(!later.get)
          assertEquals(moves.position, Offset.Begin)
        finally go.set(true)
        moves.await(Offset(22), 30.seconds)
        assert(later.get)

  test("a restart repeats what was open alone, though others were executed after it"):
    val log      = MemoryEventLog()
    val receiver = Receiver()
    val go       = CountDownLatch(1)
    move(log, "a", 13)
    move(log, "a", 14)
    for number <- 1 to 20 do move(log, s"$number", 100 + number)
    val first = Effects.start(
      log,
      received(receiver)(record => if record.value.number == 13 then go.await()),
      quick.withCloseTimeout(10.millis)
    )
    eventually("the others are executed")(receiver.executed.size == 20)
    first.close()
    val again = received(receiver)()
    running(log, again): moves =>
      moves.await(Offset(22), 30.seconds)
      assertEquals(moves.status.executed, 2L)
    assertEquals(receiver.executed.size, 22)
    assertEquals(receiver.wrong, Vector.empty)
    log.close()

  test("too many that fail end all, and nothing is lost"):
    withLog: log =>
      val receiver = Receiver()
      val isBroken = AtomicBoolean(true)
      def all      = received(receiver)(_ => if isBroken.get then throw IllegalStateException("down"))
      for number <- 1 to 50 do move(log, s"$number", number)
      running(log, all, quick.withMaxSetAside(10)): moves =>
        ended(moves) match
          case EffectsError.TooManySetAside(_, 10, last) => assert(last.contains("down"), last)
          case other                                     => fail(s"$other")
        assert(moves.setAside.size <= 10)
      isBroken.set(false)
      running(log, all, quick.withMaxSetAside(10)): moves =>
        moves.await(Offset(50), 30.seconds)
        moves.setAside.map(_.key).distinct.foreach(key => assertEquals(moves.replay(key), Right(1)))
        assertEquals(moves.setAside, Vector.empty)
      assertEquals(receiver.executed.sorted, (1L to 50L).toVector)

  test("a record of another type is set aside at once, and a replay says why it fails"):
    withLog: log =>
      val receiver = Receiver()
      move(log, "a", 1)
      log.append("line-a", "no move").await()
      val last = move(log, "b", 1)
      move(log, "a", 2)
      running(log, received(receiver)()): moves =>
        moves.await(log.durable, 30.seconds)
        assertEquals(moves.setAside.map(_.key).distinct, Vector("line-a"))
        assert(moves.replay("line-a").left.exists(_.isInstanceOf[EffectsError.Failing]))
        assertEquals(moves.discard("line-a"), Right(2))
        assert(receiver.executed.contains(last.sequence))

  test("a function of keys that gives none ends them, and says so"):
    withLog: log =>
      running(log, received(Receiver())().withKey((_, _) => null)): moves =>
        move(log, "a", 1)
        assert(ended(moves).message.contains("the key of a record of the stream 'line-a' is null"), ended(moves))

  test("failures of every kind set one aside, and a fatal one ends all without losing it"):
    withLog: log =>
      val failures = Vector[() => Throwable](
        () =>
          new RuntimeException:
            override def toString: String = throw IllegalStateException("toString")
        ,
        () => StackOverflowError(),
        () => NoClassDefFoundError("x"),
        () => InterruptedException("by itself"),
        () => new scala.util.control.ControlThrowable {}
      )
      val isFatal = AtomicBoolean(true)
      val kept    = AtomicInteger()
      val last    = failures.indices.map(number => move(log, s"$number", number)).last
      def all     = effects(): (record, _) =>
        val number = record.value.number.toInt
        if number < failures.size then throw failures(number)()
        else if isFatal.get then throw OutOfMemoryError("the test says so")
        else kept.incrementAndGet(): Unit
      running(log, all): moves =>
        moves.await(last, 30.seconds)
        assertEquals(moves.setAside.size, failures.size)
        move(log, "fatal", 100)
        assert(ended(moves).isInstanceOf[EffectsError.Broken])
      isFatal.set(false)
      running(log, all): moves =>
        moves.await(log.durable, 30.seconds)
        assertEquals(kept.get, 1)

  test("while the log refuses to store, effects of what was read are executed, and it is stored later"):
    withLog: memory =>
      val log      = AnsweringLog(memory)
      val receiver = Receiver()
      running(log, received(receiver)()): moves =>
        for _ <- 1 to 5 do log.answers.add(Some(AppendError.ReadOnly("the test says so")))
        for _ <- 1 to 2 do log.answers.add(Some(AppendError.OutcomeUnknown(Offset(1), Offset(1))))
        val last = move(memory, "a", 1)
        moves.await(last, 30.seconds)
        eventually("it is stored")(moves.status.keepAfter == last)
        assert(moves.status.failure.nonEmpty)
        assertEquals(log.answers.size, 0)
        assertEquals(moves.status.end, None)

  test("a start says that the log refuses it"):
    withLog: memory =>
      val log = AnsweringLog(memory)
      log.answers.add(Some(AppendError.ReadOnly("the test says so")))
      val failed = intercept[EffectsException](Effects.start(log, received(Receiver())(), quick))
      assert(failed.error.isInstanceOf[EffectsError.Unavailable], failed.error)
      assert(failed.getMessage.contains("the test says so"))

  test("closing ends a replay after the effect that is being executed"):
    withLog: log =>
      val receiver   = Receiver()
      val isBroken   = AtomicBoolean(true)
      val entered    = CountDownLatch(1)
      val go         = CountDownLatch(1)
      val definition = received(receiver): _ =>
        if isBroken.get then throw IllegalStateException("a bug")
        entered.countDown()
        go.await()
      for number <- 1 to 10 do move(log, "a", number)
      val moves = Effects.start(log, definition, quick.withAttempts(1))
      moves.await(Offset(10), 30.seconds)
      isBroken.set(false)
      val replayed = asked(moves.replay("line-a"))
      val second   = asked(moves.replay("line-a"))
      assert(entered.await(30, TimeUnit.SECONDS))
      val closed = asked(moves.close())
      eventually("it is closing")(asked(moves.replay("x")).thenApply(_.isLeft).get || closed.isDone)
      go.countDown()
      closed.get(30, TimeUnit.SECONDS)
      val error = Left(EffectsError.Closed("the effects 'moves'"))
      assertEquals(replayed.get(30, TimeUnit.SECONDS), error)
      assertEquals(second.get(30, TimeUnit.SECONDS), error)
      assertEquals(receiver.executed, Vector(1L))
      running(log, definition): again =>
        assertEquals(asides(again).map(_._2), (2L to 10L).toVector)
        assertEquals(again.replay("line-a"), Right(9))
      assertEquals(receiver.wrong, Vector.empty)

  test("what is set aside and does not fit into an append ends all, instead of being tried again for ever"):
    withLog: memory =>
      val log = new WrappedLog(memory):
        override def appendEncoded(
            append: EncodedAppend,
            listener: AppendListener,
            context: Long,
            waits: Boolean
        ): Unit =
          if append.parts.exists(_.stream.startsWith("brine.effects.aside")) then
            listener.rejected(context, AppendError.TooLarge(2, 1))
          else super.appendEncoded(append, listener, context, waits)
      move(log, "a", 1)
      running(log, effects()((_, _) => throw EffectRefusedException("the test says so"))): moves =>
        ended(moves) match
          case error: EffectsError.TooLarge => assert(error.message.contains("what is set aside cannot be stored"))
          case other                        => fail(other.message)

  test("a record set aside that the query does not select any more has no effect, and its key continues"):
    withLog: log =>
      move(log, "a", 1)
      running(log, effects()((_, _) => throw EffectRefusedException("the test says so"))): moves =>
        eventually("it is set aside")(moves.setAside.nonEmpty)
      val other = Effects[Move]("moves", EffectsBegin.First)(Query.category("other"))((_, _) => ())
      running(log, other): moves =>
        assertEquals(asides(moves), Vector(("line-a", 1L)))
        assertEquals(moves.replay("line-a"), Right(1))
        assertEquals(moves.setAside, Vector.empty)

  test("replays take part in the bound of calls at the same time"):
    withLog: log =>
      for key <- 1 to 6 do move(log, s"$key", 1)
      val (now, most) = (AtomicInteger(), AtomicInteger())
      val fails       = AtomicBoolean(true)
      val definition  = effects(): (_, _) =>
        if fails.get then throw EffectRefusedException("the test says so")
        most.accumulateAndGet(now.incrementAndGet(), math.max)
        Thread.sleep(20)
        now.decrementAndGet(): Unit
      running(log, definition, quick.withParallel(2)): moves =>
        eventually("all are set aside")(moves.setAside.size == 6)
        fails.set(false)
        val replays = (1 to 6).map(key => asked(moves.replay(s"line-$key")))
        assertEquals(replays.map(_.get).toVector, Vector.fill(6)(Right(1)))
        assert(most.get <= 2, s"$most at the same time")

  test("a function of keys that interrupts its thread ends nothing, and what was executed is stored"):
    val folder = Files.createTempDirectory("brine-effects")
    val log    = Journal.open(folder.resolve("log"))
    try
      val receiver = Receiver()
      val restless = received(receiver)().withKey: (stream, _) =>
        Thread.currentThread.interrupt()
        stream
      running(log, restless): moves =>
        for number <- 1 to 60 do
          val last = move(log, s"${number % 3}", number)
          if number % 5 == 0 then moves.await(last, 30.seconds)
        assertEquals(moves.status.end, None)
      running(log, restless): moves =>
        moves.await(log.durable, 30.seconds)
        assertEquals(moves.status.executed, 0L)
      assertEquals(receiver.executed.size, 60)
      assertEquals(receiver.wrong, Vector.empty)
    finally
      log.close()
      TestDatabase.deleteAll(folder)
