package brine.entity.effect.internal

import brine.entity.AnsweringLog
import brine.entity.effect.EffectsBegin
import brine.entity.internal.Reached
import brine.journal.testkit.MemoryEventLog
import brine.journal.{AppendError, Offset, Record}
import java.time.Instant

class SavesSuite extends munit.FunSuite:
  private def record(offset: Long): Record[Int] =
    Record(Offset(offset), "s", offset, Instant.EPOCH, Set.empty, None, offset.toInt)

  /** Saves of lanes over a log with as many records. */
  private def saving(records: Long, everyNanos: Long)(body: (AnsweringLog, Lanes[Int], EffectStore, Saves) => Unit) =
    val memory = MemoryEventLog()
    try
      for _ <- 1L to records do memory.append("s", 1).await(): Unit
      val log   = AnsweringLog(memory)
      val store = EffectStore("the effects 'a'", "a", log)
      val start = store.claim(EffectsBegin.First).fold(error => fail(error.message), identity)
      val lanes = Lanes[Int](start, Reached(), 10)
      body(log, lanes, store, Saves(lanes, store, everyNanos))
    finally memory.close()

  private def execute(lanes: Lanes[Int], offset: Long): Unit =
    lanes.executed(lanes.add("k", record(offset)).toOption.flatten.getOrElse(fail("no lane")))

  test("what was executed is stored when it is time, and once"):
    saving(records = 3, everyNanos = 0): (log, lanes, store, saves) =>
      val before = log.durable
      assertEquals(saves.saveIfDue(), Right(()))
      assertEquals(log.durable, before)
      execute(lanes, 1)
      assertEquals(saves.saveIfDue(), Right(()))
      assertEquals(store.last.upTo, Offset(1))
      val after = log.durable
      assertEquals((saves.saveIfDue(), saves.saveLast()), (Right(()), Right(())))
      assertEquals(log.durable, after)

  test("before it is time nothing is stored, but at the end, and for whom it matters"):
    saving(records = 3, everyNanos = Long.MaxValue): (_, lanes, store, saves) =>
      execute(lanes, 1)
      assertEquals(saves.saveIfDue(), Right(()))
      assertEquals(store.last.upTo, Offset.Begin)
      assertEquals(saves.save(), Right(()))
      assertEquals(store.last.upTo, Offset(1))
      lanes.lookedAt(Offset(2))
      lanes.drop(Offset(2))
      assertEquals(saves.saveLast(), Right(()))
      assertEquals(store.last.upTo, Offset(2))

  test("far behind, it is stored how far the log was looked at, though nothing was executed"):
    saving(records = 11_000, everyNanos = Long.MaxValue): (_, lanes, store, saves) =>
      lanes.lookedAt(Offset(999))
      assertEquals((saves.saveIfDue(), saves.saveLast(), store.last.upTo), (Right(()), Right(()), Offset.Begin))
      lanes.lookedAt(Offset(1_000))
      assertEquals((saves.saveIfDue(), store.last.upTo), (Right(()), Offset.Begin))
      assertEquals((saves.saveLast(), store.last.upTo), (Right(()), Offset(1_000)))
      lanes.lookedAt(Offset(10_999))
      assertEquals((saves.saveIfDue(), store.last.upTo), (Right(()), Offset(1_000)))
      lanes.lookedAt(Offset(11_000))
      assertEquals((saves.saveIfDue(), store.last.upTo), (Right(()), Offset(11_000)))

  test("what could not be stored is stored the next time"):
    saving(records = 3, everyNanos = 0): (log, lanes, store, saves) =>
      execute(lanes, 1)
      log.answers.add(Some(AppendError.ReadOnly("the test says so")))
      assert(saves.saveIfDue().isLeft)
      assertEquals((saves.saveIfDue(), store.last.upTo), (Right(()), Offset(1)))
