package brine.entity.prevalence.internal

import brine.codec.EncodeError
import brine.entity.At
import brine.entity.prevalence.*
import brine.journal.testkit.MemoryEventLog
import java.time.Instant
import java.util.UUID
import munit.FunSuite
import scala.collection.mutable

class InPlaceSuite extends FunSuite:
  import ShelfTransaction.*

  private val at = At(Instant.EPOCH, UUID(0, 0), 0)

  private def engine(system: PrevalentSystem[ShelfTransaction, Shelf]): Engine[ShelfTransaction, Shelf] =
    val replay   = Replay(system)
    val settings = PrevalenceSettings(saveEvery = 0)
    Engine(system, MemoryEventLog(), settings, replay, replay.initial(0), 0, isInPlace = true)

  test("it is the system, with the object that it has changed as the next state"):
    val system        = InPlace(ShelfSystem(prefix = "x", fold = 7))
    val before        = system.initial
    val (next, reply) = system.execute(before, Put("Emma"))(using at)
    assert(next eq before)
    assertEquals((reply, next.titles, system.fold, system.name), (1, Vector("xEmma"), 7, "shelf"))

  test("a new initial state each time, and null as it is"):
    val system = InPlace(ShelfSystem())
    assert(system.initial ne system.initial)
    val one    = Shelf(mutable.LinkedHashMap.empty, None)
    val shared = new ShelfSystem:
      override def initial: Shelf = one
    intercept[IllegalStateException](InPlace(shared).initial): Unit
    val none = new ShelfSystem:
      override def initial: Shelf = null
    assertEquals(InPlace(none).initial, null)

  test("a copy is of its own, and has the place in the log"):
    val system  = InPlace(ShelfSystem())
    val running = engine(system)
    running.execute(Put("Emma")): Unit
    val copy = InPlace.copy(running, system)
    copy.state.loans.clear()
    running.execute(Put("Dune")): Unit
    assertEquals(InPlace.query(running)(_.titles), Vector("Emma", "Dune"))
    assertEquals((copy.version, copy.offset.sequence), (1L, 1L))

  test("a transaction is copied twice, and one that cannot be is named"):
    val system     = InPlace(ShelfSystem())
    val put        = Put(String("Emma"))
    val (one, two) = InPlace.copies(system, Replay(system), put)
    assertEquals((one, two), (put, put))
    assert((one ne put) && (two ne put) && (one ne two))
    intercept[PrevalenceException](InPlace.copies(system, Replay(system), Put(null))).error match
      case PrevalenceError.Unencodable(_, name, _: EncodeError) => assertEquals(name, "Put")
      case other                                                => fail(s"$other")
