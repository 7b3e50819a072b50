package brine.entity

import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Journal}
import java.nio.file.Files
import munit.FunSuite
import scala.concurrent.duration.*

/** Leaving memory, loading again, and saved states. */
class EntityMemorySuite extends FunSuite, EntitiesBase:
  for (name, make) <- List[(String, () => EventLog)](
      "memory" -> (() => MemoryEventLog()),
      "files"  -> (() => Journal.open(Files.createTempDirectory("brine-entity")))
    )
  do
    test(s"$name: a saved state spares most events"):
      val log = make()
      try
        val saving = SavePolicy(100)
        running(log, entity = AccountEntity(saves = saving)): accounts =>
          for n <- 1 to 250 do accounts("a").ask(Account.Deposit(n)): Unit
        // Closed entities leave memory, and save their state, which is not waited for.
        eventually("a saved state"):
          val entity = AccountEntity(saves = saving)
          running(log, entity = entity): accounts =>
            assertEquals(accounts("a").ask(Account.Balance), 31_375L)
          entity.folded.get <= 50
      finally log.close()

  test("the state of an entity that is never idle is saved as well"):
    val log = HeldLog(MemoryEventLog())
    try
      running(log, entity = AccountEntity(saves = SavePolicy(10, whenPassivated = false))): accounts =>
        val first = accounts("a").askAsync(Account.Deposit(1))
        val more  = (1 to 99).map(_ => accounts("a").askAsync(Account.Deposit(1)))
        log.release()
        await(first): Unit
        more.foreach(await(_))
      eventually("a saved state"):
        val entity = AccountEntity(saves = SavePolicy(10, whenPassivated = false))
        running(log, entity = entity)(accounts => assertEquals(accounts("a").ask(Account.Balance), 100L))
        entity.folded.get < 100
    finally log.close()

  test("a state of another fold, or of no use, is not used"):
    val log = MemoryEventLog()
    try
      running(log, entity = AccountEntity(saves = SavePolicy(1))): accounts =>
        for _ <- 1 to 10 do accounts("a").ask(Account.Deposit(1)): Unit
      val other = AccountEntity(fold = 2, interest = 5, saves = SavePolicy(1))
      running(log, entity = other)(accounts => assertEquals(accounts("a").ask(Account.Balance), 60L))
      assertEquals(other.folded.get, 10)
      val never = AccountEntity(interest = 7, saves = SavePolicy.never)
      running(log, entity = never)(accounts => assertEquals(accounts("a").ask(Account.Balance), 80L))
      assertEquals(never.folded.get, 10)
    finally log.close()

  test("an audit finds a saved state that is not the fold of its events, and the events count"):
    val log = MemoryEventLog()
    try
      running(log, entity = AccountEntity(saves = SavePolicy(1))): accounts =>
        for _ <- 1 to 10 do accounts("a").ask(Account.Deposit(1)): Unit
      // The same fold by mistake.
      val wrong    = AccountEntity(interest = 5, saves = SavePolicy(1000, whenPassivated = false))
      val settings = EntitySettings(auditOneIn = 1)
      running(log, settings, wrong)(accounts => assertEquals(accounts("a").ask(Account.Balance), 60L))
    finally log.close()

  test("an entity that is idle leaves memory, and comes back"):
    val log = MemoryEventLog()
    using(log, entity = AccountEntity(idle = 1.milli)): accounts =>
      for round <- 1L to 3L do
        for id <- 1 to 20 do assertEquals(accounts(s"$id").ask(Account.Deposit(1)), round)
        eventually("all to leave memory")(accounts.inMemory == 0)

  test("many entities at once, of which few may be loaded at a time"):
    val log = MemoryEventLog()
    using(log, EntitySettings(maxLoading = 2)): accounts =>
      val replies = (1 to 3000).map(id => accounts(s"$id").askAsync(Account.Deposit(id)))
      assertEquals(replies.map(await(_)), (1L to 3000L).toVector)
      assertEquals(accounts.inMemory, 3000)

  test("of too many entities, some leave memory"):
    val log = MemoryEventLog()
    using(log, EntitySettings(maxInMemory = 10)): accounts =>
      for id <- 1 to 200 do assertEquals(accounts(s"$id").ask(Account.Deposit(1)), 1L)
      eventually("few in memory")(accounts.inMemory <= 10)
      for id <- 1 to 200 do assertEquals(accounts(s"$id").ask(Account.Deposit(1)), 2L)
