package brine.pekko.persistence

import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import brine.pekko.persistence.FaultyLog.Fault
import brine.pekko.persistence.Notes.Command.*
import java.nio.file.{Files, Path}
import scala.util.Using

class JournalFailuresSuite extends munit.FunSuite:
  private def using[A](setup: BrinePersistenceSetup, more: String = "")(body: PersistenceSystem => A): A =
    Using.resource(PersistenceSystem(setup, more))(body)

  for fault <- Vector(Fault.Full, Fault.Lost, Fault.Stored) do
    test(s"an append that is $fault is there once, and its actor works on"):
      val memory = MemoryEventLog()
      val log    = FaultyLog(memory)(at => if at % 2 == 1 then fault else Fault.None)
      using(BrinePersistence.setup(log).withEvents[AccountEvent]): system =>
        val notes = system.spawn(Notes("notes-1"))
        for n <- 1 to 10 do system.ask(notes)(Add(Seq(s"$n a", s"$n b"), _)): Unit
        val account = system.spawn(Account("account-1"))
        for _ <- 1 to 10 do system.ask(account)(Account.Pay(1, _)): Unit
        assertEquals(system.ask(notes)(Get(_)), (1 to 10).flatMap(n => Vector(s"$n a", s"$n b")).toVector)
        assertEquals(system.ask(account)(Account.Pay(1, _)), 11L)
      assertEquals(memory.version("notes-1"), Right(20L))
      assertEquals(memory.version("account-1"), Right(11L))
      memory.close()

  test("an append whose outcome is unknown fails if somebody else has written its events"):
    val memory = MemoryEventLog()
    // The same text, at the same number: only who wrote it differs.
    val log = FaultyLog(memory)(at => if at == 1 then Fault.Lost else Fault.None)
    using(BrinePersistence.setup(memory)): other =>
      using(BrinePersistence.setup(log)): system =>
        val late  = other.spawn(Notes("notes-1"))
        val notes = system.spawn(Notes("notes-1"))
        other.ask(late)(Get(_))
        system.ask(notes)(Add(Seq("a"), _))
        late ! Add(Seq("a"), other.kit.createTestProbe[Vector[String]]().ref)
        other.awaitStop(late)
        val again = other.spawn(Notes("notes-1"))
        other.ask(again)(Add(Seq("b"), _))
        notes ! Add(Seq("b"), system.kit.createTestProbe[Vector[String]]().ref)
        system.awaitStop(notes)
    assertEquals(memory.version("notes-1"), Right(2L))
    memory.close()

  test("the same for events that do not say who wrote them"):
    val memory = MemoryEventLog()
    val log    = FaultyLog(memory)(at => if at == 1 then Fault.Lost else Fault.None)
    val setup  = BrinePersistence.setup(log).withEvents[AccountEvent]
    using(BrinePersistence.setup(memory).withEvents[AccountEvent]): other =>
      using(setup): system =>
        val account = system.spawn(Account("account-1"))
        system.ask(account)(Account.Pay(1, _)): Unit
        other.ask(other.spawn(Account("account-1")))(Account.Pay(1, _)): Unit
        account ! Account.Pay(1, system.kit.createTestProbe[Long]().ref)
        system.awaitStop(account)
    assertEquals(memory.version("account-1"), Right(2L))
    memory.close()

  test("an actor that begins again while it still writes waits for that"):
    val memory = MemoryEventLog()
    val until  = java.util.concurrent.CountDownLatch(1)
    val log    = FaultyLog(memory)(at => if at == 1 then Fault.Held(until) else Fault.None)
    using(BrinePersistence.setup(log)): system =>
      val notes = system.spawn(Notes("notes-1"))
      system.ask(notes)(Add(Seq("a"), _))
      notes ! Add(Seq("b"), system.kit.createTestProbe[Vector[String]]().ref)
      while log.appends < 2 do Thread.onSpinWait()
      system.kit.stop(notes)
      val again = system.spawn(Notes("notes-1"))
      val probe = system.kit.createTestProbe[Vector[String]]()
      again ! Get(probe.ref)
      // Who reads another id does not wait for that.
      assertEquals(system.notes(system.spawn(Notes("notes-2"))), Vector.empty)
      until.countDown()
      assertEquals(probe.receiveMessage(scala.concurrent.duration.Duration(20, "s")), Vector("a", "b"))
    memory.close()

  test("an actor that restarts after a failure has all that was stored, and no more"):
    val memory = MemoryEventLog()
    val log    = FaultyLog(memory)(at => if at % 3 == 1 then Fault.Refused else Fault.None)
    using(BrinePersistence.setup(log)): system =>
      val notes = system.spawn(Notes("notes-1", restarts = true))
      val probe = system.kit.createTestProbe[Vector[String]]()
      // Every third append is refused, and so its command has no answer.
      for n <- 1 to 9 do
        notes ! Add(Seq(s"$n"), probe.ref)
        system.ask(notes)(Get(_)): Unit
      assertEquals(system.ask(notes)(Get(_)), Vector(1, 3, 4, 6, 7, 9).map(_.toString))
    assertEquals(memory.version("notes-1"), Right(6L))
    memory.close()

  test("a log that was closed fails writes and recoveries, with what to do"):
    val log = MemoryEventLog()
    using(BrinePersistence.setup(log)): system =>
      val notes = system.spawn(Notes("notes-1"))
      system.ask(notes)(Add(Seq("a"), _))
      log.close()
      notes ! Add(Seq("b"), system.kit.createTestProbe[Vector[String]]().ref)
      system.awaitStop(notes)
      system.awaitStop(system.spawn(Notes("notes-1")))

  test("a log of the configuration is opened, shared by the plug-ins, and closed with the actor system"):
    inFolder: folder =>
      val config = s"brine.persistence.log.folder = ${com.typesafe.config.ConfigUtil.quoteString(folder.toString)}"
      for round <- 1 to 2 do
        using(BrinePersistence.setup, config): system =>
          val notes = system.spawn(Notes("notes-1"))
          assertEquals(system.ask(notes)(Add(Seq("a"), _)), Vector.fill(round)("a"))
          assert(Journal.tryOpen(folder).left.exists(_.isInstanceOf[OpenError.Locked]))
      Using.resource(Journal.open(folder))(log => assertEquals(log.version("notes-1"), Right(2L)))

  test("a log of the configuration that another process has is an error, and used once it is free"):
    inFolder: folder =>
      val config = s"brine.persistence.log.folder = ${com.typesafe.config.ConfigUtil.quoteString(folder.toString)}"
      val other  = Journal.open(folder)
      using(BrinePersistence.setup, config): system =>
        system.awaitStop(system.spawn(Notes("notes-1")))
        other.close()
        assertEquals(system.ask(system.spawn(Notes("notes-1")))(Add(Seq("a"), _)), Vector("a"))

  test("a log of the configuration that was closed is opened again"):
    inFolder: folder =>
      val config = s"brine.persistence.log.folder = ${com.typesafe.config.ConfigUtil.quoteString(folder.toString)}"
      using(BrinePersistence.setup, config): system =>
        val notes = system.spawn(Notes("notes-1", restarts = true))
        system.ask(notes)(Add(Seq("a"), _))
        BrinePersistence(system.system).log().close()
        notes ! Add(Seq("lost"), system.kit.createTestProbe[Vector[String]]().ref)
        system.ask(notes)(Get(_))
        assertEquals(system.ask(notes)(Add(Seq("b"), _)), Vector("a", "b"))

  test("a log of the configuration that was moved away is not made anew, nor is another one in its place used"):
    inFolder: folder =>
      val config = s"brine.persistence.log.folder = ${com.typesafe.config.ConfigUtil.quoteString(folder.toString)}"
      using(BrinePersistence.setup, config): system =>
        val notes = system.spawn(Notes("notes-1"))
        system.ask(notes)(Add(Seq("a"), _))
        BrinePersistence(system.system).log().close()
        Files.move(folder, folder.resolveSibling("away"))
        notes ! Add(Seq("b"), system.kit.createTestProbe[Vector[String]]().ref)
        system.awaitStop(notes)
        assert(!Files.exists(folder))
        // A program that does not know of the first one has made another one.
        Journal.open(folder).close()
        system.awaitStop(system.spawn(Notes("notes-1")))
        system.awaitStop(system.spawn(Notes("notes-2")))
      Using.resource(Journal.open(folder))(log => assertEquals(log.durable, Offset.Begin))

  test("without a log, the message says how to name one"):
    using(BrinePersistence.setup): system =>
      val error = intercept[IllegalArgumentException](BrinePersistence(system.system).log())
      assert(clue(error.getMessage).contains("brine.persistence.log.folder"))
      system.awaitStop(system.spawn(Notes("notes-1")))
    using(BrinePersistence.setup, "brine.persistence.log { folder = a, jdbc.url = \"jdbc:sqlite:b\" }"): system =>
      val error = intercept[IllegalArgumentException](BrinePersistence(system.system).log())
      assert(clue(error.getMessage).contains("both set"))

  private def inFolder(body: Path => Unit): Unit =
    val folder = Files.createTempDirectory("brine-pekko")
    try body(folder.resolve("log"))
    finally
      Using.resource(Files.walk(folder))(
        _.sorted(java.util.Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit)
      )
