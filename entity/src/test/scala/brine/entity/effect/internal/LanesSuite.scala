package brine.entity.effect.internal

import brine.entity.effect.SetAsideEffect
import brine.entity.internal.Reached
import brine.journal.{Offset, Record}
import java.time.Instant

class LanesSuite extends munit.FunSuite:
  private val nothing                           = SavedEffects(Offset.Begin, Vector.empty, Vector.empty)
  private def record(offset: Long): Record[Int] =
    Record(Offset(offset), "s", offset, Instant.EPOCH, Set.empty, None, offset.toInt)
  private def aside(key: String, offset: Long) = SetAsideEffect(key, Offset(offset), "it fails")

  private def added(lanes: Lanes[Int], key: String, offset: Long): Option[Lanes.Lane[Int]] =
    lanes.add(key, record(offset)).toOption.get

  test("the position is before the lowest record that is open"):
    val reached = Reached()
    val lanes   = Lanes[Int](nothing, reached, 10)
    val a       = added(lanes, "a", 2).get
    val b       = added(lanes, "b", 3).get
    assertEquals(added(lanes, "a", 5), None)
    lanes.lookedAt(Offset(7))
    assertEquals(reached.offset, Offset(1))
    lanes.executed(b)
    assertEquals(lanes.snapshot._1, SavedEffects(Offset(7), Vector(2, 5), Vector.empty))
    assertEquals(lanes.snapshot._1.position, Offset(1))
    lanes.executed(a)
    assertEquals(reached.offset, Offset(4))
    assertEquals(lanes.next(a), record(5))
    lanes.executed(a)
    assertEquals(reached.offset, Offset(7))
    assertEquals(lanes.next(a), null)
    // The lane has ended, so the next one of the key needs a new one.
    assert(added(lanes, "a", 8).nonEmpty)

  test("what is set aside takes what is behind it along, and is no more than there is room for"):
    val lanes = Lanes[Int](nothing, Reached(), 3)
    val a     = added(lanes, "a", 1).get
    added(lanes, "a", 2): Unit
    val b = added(lanes, "b", 3).get
    assert(lanes.setAside(a, "it fails").isRight)
    assertEquals(added(lanes, "a", 4), None)
    assertEquals(lanes.setAside.map(one => (one.key, one.offset.sequence)), Vector("a" -> 1L, "a" -> 2L, "a" -> 4L))
    assert(lanes.setAside(b, "no room").isLeft)
    assert(lanes.add("a", record(5)).isLeft)
    assert(lanes.putAside(aside("c", 6)).isLeft)
    assertEquals(lanes.snapshot._1.open, Vector(3L))
    assertEquals(lanes.snapshot._1.upTo, Offset(4))

  test("one that is open from the start on is executed, even if a later one of its key is set aside"):
    val start = SavedEffects(Offset(9), Vector(5), Vector(aside("a", 7)))
    val lanes = Lanes[Int](start, Reached(), 10)
    assertEquals(lanes.snapshot._1, start)
    val a = added(lanes, "a", 5).get
    assertEquals(added(lanes, "a", 10), None)
    lanes.opened()
    assertEquals(lanes.next(a), record(5))
    lanes.executed(a)
    assertEquals(lanes.next(a), null)
    assert(lanes.take("a"))
    assertEquals(lanes.firstAside("a"), Some(aside("a", 7)))
    lanes.replayed(aside("a", 7))
    assertEquals(lanes.discard("a"), 1)
    lanes.release("a")
    assert(added(lanes, "a", 11).nonEmpty)

  test("one that is set aside can be removed alone, and with the last one its key continues"):
    val start = SavedEffects(Offset(9), Vector.empty, Vector(aside("a", 3), aside("b", 4), aside("a", 5)))
    val lanes = Lanes[Int](start, Reached(), 10)
    val keys  = Vector(3L, 4L, 5L, 6L).map(at => lanes.keyOfAside(Offset(at)))
    assertEquals(keys, Vector(Some("a"), Some("b"), Some("a"), None))
    val before = lanes.change
    assert(!lanes.discardOne("b", Offset(3)) && !lanes.discardOne("c", Offset(3)))
    assertEquals(lanes.change, before)
    assert(lanes.discardOne("a", Offset(3)))
    assert(lanes.change > before)
    assertEquals(lanes.setAside, Vector(aside("b", 4), aside("a", 5)))
    assertEquals(lanes.asideCount, 2)
    assertEquals(added(lanes, "a", 10), None)
    assert(lanes.discardOne("a", Offset(10)) && lanes.discardOne("a", Offset(5)))
    assert(added(lanes, "a", 11).nonEmpty)

  test("nobody takes a key when all is stopped, and threads are waited for"):
    val lanes = Lanes[Int](nothing, Reached(), 10)
    val a     = added(lanes, "a", 1).get
    assert(lanes.enter())
    lanes.stop()
    assert(!lanes.take("a") && !lanes.enter())
    assertEquals(lanes.next(a), null)
    assertEquals(lanes.awaitEnd(1_000_000), 2)
    lanes.leave()
    lanes.leave()
    assertEquals(lanes.awaitEnd(Long.MaxValue), 0)
    assertEquals(lanes.snapshot._1.open, Vector(1L))
