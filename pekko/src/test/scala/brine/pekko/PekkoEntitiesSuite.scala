package brine.pekko

import brine.entity.*
import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.Offset
import brine.journal.testkit.MemoryEventLog
import brine.pekko.entity.{CutLog, Meters, Odd, TestCluster}
import java.util.UUID
import munit.FunSuite
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future}

class PekkoEntitiesSuite extends FunSuite:
  private val settings = PekkoEntitySettings.defaults.withRole("host")

  override def munitTimeout: Duration = 3.minutes

  private def await[A](future: Future[A]): A = Await.result(future, 20.seconds)

  private def error(body: => Any)(using munit.Location): EntityError = intercept[EntityException](body).error

  test("a node alone executes commands, and remembers keys, also if every message is serialized"):
    for serialized <- Vector("off", "on") do
      TestCluster.using: cluster =>
        val log      = MemoryEventLog()
        val node     = cluster.join()(s"pekko.actor.serialize-messages = $serialized")
        val accounts = PekkoEntities.start(node, log)(Accounts)
        val ada      = accounts("ada")
        assertEquals(ada.ask(Account.Open("Ada")), Right(()))
        assertEquals(ada.ask(Account.Deposit(5)), 5L)
        val key    = Some(UUID(0, 1))
        val answer = ada.answer(Account.Deposit(10), key)
        assertEquals(answer.value, 15L)
        assertEquals(await(ada.answerAsync(Account.Deposit(10), key)), answer)
        assertEquals(await(ada.askAsync(Account.Balance)), 15L)
        assertEquals(ada.answer(Account.Balance).offset, answer.offset)
        assertEquals(answer.offset, log.durable)
        assertEquals(accounts.pending, 0)
        assertEquals(accounts.inMemory, 1)

  test("commands, replies and errors cross nodes as they are on one"):
    TestCluster.using: cluster =>
      val log    = MemoryEventLog()
      val host   = PekkoEntities.start(cluster.join("host")(), log, settings)(Accounts)
      val caller = PekkoEntities.start(cluster.join()(), log, settings)(Accounts)
      val far    = caller("ada")
      val near   = host("ada")
      assertEquals(far.ask(Account.Open("Ada")), Right(()))
      assertEquals(far.ask(Account.Open("Bob")), Left(Refused.Closed))
      val key = Some(UUID(0, 1))
      assertEquals(far.answer(Account.Deposit(10), key), near.answer(Account.Deposit(10), key))
      assertEquals(far.answer(Account.Balance), near.answer(Account.Balance))
      for in <- Vector("decide", "evolve", "message", "control", "stack") do
        val there = error(far.ask(Account.Fail(in)))
        val here  = error(near.ask(Account.Fail(in)))
        assertEquals(there.message, here.message)
        assertEquals(there.ordinal, here.ordinal)
      val reused = error(far.answer(Account.Balance, key))
      assertEquals(reused, error(near.answer(Account.Balance, key)))
      assert(reused.isInstanceOf[EntityError.KeyReused], reused)
      assertEquals(caller.inMemory, 0)
      assertEquals(host.inMemory, 1)

  test("a command to a node that has another log is refused, and nothing is appended there"):
    Folders.using: folder =>
      TestCluster.using: cluster =>
        def open(name: String) =
          val source = org.sqlite.SQLiteDataSource()
          source.setUrl(s"jdbc:sqlite:${folder.resolve(name)}?journal_mode=WAL&busy_timeout=10000")
          JdbcEventLog.open(source, JdbcSettings(requireDurable = false))
        val (here, there) = (open("here"), open("there"))
        PekkoEntities.start(cluster.join("host")(), here, settings)(Accounts): Unit
        val far = PekkoEntities.start(cluster.join()(), there, settings)(Accounts)("ada")
        error(far.ask(Account.Open("Ada"))) match
          case EntityError.Unsendable(_, "Open", reason) => assert(reason.contains("different logs"), reason)
          case other                                     => fail(other.message)
        assertEquals((here.durable, there.durable), (Offset.Begin, Offset.Begin))
        cluster.close()
        here.close()
        there.close()

  test("what cannot cross nodes is an error that says so at once"):
    TestCluster.using: cluster =>
      import Meters.Old.Meter
      val log = MemoryEventLog()
      PekkoEntities.start(cluster.join("host")(), log, settings)(Meters.Old.Entity): Unit
      val meter = PekkoEntities.start(cluster.join()(), log, settings)(Meters.Old.Entity)("m")
      assertEquals(meter.ask(Meter.Repeat(100_000)).length, 100_000)
      assertEquals(meter.ask(Meter.Take("x" * 100_000)), 100_000)
      error(meter.ask(Meter.Take("x" * 300_000))) match
        case EntityError.Unsendable("meter 'm'", "Take", reason) =>
          assert(reason.contains("maximum-frame-size"), reason)
        case other => fail(other.message)
      error(meter.ask(Meter.Take(null))) match
        case EntityError.Unsendable("meter 'm'", "Take", reason) => assert(reason.contains("null"), reason)
        case other                                               => fail(other.message)
      error(meter.ask(Meter.Repeat(300_000))) match
        case EntityError.ReplyUnsendable("meter 'm'", "Repeat", reason) =>
          assert(reason.contains("maximum-frame-size"), reason)
        case other => fail(other.message)
      error(meter.ask(Meter.Void)) match
        case EntityError.ReplyUnsendable("meter 'm'", "Void", reason) => assert(reason.contains("null"), reason)
        case other                                                    => fail(other.message)
      // And the entity continues.
      assertEquals(meter.ask(Meter.Count(2)).sum, 2)

  test("nodes of two versions understand each other, as far as the types do"):
    TestCluster.using: cluster =>
      import Meters.{New, Old}
      val log = MemoryEventLog()
      // Each version hosts one type of role, and calls the other one.
      val first  = cluster.join("old")()
      val second = cluster.join("new")()
      val toOld  = PekkoEntitySettings.defaults.withRole("old")
      val old    = PekkoEntities.start(first, log, toOld)(Old.Entity)
      val modern = PekkoEntities.start(second, log, toOld)(New.Entity)
      assertEquals(modern("a").ask(New.Meter.Count(2)), New.Reading(2))
      assertEquals(modern("a").ask(New.Meter.Count(3)), New.Reading(5))
      assertEquals(old("a").ask(Old.Meter.Count(1)), Old.Reading(6))
      error(modern("a").ask(New.Meter.Reset)) match
        case EntityError.Unsendable("meter 'a'", _, reason) => assert(reason.contains("another version"), reason)
        case other                                          => fail(other.message)
    TestCluster.using: cluster =>
      import Meters.{New, Old}
      val log    = MemoryEventLog()
      val first  = cluster.join("old")()
      val second = cluster.join("new")()
      val toNew  = PekkoEntitySettings.defaults.withRole("new")
      val old    = PekkoEntities.start(first, log, toNew)(Old.Entity)
      PekkoEntities.start(second, log, toNew)(New.Entity): Unit
      assertEquals(old("a").ask(Old.Meter.Count(2)), Old.Reading(2))
      assertEquals(old("a").ask(Old.Meter.Count(3)), Old.Reading(5))

  test("when a node crashes, a command with a key is executed once, and one without is of unknown outcome"):
    TestCluster.using: cluster =>
      val log     = MemoryEventLog()
      val cut     = CutLog(log)
      val first   = cluster.join("host")()
      val patient = settings.withResendAfter(200.millis)
      PekkoEntities.start(first, cut, patient)(Accounts): Unit
      val caller = PekkoEntities.start(cluster.join()(), log, patient)(Accounts)
      val names  = Vector("ada", "bob", "cid", "dan")
      names.foreach(name => assertEquals(caller(name).ask(Account.Deposit(1)), 1L))
      def deposit(name: String, key: Option[UUID]) = caller(name).answerAsync(Account.Deposit(10), key)
      // The node stores two commands and cannot say so, and then crashes with two that it has not stored.
      cut.losesAnswers = true
      val stored = Vector(deposit("ada", Some(UUID(0, 1))), deposit("bob", None))
      TestCluster.eventually("two are stored")(log.durable.sequence == 7)
      cut.losesAppends = true
      val others = Vector(deposit("cid", Some(UUID(0, 2))), deposit("dan", None))
      cut.cut()
      PekkoEntities.start(cluster.join("host")(), log, patient)(Accounts): Unit
      cluster.crash(first)
      for Vector(keyed, plain) <- Vector(stored, others) do
        assertEquals(await(keyed).value, 11L)
        assert(error(await(plain)).isInstanceOf[EntityError.OutcomeUnknown])
      assertEquals(names.map(name => caller(name).ask(Account.Balance)), Vector(11L, 11L, 11L, 1L))

  test("a node that leaves hands its entities over, and refuses commands"):
    TestCluster.using: cluster =>
      val log    = MemoryEventLog()
      val first  = cluster.join()()
      val old    = PekkoEntities.start(first, log)(Accounts)
      val others = PekkoEntities.start(cluster.join()(), log)(Accounts)
      val ids    = Vector.tabulate(40)(at => s"a$at")
      ids.foreach(id => assertEquals(old(id).ask(Account.Deposit(1)), 1L))
      assert(old.inMemory > 0)
      val keyed = ids.map(id => others(id).answerAsync(Account.Deposit(1), Some(UUID.randomUUID)))
      val plain = ids.map(id => others(id).askAsync(Account.Deposit(1)))
      cluster.leave(first)
      keyed.foreach(sum => assert(Set(2L, 3L)(await(sum).value)))
      // Pekko drops some messages while an entity moves.
      ids
        .zip(plain)
        .foreach: (id, sum) =>
          val balance = others(id).ask(Account.Balance)
          try
            assert(Set(2L, 3L)(await(sum)))
            assertEquals(balance, 3L)
          catch
            case failed: EntityException =>
              assert(failed.error.isInstanceOf[EntityError.OutcomeUnknown], failed.error)
              assert(Set(2L, 3L)(balance), balance)
      assertEquals(old.inMemory, 0)
      assert(error(old("a1").ask(Account.Balance)).isInstanceOf[EntityError.Closed])
      assert(error(await(old("a1").askAsync(Account.Balance))).isInstanceOf[EntityError.Closed])

  test("a node whose log has ended hands its entities over, and refuses its own commands"):
    Folders.using: folder =>
      TestCluster.using: cluster =>
        val logs  = Vector.fill(2)(SharedLog.open(folder))
        val nodes = Vector.fill(2)(cluster.join()())
        val all   = nodes.zip(logs).map((node, log) => PekkoEntities.start(node, log)(Accounts))
        // The first one is the oldest: what decides where entities are stays on it.
        val (old, other) = (all(0), all(1))
        val ids          = Vector.tabulate(40)(at => s"a$at")
        ids.foreach(id => assertEquals(other(id).ask(Account.Deposit(1)), 1L))
        assert(old.inMemory > 0)
        logs(0).close()
        TestCluster.eventually("entities have left the first node")(old.inMemory == 0)
        ids.foreach(id => assertEquals(other(id).ask(Account.Deposit(1)), 2L))
        assertEquals((old.inMemory, other.inMemory), (0, ids.size))
        error(old("a1").ask(Account.Balance)) match
          case EntityError.Closed(_, reason) => assert(reason.contains("has ended: start its program again"), reason)
          case error                         => fail(error.message)
        // A node that is started in its place takes part again.
        cluster.leave(nodes(0))
        val log   = SharedLog.open(folder)
        val again = PekkoEntities.start(cluster.join()(), log)(Accounts)
        ids.foreach(id => assertEquals(again(id).ask(Account.Deposit(1)), 3L))
        cluster.leave(nodes(1))
        ids.foreach(id => assertEquals(again(id).ask(Account.Balance), 3L))
        // Nobody is left to take them.
        log.close()
        TestCluster.eventually("the last node refuses its commands"):
          error(again("a1").ask(Account.Deposit(1))).isInstanceOf[EntityError.Closed]
        cluster.close()
        logs(1).close()

  test("callers wait, or are refused, while too many commands are pending; a timeout ends the wait"):
    TestCluster.using: cluster =>
      val cut     = CutLog(MemoryEventLog())
      val limited = PekkoEntitySettings.defaults.withEntities(
        EntitySettings.defaults.withTimeout(300.millis).withMaxPendingCommands(2)
      )
      val accounts = PekkoEntities.start(cluster.join()(), cut, limited)(Accounts)
      assertEquals(accounts("a").ask(Account.Deposit(1)), 1L)
      cut.losesAnswers = true
      val held = Vector.fill(2)(accounts("a").askAsync(Account.Deposit(1)))
      assert(error(await(accounts("a").askAsync(Account.Balance))).isInstanceOf[EntityError.Overloaded])
      held.foreach(one => assert(error(await(one)).isInstanceOf[EntityError.TimedOut]))
      assertEquals(accounts.pending, 0)
      // The entity has not returned their permits: this one was surely not executed.
      assert(error(accounts("a").ask(Account.Balance)).isInstanceOf[EntityError.Overloaded])

  test("misuse is refused with what to do"):
    TestCluster.using: cluster =>
      val node     = cluster.join()()
      val log      = MemoryEventLog()
      val accounts = PekkoEntities.start(node, log)(Accounts)
      val twice    = intercept[IllegalStateException](PekkoEntities.start(node, log)(Accounts)).getMessage
      assert(twice.contains("account") && twice.contains("already"), twice)
      val together = intercept[IllegalArgumentException](Entities.together(accounts("a"), accounts("b"))).getMessage
      assert(together.contains("account 'a' of a cluster") && together.contains("Entities.open"), together)
      intercept[IllegalArgumentException](accounts("")): Unit
      intercept[NullPointerException](accounts(null)): Unit
      intercept[NullPointerException](accounts("a").ask(null)): Unit
      intercept[NullPointerException](accounts("a").answer(Account.Balance, null)): Unit
      intercept[NullPointerException](accounts("a").answer(Account.Balance, Some(null))): Unit
      intercept[NullPointerException](PekkoEntities.start(node, null)(Accounts)): Unit
      intercept[IllegalArgumentException](PekkoEntitySettings(resendAfter = java.time.Duration.ZERO)): Unit

  test("entities are not started in an actor system that terminates, and the message says so"):
    TestCluster.using: cluster =>
      val node = cluster.join()()
      val log  = MemoryEventLog()
      cluster.leave(node)
      val ended = intercept[IllegalStateException](PekkoEntities.start(node, log)(Accounts)).getMessage
      assert(ended.contains("terminated"), ended)

  test("a codec that throws is an error that says so at once, where it writes and where it reads"):
    TestCluster.using: cluster =>
      val log = MemoryEventLog()
      PekkoEntities.start(cluster.join("host")(), log, settings)(Odd.Entity): Unit
      val odd = PekkoEntities.start(cluster.join()(), log, settings)(Odd.Entity)("o")
      assertEquals(odd.ask(Odd.Command.Take(Odd.Value(""))), Odd.Value(""))
      for kind <- Odd.kinds do
        for where <- Vector("write", "read") do
          error(odd.ask(Odd.Command.Take(Odd.Value(s"$where $kind")))) match
            case EntityError.Unsendable("odd 'o'", "Take", reason) => assert(reason.contains("on purpose"), reason)
            case other                                             => fail(other.message)
          error(odd.ask(Odd.Command.Give(s"$where $kind"))) match
            case EntityError.ReplyUnsendable("odd 'o'", "Give", reason) => assert(reason.contains("on purpose"), reason)
            case other                                                  => fail(other.message)
      assertEquals(odd.ask(Odd.Command.Take(Odd.Value(""))), Odd.Value(""))

  test("an interrupt ends the wait"):
    TestCluster.using: cluster =>
      val cut      = CutLog(MemoryEventLog())
      val accounts = PekkoEntities.start(cluster.join()(), cut)(Accounts)
      assertEquals(accounts("a").ask(Account.Deposit(1)), 1L)
      cut.losesAnswers = true
      @volatile var ended: Throwable = null
      val thread                     = Thread.ofVirtual.start: () =>
        try accounts("a").ask(Account.Deposit(1)): Unit
        catch case failed: Throwable => ended = failed
      TestCluster.eventually("it is pending")(accounts.pending == 1)
      thread.interrupt()
      thread.join()
      assert(ended.isInstanceOf[InterruptedException], ended)
      assertEquals(accounts.pending, 0)
