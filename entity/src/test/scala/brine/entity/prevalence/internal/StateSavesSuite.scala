package brine.entity.prevalence.internal

import brine.entity.prevalence.{Bank, BankAccount, BankSystem, Root}
import brine.journal.snapshot.SnapshotError
import brine.journal.testkit.MemoryEventLog
import brine.journal.{ExpectedVersion, Offset}
import java.time.Instant
import java.util.UUID
import munit.FunSuite

class StateSavesSuite extends FunSuite:
  // The name of the saved states, too.
  private val name   = BankSystem().name
  private val replay = Replay(BankSystem())

  /** A log of fifty records, which the states are of. */
  private def records(): MemoryEventLog =
    val log = MemoryEventLog()
    for _ <- 1 to 50 do assert(log.append("events", ExpectedVersion.Any, Seq("text")).await().isRight)
    log

  private def saved(log: MemoryEventLog): Set[Long] = log.snapshots.offsets(name).map(_.sequence).toSet

  /** A state after some transactions, the last of which has this offset. */
  private def root(version: Long, offset: Long): Root[Bank] =
    val account = BankAccount(UUID(0, version), Instant.EPOCH, version)
    Root(Bank(Map("ada" -> account)), version, Offset(offset), Instant.EPOCH)

  /** Says again and again how many transactions are durable, since the save before may not have ended. */
  private def awaitSaved(saves: StateSaves[Bank], log: MemoryEventLog, version: Long, offset: Long): Unit =
    val until = System.nanoTime + 20_000_000_000L
    while !saved(log)(offset) && System.nanoTime < until do
      saves.reached(version)
      Thread.sleep(1)
    assertEquals(replay.saved(log, Offset(offset)).map(_.version), Some(version))

  test("a state is saved after as many transactions as the settings say, counted from the last saved one"):
    val log    = records()
    var newest = root(13, 33)
    val saves  = StateSaves(name, log, replay, every = 10, savedUpTo = 3, () => newest)
    for version <- 4L to 12L do saves.reached(version)
    assertEquals(saved(log), Set.empty[Long])
    awaitSaved(saves, log, 13, 33)
    newest = root(20, 40)
    assert(saves.save().isRight)
    newest = root(30, 50)
    for version <- 21L to 29L do saves.reached(version)
    assertEquals(saved(log).max, 40L)
    awaitSaved(saves, log, 30, 50)

  test("a state that could not be saved is tried again after as many transactions"):
    val log    = records()
    var newest = root(10, 1000)
    val saves  = StateSaves(name, log, replay, every = 10, savedUpTo = 0, () => newest)
    saves.save() match
      case Left(_: SnapshotError.NotDurable) => ()
      case other                             => fail(s"$other")
    newest = root(20, 40)
    for version <- 11L to 19L do saves.reached(version)
    assertEquals(saved(log), Set.empty[Long])
    awaitSaved(saves, log, 20, 40)

  test("a state that cannot be had is tried again after as many transactions"):
    val log   = records()
    val tries = java.util.concurrent.Semaphore(0)
    val saves = StateSaves[Bank](
      name,
      log,
      replay,
      every = 10,
      savedUpTo = 0,
      () =>
        tries.release()
        throw IllegalStateException("the test says so")
    )
    saves.reached(10)
    assert(tries.tryAcquire(20, java.util.concurrent.TimeUnit.SECONDS))
    // It may still be trying.
    val until = System.nanoTime + 20_000_000_000L
    while tries.availablePermits == 0 && System.nanoTime < until do
      for version <- 11L to 19L do saves.reached(version)
      assertEquals(tries.availablePermits, 0)
      saves.reached(20)
      Thread.sleep(1)
    assertEquals(tries.availablePermits, 1)

  test("nothing is saved in the background if the settings say so"):
    val log   = records()
    val saves = StateSaves(name, log, replay, every = 0, savedUpTo = 0, () => root(9, 9))
    for version <- 1L to 1000L do saves.reached(version)
    assertEquals(saved(log), Set.empty[Long])
    assertEquals(saves.save().map(_.offset), Right(Offset(9)))
