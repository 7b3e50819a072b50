package brine.entity.effect.internal

import brine.codec.Codec
import brine.entity.AnsweringLog
import brine.entity.effect.{EffectsBegin, EffectsError, SetAsideEffect}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{AppendError, EventLog, Offset, ReadError}
import java.util.{HexFormat, UUID}

class EffectStoreSuite extends munit.FunSuite:
  private def withLog(body: AnsweringLog => Unit): Unit =
    val memory = MemoryEventLog()
    try
      for number <- 1 to 10 do memory.append("a", number).await(): Unit
      body(AnsweringLog(memory))
    finally memory.close()

  private def store(log: EventLog) = EffectStore("the test", "test", log)
  private def aside(offset: Long)  = SetAsideEffect("a", Offset(offset), "it fails")
  private def state(upTo: Long, open: Vector[Long] = Vector.empty, aside: Vector[SetAsideEffect] = Vector.empty) =
    SavedEffects(Offset(upTo), open, aside)
  private val unknown = Some(AppendError.OutcomeUnknown(Offset(1), Offset(1)))

  test("the next one continues with what was saved last"):
    withLog: log =>
      val first = store(log)
      assertEquals(first.claim(EffectsBegin.Now), Right(state(10)))
      val states = Vector(
        state(10, Vector(3, 4)),
        state(10, Vector(3, 4), Vector(aside(5))),
        state(10, Vector(4), Vector(aside(5))),
        state(10, Vector(4), Vector(aside(5), aside(6))),
        state(10, Vector(4)),
        state(10, Vector(4), Vector(aside(7).copy(reason = SavedEffects.AfterAnother)))
      )
      val lost = state(9)
      var last = first
      for state <- states do
        assertEquals(last.save(() => state), Right(()))
        assertEquals(last.save(() => state), Right(())) // appends nothing
        val next = store(log)
        assertEquals(next.claim(EffectsBegin.First), Right(state))
        assertEquals(last.save(() => lost), Left(EffectsError.Fenced("the test")))
        assertEquals(last.requireOwn(), Left(EffectsError.Fenced("the test")))
        last = next
      assertEquals(log.version("brine.effects-test"), Right(1L + 2 * states.size))
      assertEquals(log.version("brine.effects.aside-test"), Right(3L))

  test("a log that is being closed says so before it is closed, and the effects end with it"):
    withLog: log =>
      assert(!log.source.isClosed)
      assertEquals(store(log).failed(ReadError.Closed), EffectsError.Closed("the test"))

  test("after an append whose outcome nobody knows, it finds out"):
    withLog: log =>
      val one = store(log)
      log.answers.add(unknown)
      assertEquals(one.claim(EffectsBegin.First), Right(state(0)))
      for turn <- 1 to 3 do
        log.answers.add(unknown)
        assert(one.save(() => state(turn)).left.exists(_.isInstanceOf[EffectsError.Unavailable]))
        assertEquals(one.requireOwn(), Right(()))
        assertEquals(one.save(() => state(turn)), Right(()))
      // It was appended, although it did not say so.
      log.answers.add(None)
      log.before = () =>
        log.before = () => ()
        Thread.currentThread.interrupt()
      val isInterrupted =
        try
          one.save(() => state(4)): Unit
          Thread.interrupted()
        catch case _: InterruptedException => true
      assert(isInterrupted)
      // The append that was left may reach the log between the look at what is stored and the next append.
      val again = one.save(() => state(4)) match
        case Left(EffectsError.Unavailable(_, AppendError.WrongVersion(_, _, _))) => one.save(() => state(4))
        case other                                                                => other
      assertEquals(again, Right(()))
      assertEquals(one.save(() => state(5)), Right(()))
      assertEquals(store(log).claim(EffectsBegin.First), Right(state(5)))

  test("another one that has claimed meanwhile ends a save whose outcome nobody knows"):
    withLog: log =>
      val one = store(log)
      assert(one.claim(EffectsBegin.First).isRight)
      log.answers.add(unknown)
      assert(one.save(() => state(1)).isLeft)
      assert(store(log).claim(EffectsBegin.First).isRight)
      assertEquals(one.save(() => state(1)), Left(EffectsError.Fenced("the test")))

  test("a claim that another one is ahead of is repeated"):
    withLog: log =>
      var others = 3
      log.before = () =>
        if others > 0 then
          others -= 1
          assert(EffectStore("another", "test", log).claim(EffectsBegin.First).isRight)
      val one = store(log)
      assert(one.claim(EffectsBegin.First).isRight)
      assertEquals(one.requireOwn(), Right(()))

  // Logs have stored these: they must be read for ever.
  test("records are the bytes of every release"):
    def hex[A: Codec](value: A) = HexFormat.of.formatHex(Codec.encodeBare(value))
    val position                = StoredPosition(UUID(1, 2), 300, Vector(1, 298), 7)
    assertEquals(hex(position), "00000000000000010000000000000002d8040402d4040e")
    assertEquals(hex(StoredAside(Vector(StoredAside.One("a", 5, "it fails")))), "02c1610ac86974206661696c73")
