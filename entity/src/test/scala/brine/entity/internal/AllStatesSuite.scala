package brine.entity.internal

import brine.entity.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventCursor, EventLog, JournalException, Offset, ReadError}
import munit.FunSuite
import scala.collection.mutable

class AllStatesSuite extends FunSuite:
  private def states(log: EventLog, most: Int = 100, proceeds: () => Unit = () => ()): Map[String, (Long, Long, Long)] =
    val found = mutable.HashMap.empty[String, (Long, Long, Long)]
    AllStates(AccountEntity(), log, most, proceeds).foreach: (id, loaded) =>
      assertEquals(loaded.saved, loaded.version)
      found(id) = (loaded.state.cents, loaded.version, loaded.offset)
    found.toMap

  private def filled(): MemoryEventLog =
    val log = MemoryEventLog()
    for cents <- 1 to 3; id <- List("a", "b-b") do
      log.append(s"account-$id", AccountEvent.Deposited(cents)).await(): Unit
    log.append("accounts-c", AccountEvent.Deposited(1)).await(): Unit
    log

  test("states have the versions and offsets of their last events"):
    assertEquals(states(filled()), Map("a" -> (6L, 3L, 5L), "b-b" -> (6L, 3L, 6L)))

  test("of more entities than may be, the first in the log"):
    assertEquals(states(filled(), most = 1).keySet, Set("a"))
    assertEquals(states(filled(), most = 0), Map.empty)

  /** Retention deletes the events that are read next, some times. */
  private final class Retained(log: EventLog, var times: Int) extends WrappedLog(log):
    override protected def allOf(cursor: EventCursor): EventCursor = new WrappedCursor(cursor):
      def next(): Boolean =
        if times > 0 && cursor.offset.sequence == 4 then
          times -= 1
          throw JournalException(ReadError.Gone(Offset(6)))
        cursor.next()

  test("if retention is faster, it begins again, and gives up if that happens each time"):
    assertEquals(states(Retained(filled(), times = 2)).keySet, Set("a", "b-b"))
    intercept[EntityException](states(Retained(filled(), times = 3))).error match
      case EntityError.HistoryUnavailable(_, _: ReadError.Gone) => ()
      case other                                                => fail(s"$other")

  test("it asks whether it may proceed, also while it reads events of others"):
    val log = MemoryEventLog()
    (1 to 3000).map(number => log.append("other", number)).foreach(_.await())
    var asked = 0
    assertEquals(states(log, proceeds = () => asked += 1), Map.empty)
    assertEquals(asked, 2)
    intercept[IllegalStateException](states(log, proceeds = () => throw IllegalStateException("no"))): Unit
