package brine.pekko.persistence

import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import brine.pekko.persistence.Notes.Command.*
import org.apache.pekko.actor.typed.ActorRef
import scala.util.Using

class BrineJournalSuite extends munit.FunSuite:
  private def using[A](setup: BrinePersistenceSetup, more: String = "")(body: PersistenceSystem => A): A =
    Using.resource(PersistenceSystem(setup, more))(body)

  private def add(system: PersistenceSystem, actor: ActorRef[Notes.Command], texts: String*): Vector[String] =
    system.ask(actor)(Add(texts, _))

  test("a persistent actor finds its events again, in another actor system"):
    val log = MemoryEventLog()
    using(BrinePersistence.setup(log)): system =>
      val notes = system.spawn(Notes("notes-1"))
      add(system, notes, "a", "b")
      assertEquals(add(system, notes, "c"), Vector("a", "b", "c"))
    using(BrinePersistence.setup(log)): system =>
      assertEquals(system.ask(system.spawn(Notes("notes-1")))(Get(_)), Vector("a", "b", "c"))
      assertEquals(system.ask(system.spawn(Notes("notes-2")))(Get(_)), Vector.empty)
    assertEquals(log.version("notes-1"), Right(3L))
    log.close()

  test("of two persistent actors with one id, the second that writes stops, and nothing of it is stored"):
    val log = MemoryEventLog()
    using(BrinePersistence.setup(log)): one =>
      using(BrinePersistence.setup(log)): two =>
        val first  = one.spawn(Notes("notes-1"))
        val second = two.spawn(Notes("notes-1"))
        one.ask(first)(Get(_))
        two.ask(second)(Get(_))
        assertEquals(add(one, first, "first"), Vector("first"))
        second ! Add(Seq("second", "more"), two.kit.createTestProbe[Vector[String]]().ref)
        two.awaitStop(second)
        assertEquals(add(one, first, "again"), Vector("first", "again"))
        // Where the other one runs again, it has what was written meanwhile.
        assertEquals(add(two, two.spawn(Notes("notes-1")), "third"), Vector("first", "again", "third"))
    assertEquals(log.version("notes-1"), Right(3L))
    log.close()

  test("events of registered types are those that Brine's own programs write and read"):
    val log = MemoryEventLog()
    assert(log.append("account-1", ExpectedVersion.NoStream, Seq[AccountEvent](AccountEvent.Paid(5))).await().isRight)
    using(BrinePersistence.setup(log).withEvents[AccountEvent]): system =>
      val account = system.spawn(Account("account-1"))
      assertEquals(system.ask(account)(Account.Pay(7, _)), 12L)
      assertEquals(system.ask(account)(Account.Close(_)), 0L)
    val events = log.read[AccountEvent]("account-1").toVector.map(_.map(_.value))
    assertEquals(events, Right(Vector(AccountEvent.Paid(5), AccountEvent.Paid(7), AccountEvent.Closed)))
    log.close()

  test("an event of a type that is not registered fails the recovery, and its type is named"):
    val log = MemoryEventLog()
    assert(log.append("account-1", ExpectedVersion.NoStream, Seq[AccountEvent](AccountEvent.Paid(5))).await().isRight)
    using(BrinePersistence.setup(log)): system =>
      system.awaitStop(system.spawn(Account("account-1")))
      val failure = scala.concurrent.Await
        .result(
          brine.pekko.persistence.query.BrineReadJournalSuite.of(system).timestampOf("account-1", 1).failed,
          scala.concurrent.duration.Duration(20, "s")
        )
      assert(clue(failure.getMessage).contains("AccountEvent"))
      assert(failure.getMessage.contains("withEvents"))
    log.close()

  test("a persistence id that Brine keeps for itself is refused"):
    val log = MemoryEventLog()
    using(BrinePersistence.setup(log)): system =>
      val actor = system.spawn(Notes("brine.replies-account.Deposit"))
      actor ! Add(Seq("a"), system.kit.createTestProbe[Vector[String]]().ref)
      system.awaitStop(actor)
      assertEquals(add(system, system.spawn(Notes("brine")), "a"), Vector("a"))
    assertEquals(log.durable, Offset(1))
    log.close()

  test("the number of an event that is refused stays empty, and the next one follows it"):
    val log = MemoryEventLog()
    using(BrinePersistence.setup(log)): system =>
      val refused = system.spawn(Refused("refused-1"))
      assertEquals(system.ask(refused)(Refused.Both(_)), Vector("before", "after"))
    using(BrinePersistence.setup(log)): system =>
      assertEquals(system.ask(system.spawn(Refused("refused-1")))(Refused.Get(_)), Vector("before", "after"))
    assertEquals(log.version("refused-1"), Right(3L))
    log.close()

  test("tags are those of the log; each event of one write has its own"):
    val log = MemoryEventLog()
    using(BrinePersistence.setup(log)): system =>
      add(system, system.spawn(Notes("notes-1", text => Set(text, "all"))), "a", "b"): Unit
    val tags = log.readTagged[Stored]("all").toVector.map(_.map(_.tags))
    assertEquals(tags, Right(Vector.fill(2)(Set("a", "b", "all"))))
    log.close()

  test("large events, and more events at once than one append of a merged write has"):
    val log   = MemoryEventLog()
    val large = Seq("x" * 3_000_000, "y" * 10)
    val many  = (1 to 5000).map(_.toString)
    using(BrinePersistence.setup(log)): system =>
      val notes = system.spawn(Notes("notes-1"))
      add(system, notes, large*)
      add(system, notes, many*): Unit
    using(BrinePersistence.setup(log)): system =>
      assertEquals(system.ask(system.spawn(Notes("notes-1")))(Get(_)), (large ++ many).toVector)
    log.close()

  test("a stream that was deleted begins again, with the version after its deletion"):
    val log = MemoryEventLog()
    using(BrinePersistence.setup(log)): system =>
      add(system, system.spawn(Notes("notes-1")), "a", "b"): Unit
      assert(log.delete("notes-1").await().isRight)
      val again = system.spawn(Notes("notes-1"))
      assertEquals(system.notes(again), Vector.empty)
      assertEquals(add(system, again, "c"), Vector("c"))
      assertEquals(system.notes(system.spawn(Notes("notes-1"))), Vector("c"))
    assertEquals(log.version("notes-1"), Right(4L))
    log.close()

  test("several logs, each of plug-ins of their own"):
    val (one, two) = (MemoryEventLog(), MemoryEventLog())
    val plugin     = "archive { class = brine.pekko.persistence.BrineJournal, log = archive-log }"
    using(BrinePersistence.setup(one).withLog("archive-log", two), plugin): system =>
      add(system, system.spawn(Notes("notes-1")), "a"): Unit
      add(system, system.spawn(Notes("notes-1", journal = "archive")), "b", "c"): Unit
    assertEquals((one.version("notes-1"), two.version("notes-1")), (Right(1L), Right(2L)))
    one.close()
    two.close()

  test("an event that is larger than the log takes stops its actor, and the id works on"):
    val log = MemoryEventLog(maxAppendBytes = 10_000)
    using(BrinePersistence.setup(log)): system =>
      val notes = system.spawn(Notes("notes-1"))
      add(system, notes, "a")
      notes ! Add(Seq("x" * 20_000), system.kit.createTestProbe[Vector[String]]().ref)
      system.awaitStop(notes)
      assertEquals(add(system, system.spawn(Notes("notes-1")), "b"), Vector("a", "b"))
    log.close()

  test("more events at once than an append may have stop their actor, and nothing of them is stored"):
    val log = MemoryEventLog()
    using(BrinePersistence.setup(log)): system =>
      val notes = system.spawn(Notes("notes-1"))
      notes ! Add(Vector.fill(65_536)("x"), system.kit.createTestProbe[Vector[String]]().ref)
      system.awaitStop(notes)
      assertEquals(add(system, system.spawn(Notes("notes-1")), Vector.fill(65_535)("x")*).size, 65_535)
    log.close()

  test("a persistence id that is no name of a stream is refused, and the journal works on"):
    val log = MemoryEventLog()
    using(BrinePersistence.setup(log)): system =>
      val bad = system.spawn(Notes("x" * 2000))
      bad ! Add(Seq("a"), system.kit.createTestProbe[Vector[String]]().ref)
      system.awaitStop(bad)
      assertEquals(add(system, system.spawn(Notes("y" * 1024)), "a"), Vector("a"))
    log.close()
