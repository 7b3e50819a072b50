package brine.entity.prevalence

import brine.actor.ActorSystem
import brine.entity.AnsweringLog
import brine.journal.testkit.MemoryEventLog
import brine.journal.*
import java.nio.file.{Files, Path}
import java.time.{Clock, Duration, Instant, ZoneOffset}
import munit.FunSuite
import scala.concurrent.{Await, Future}
import scala.concurrent.duration.*

class PrevalenceSuite extends FunSuite:
  import BankTransaction.*

  private val never = PrevalenceSettings(saveEvery = 0)

  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("brine-prevalence"),
    folder =>
      val files = Files.walk(folder)
      try files.sorted(java.util.Comparator.reverseOrder[Path]).forEach(Files.delete(_))
      finally files.close()
  )

  private def using[A](
      log: EventLog = MemoryEventLog(),
      settings: PrevalenceSettings = never,
      system: BankSystem = BankSystem()
  )(body: Prevalence[BankTransaction, Bank] => A): A =
    val bank = Prevalence.over(log, settings)(system)
    try body(bank)
    finally bank.close()

  private def error(body: => Any)(using munit.Location): PrevalenceError = intercept[PrevalenceException](body).error

  // ---- Executing ----------------------------------------------------------------------------------------------------

  folder.test("a system in a folder is the same after it was opened again"): folder =>
    val first = Prevalence.open(folder)(BankSystem)
    val id    = first.execute(Open("ada"))
    assertEquals(first.execute(Deposit("ada", 500)), 500L)
    assertEquals(first.execute(Open("ben")).isRight, true)
    assertEquals(first.execute(Transfer("ada", "ben", 200)), Right(300L))
    val drawn = first.execute(Draw(Vector("ada", "ben")))
    first.close()
    val second = Prevalence.open(folder)(BankSystem)
    try
      assertEquals(second.root, first.root)
      assertEquals(second.root.version, 5L)
      assertEquals(Right(second.query(_.accounts("ada").id)), id)
      assertEquals(second.query(_.total), 501L)
      assert(drawn.isDefined)
    finally second.close()

  test("what changes nothing is not in the log"):
    val log = MemoryEventLog()
    using(log): bank =>
      bank.execute(Open("ada")): Unit
      assertEquals(bank.execute(Open("ada")), Left("it is open"))
      assertEquals(bank.execute(Total), 0L)
      assertEquals(bank.execute(Transfer("ada", "ben", 1)), Left("only 0 cents"))
      assertEquals(log.version("bank"), Right(1L))

  test("an exception and what cannot be encoded leave the state as it was"):
    val log = MemoryEventLog()
    using(log): bank =>
      bank.execute(Open("ada")): Unit
      assert(error(bank.execute(Fail)).message.contains("the transaction Fail"))
      assert(error(bank.execute(Unfit)).isInstanceOf[PrevalenceError.Unencodable])
      assert(error(bank.execute(Deposit(null, 1))).isInstanceOf[PrevalenceError.Unencodable])
      intercept[NullPointerException](bank.execute(null.asInstanceOf[BankTransaction[Long]])): Unit
      assertEquals(bank.execute(Deposit("ada", 5)), 5L)
      assertEquals(log.version("bank"), Right(2L))

  test("a worker of an actor system must not wait"):
    val system = ActorSystem()
    try
      using(): bank =>
        def onWorker[A](body: => A) = Await.result(Future(body)(using system.executionContext), 20.seconds)
        intercept[IllegalStateException](onWorker(bank.execute(Total))): Unit
        intercept[IllegalStateException](onWorker(bank.close())): Unit
        val opened = onWorker(bank.executeAsync(Open("ada")))
        assert(Await.result(opened, 20.seconds).isRight)
        assert(Await.ready(bank.executeAsync(Fail), 20.seconds).value.get.isFailure)
    finally system.shutdown(): Unit

  test("a transaction cannot execute another one, nor close the system"):
    final class Calling extends BankSystem:
      @volatile var within: () => Unit = () => ()

      override def execute[R](bank: Bank, transaction: BankTransaction[R])(using brine.entity.At): (Bank, R) =
        within()
        super.execute(bank, transaction)
    val system = Calling()
    using(system = system): bank =>
      system.within = () => bank.execute(Open("ben")): Unit
      assert(error(bank.execute(Open("ada"))).message.contains("must not execute another one"))
      system.within = () => bank.close()
      assert(error(bank.execute(Open("ada"))).message.contains("must not close it"))
      system.within = () => ()
      assert(bank.execute(Open("ada")).isRight)
      assertEquals(bank.query(_.accounts.keySet), Set("ada"))

  test("an exception without a readable message fails its transaction alone"):
    final class Unreadable extends RuntimeException:
      override def getMessage: String = throw IllegalStateException("no message")
    val system = new BankSystem:
      override def execute[R](bank: Bank, transaction: BankTransaction[R])(using brine.entity.At): (Bank, R) =
        if transaction == Total then throw Unreadable() else super.execute(bank, transaction)
    using(settings = never.withMaxPending(1), system = system): bank =>
      for _ <- 1 to 3 do assert(error(bank.execute(Total)).isInstanceOf[PrevalenceError.Failed])
      assert(bank.execute(Open("ada")).isRight)

  // ---- Saved states -------------------------------------------------------------------------------------------------

  test("a saved state is used, and the transactions after it are repeated alone"):
    val log = MemoryEventLog()
    using(log): bank =>
      bank.execute(Open("ada")): Unit
      for _ <- 1 to 5 do bank.execute(Deposit("ada", 1))
      assert(bank.save().isRight)
      bank.execute(Deposit("ada", 1)): Unit
    val again = BankSystem()
    using(log, system = again): bank =>
      assertEquals(bank.query(_.total), 6L)
      assertEquals(again.executions, 1)
    val other = BankSystem(fee = 1, fold = 2)
    using(log, system = other): bank =>
      assertEquals(bank.query(_.total), 0L)
      assertEquals(other.executions, 7)

  test("states are saved in the background"):
    val log = MemoryEventLog()
    using(log, PrevalenceSettings(saveEvery = 10)): bank =>
      bank.execute(Open("ada")): Unit
      for _ <- 1 to 50 do bank.execute(Deposit("ada", 1))
      val until = System.nanoTime + 20_000_000_000L
      while log.snapshots.offsets("bank").isEmpty && System.nanoTime < until do Thread.sleep(1)
      assert(log.snapshots.offsets("bank").nonEmpty)

  test("earlier states, by time and by offset"):
    val log = MemoryEventLog()
    using(log): bank =>
      val before = bank.root
      bank.execute(Open("ada")): Unit
      val roots = for n <- 1 to 20 yield
        bank.execute(Deposit("ada", n)): Unit
        if n == 10 then assert(bank.save().isRight)
        bank.root
      roots.foreach: root =>
        assertEquals(bank.rootAt(root.offset), root)
        // Several may have the same time.
        assert(bank.at(root.time)(_.total) >= root.state.total)
        assert(bank.at(root.time.minusNanos(1000))(_.total) < root.state.total)
      assertEquals(bank.rootAt(before.offset), before)
      assertEquals(bank.at(Instant.EPOCH)(_.total), 0L)
      assertEquals(bank.rootAt(Instant.MAX), bank.root)
      assertEquals(bank.rootAt(Instant.MIN), before)

  test("times of transactions are those of the clock, whatever that of the log says"):
    val folder  = Files.createTempDirectory("brine-prevalence-clock")
    val early   = JournalSettings(clock = Clock.offset(Clock.systemUTC, Duration.ofHours(-1)))
    val noon    = Instant.parse("2030-01-01T12:00:00Z")
    val journal = Journal.open(folder, early)
    try
      using(journal, never.withClock(Clock.fixed(noon, ZoneOffset.UTC))): bank =>
        bank.execute(Open("ada")): Unit
        assertEquals(bank.root.time, noon)
      using(journal, never.withClock(Clock.fixed(noon.plusSeconds(60), ZoneOffset.UTC))): bank =>
        bank.execute(Deposit("ada", 5)): Unit
        assert(bank.save().isRight)
        bank.execute(Deposit("ada", 5)): Unit
        assertEquals(bank.rootAt(noon).version, 1L)
        assertEquals(bank.rootAt(noon.minusNanos(1)).version, 0L)
        assertEquals(bank.rootAt(noon.plusSeconds(60)).version, 3L)
    finally journal.close()

  test("transactions that a compaction has removed are named, and no state is built without them"):
    val log = MissingLog(MemoryEventLog())
    using(log): bank =>
      bank.execute(Open("ada")): Unit
      for _ <- 1 to 5 do bank.execute(Deposit("ada", 1))
    log.removed = Set(3L, 4L)
    error(Prevalence.over(log, never)(BankSystem())) match
      case PrevalenceError.Missing(_, version, next, _) => assertEquals((version, next), (3L, 5L))
      case other                                        => fail(other.message)

  test("a system whose stream was deleted begins again, whatever was saved"):
    for saves <- Seq(true, false) do
      val log = MemoryEventLog()
      using(log): bank =>
        bank.execute(Open("ada")): Unit
        bank.execute(Deposit("ada", 5)): Unit
        if saves then assert(bank.save().isRight)
      assert(log.delete("bank").await().isRight)
      using(log): bank =>
        assertEquals(bank.query(_.accounts.size), 0)
        assertEquals(bank.execute(Open("ben")).isRight, true)
        if saves then assert(bank.save().isRight)
        assertEquals(bank.execute(Deposit("ben", 7)), 7L)
        assertEquals(ReplayCheck(BankSystem()).run(log).difference, None)
      using(log)(bank => assertEquals(bank.query(_.total), 7L))

  test("transactions, replies and state of earlier versions are read"):
    val log   = MemoryEventLog()
    val first = Prevalence.over(log, never)(VersionOne.System)
    first.execute(VersionOne.Transaction.Add(1, "")): Unit
    first.execute(VersionOne.Transaction.Add(2, "b")): Unit
    first.close()
    val second = Prevalence.over(log, never)(VersionTwo.System)
    assertEquals(second.root.state, VersionTwo.State(Vector(1L, 2L), Some(7)))
    assertEquals(second.execute(VersionTwo.Transaction.Append(3, "")), 3)
    assert(second.save().isRight)
    second.close()
    val again = Prevalence.over(log, never)(VersionTwo.System)
    assertEquals(again.root.state.ids, Vector(1L, 2L, 3L))
    again.close()
    val report = ReplayCheck(VersionTwo.System).run(log)
    assertEquals((report.difference, report.otherReplies), (None, 2L))

  // ---- Failures -----------------------------------------------------------------------------------------------------

  test("a transaction that the log refuses changes nothing, and others go on"):
    val log = AnsweringLog(MemoryEventLog())
    using(log): bank =>
      bank.execute(Open("ada")): Unit
      log.answers.add(Some(AppendError.ReadOnly("the test says so"))): Unit
      assert(error(bank.execute(Deposit("ada", 1))).isInstanceOf[PrevalenceError.Unavailable])
      assertEquals(bank.query(_.total), 0L)
      assertEquals(bank.execute(Deposit("ada", 2)), 2L)

  test("after an unknown outcome nothing is executed until it is opened again"):
    val inner = MemoryEventLog()
    val log   = AnsweringLog(inner)
    using(log): bank =>
      bank.execute(Open("ada")): Unit
      log.answers.add(Some(AppendError.OutcomeUnknown(Offset(2), Offset(2)))): Unit
      assert(error(bank.execute(Deposit("ada", 1))).isInstanceOf[PrevalenceError.OutcomeUnknown])
      assert(error(bank.execute(Total)).isInstanceOf[PrevalenceError.OutcomeUnknown])
      assertEquals(bank.query(_.total), 0L)
    using(log): bank =>
      assertEquals(bank.execute(Deposit("ada", 1)), 1L)

  test("another writer is noticed"):
    val log = MemoryEventLog()
    using(log): one =>
      using(log): other =>
        one.execute(Open("ada")): Unit
        assert(error(other.execute(Open("ada"))).isInstanceOf[PrevalenceError.OtherWriter])
        assert(error(other.execute(Total)).isInstanceOf[PrevalenceError.OtherWriter])
      assertEquals(one.execute(Deposit("ada", 1)), 1L)

  test("what is not a transaction is named when the system is opened"):
    val log = MemoryEventLog()
    log.append("bank", "text").await(): Unit
    assert(error(Prevalence.over(log)(BankSystem)).isInstanceOf[PrevalenceError.Unavailable])

  test("a log that does not proceed ends the wait"):
    val log  = brine.entity.HeldLog(MemoryEventLog())
    val some = never.withTimeout(Duration.ofMillis(20)).withMaxPending(2)
    val bank = Prevalence.over(log, some)(BankSystem)
    try
      assert(error(bank.execute(Open("ada"))).isInstanceOf[PrevalenceError.TimedOut])
      assert(error(bank.execute(Total)).isInstanceOf[PrevalenceError.TimedOut])
      assert(error(bank.execute(Open("ben"))).isInstanceOf[PrevalenceError.TimedOut])
      assert(error(bank.execute(Total)).isInstanceOf[PrevalenceError.Overloaded])
      log.release()
    finally bank.close()
    assertEquals(bank.query(_.accounts.keySet), Set("ada", "ben"))

  test("a closed system says so, and can be queried"):
    val bank = Prevalence.over(MemoryEventLog(), never)(BankSystem)
    bank.execute(Open("ada")): Unit
    bank.close()
    bank.close()
    assert(error(bank.execute(Total)).isInstanceOf[PrevalenceError.Closed])
    assertEquals(bank.query(_.accounts.size), 1)

  folder.test("a folder is free again after a system could not be opened"): folder =>
    val log = Journal.open(folder)
    log.append("bank", ExpectedVersion.Any, Seq("text")).await(): Unit
    log.close()
    assert(error(Prevalence.open(folder)(BankSystem)).isInstanceOf[PrevalenceError.Unavailable])
    Journal.open(folder).close()

  test("names and settings that are not valid"):
    final class Named(name: String) extends PrevalentSystem[BankTransaction, Bank](name):
      def initial: Bank                                                                             = Bank(Map.empty)
      def execute[R](bank: Bank, transaction: BankTransaction[R])(using brine.entity.At): (Bank, R) =
        BankSystem.execute(bank, transaction)
    for name <- List("", "Bank", "a b", "a" * 65) do intercept[IllegalArgumentException](Named(name)): Unit
    for name <- List("a", "bank-2_b", "a" * 64) do
      val bank = Prevalence.over(MemoryEventLog(), never)(Named(name))
      assert(bank.execute(Open("ada")).isRight)
      bank.close()
    intercept[IllegalArgumentException](PrevalenceSettings(timeout = Duration.ZERO)): Unit
    intercept[IllegalArgumentException](PrevalenceSettings(maxPending = 0)): Unit
    intercept[IllegalArgumentException](PrevalenceSettings(saveEvery = -1)): Unit

  folder.test("null is refused by name before anything is opened"): folder =>
    def named(name: String)(body: => Any)(using munit.Location): Unit =
      val failed = intercept[NullPointerException](body)
      assert(String.valueOf(failed.getMessage).startsWith(name), failed)
    val inner = folder.resolve("inner")
    named("folder")(Prevalence.open(null)(BankSystem))
    named("settings")(Prevalence.open(inner, null)(BankSystem))
    named("journal")(Prevalence.open(inner, never, null)(BankSystem))
    named("system")(Prevalence.open[BankTransaction, Bank](inner)(null))
    assert(!Files.exists(inner))
    named("log")(Prevalence.over(null)(BankSystem))
    named("settings")(Prevalence.over(MemoryEventLog(), null)(BankSystem))
    named("system")(Prevalence.over[BankTransaction, Bank](MemoryEventLog())(null))
    named("system")(ReplayCheck(null: PrevalentSystem[BankTransaction, Bank]))
    named("system")(ReplayCheck(null: MutableSystem[BankTransaction, Bank]))
    named("log")(ReplayCheck(BankSystem).run(null))
