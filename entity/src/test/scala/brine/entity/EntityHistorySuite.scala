package brine.entity

import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, ExpectedVersion, Journal, JournalException, JournalReader, Offset, ReadError}
import java.nio.file.Files
import java.time.Instant
import java.util.SplittableRandom
import munit.FunSuite

class EntityHistorySuite extends FunSuite, EntitiesBase:
  import AccountEvent.*

  private def add(log: EventLog, id: String, events: AccountEvent*): Unit =
    log.append(s"account-$id", ExpectedVersion.Any, events).await() match
      case Left(error) => throw JournalException(error)
      case Right(_)    => ()

  private def withLog(body: MemoryEventLog => Unit): Unit =
    val log = MemoryEventLog()
    try body(log)
    finally log.close()

  test("states by offset, version and time are the folds of the events up to there"):
    val random = SplittableRandom(5)
    withLog: log =>
      for at <- 1 to 60 do
        val cents = random.nextInt(-9, 10).toLong
        add(log, s"a${random.nextInt(3)}", if at % 7 == 0 then Opened(s"owner $at") else Deposited(cents))
      for id <- Vector("a0", "a1", "a2") do
        val history          = EntityHistory(log, Accounts)(id)
        val records          = log.read[AccountEvent](s"account-$id").toVector.toOption.get
        def fold(count: Int) = records.take(count).map(_.value).foldLeft(Accounts.initial)(Accounts.evolve)
        for offset <- 0 to 61 do
          assertEquals(history.at(Offset(offset)), fold(records.count(_.offset.sequence <= offset)))
        for version <- 0 to records.size + 1 do assertEquals(history.atVersion(version), fold(version))
        for record <- records do
          assertEquals(history.at(record.at), fold(records.count(!_.at.isAfter(record.at))))
          assertEquals(history.at(record.at.minusNanos(1)), fold(records.count(_.at.isBefore(record.at))))
        assertEquals(history.at(Instant.MAX), fold(records.size))
        assertEquals(history.at(Instant.EPOCH), Accounts.initial)
        assertEquals(history.now, fold(records.size))
        val steps = Vector.newBuilder[EntityHistory.Step[AccountEvent, AccountState]]
        history.foreach(steps += _)
        assertEquals(steps.result().map(_.record), records)
        for (step, at) <- steps.result().zipWithIndex do
          assertEquals((step.before, step.after), (fold(at), fold(at + 1)))

  test("the last event that has changed a part of the state"):
    withLog: log =>
      val history = EntityHistory(log, Accounts)("ada")
      assertEquals(history.lastChange(_.owner), None)
      add(log, "ada", Deposited(1), Opened("Ada"), Deposited(2), Deposited(0), Noted("x"))
      val owner = history.lastChange(_.owner).get
      assertEquals(owner.record.value, Opened("Ada"))
      assertEquals((owner.before, owner.after), (AccountState(None, 1), AccountState(Some("Ada"), 1)))
      assertEquals(history.lastChange(_.cents).map(_.record.version), Some(3L))
      assertEquals(history.lastChange(_ => 1), None)
      intercept[UnsupportedOperationException]:
        history.lastChange(_ => throw UnsupportedOperationException("the test says so"))
      : Unit

  test("the difference of two states, by field"):
    withLog: log =>
      add(log, "ada", Opened("Ada"), Deposited(2))
      val history = EntityHistory(log, Accounts)("ada")
      val diff    = history.difference(Offset(1), Offset(2))
      assertEquals(diff.differences.map(_.path), Vector("cents"))
      assert(history.difference(Offset(2), Offset(9)).isEmpty)
      assertEquals(history.difference(Offset.Begin, Offset(2)).differences.map(_.path), Vector("owner", "cents"))

  test("after a deletion, the history is that of the new entity"):
    withLog: log =>
      add(log, "ada", Opened("Ada"), Deposited(2))
      log.delete("account-ada").await(): Unit
      val history = EntityHistory(log, Accounts)("ada")
      assertEquals(history.now, Accounts.initial)
      add(log, "ada", Deposited(5))
      assertEquals(history.now, AccountState(None, 5))
      assertEquals(history.at(Offset(2)), Accounts.initial)
      assertEquals(history.lastChange(_.cents).map(_.record.version), Some(4L))

  test("events that cannot be folded or read are errors, and those after the state that is asked for do not matter"):
    withLog: log =>
      add(log, "ada", Deposited(1), Failing, Deposited(2))
      val history = EntityHistory(log, Accounts)("ada")
      assertEquals(history.atVersion(1), AccountState(None, 1))
      val unloadable = error(history.now)
      assert(unloadable.isInstanceOf[EntityError.Unloadable], unloadable.message)
      intercept[IllegalArgumentException](history.atVersion(-1))
      intercept[IllegalArgumentException](EntityHistory(log, Accounts)("").now): Unit
    val failing = UnreadLog(MemoryEventLog())
    add(failing, "ada", Deposited(1))
    val wrapped = new WrappedLog(failing):
      override protected def beforeRead(stream: String): Unit =
        throw JournalException(ReadError.Unavailable(name, Exception("the test says so")))
    val unavailable = error(EntityHistory(wrapped, Accounts)("ada").now)
    assert(unavailable.isInstanceOf[EntityError.HistoryUnavailable], unavailable.message)
    assert(unavailable.message.contains("the test says so"), unavailable.message)
    failing.close()
    val closed = error(EntityHistory(failing, Accounts)("ada").at(Offset(1)))
    for message <- Vector(unavailable.message, closed.message) do
      assert(message.contains("the history of account 'ada'") && !message.contains("command"), message)

  test("a reader of the journal's files is enough"):
    val folder  = Files.createTempDirectory("brine-history")
    val journal = Journal.open(folder)
    try
      add(journal, "ada", Opened("Ada"), Deposited(2))
      val reader = JournalReader.open(folder)
      try
        val history = EntityHistory(reader, Accounts)("ada")
        eventually("the reader sees both events")(history.now == AccountState(Some("Ada"), 2))
      finally reader.close()
    finally journal.close()
