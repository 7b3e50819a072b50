package brine.entity.search

import brine.actor.{ActorSystem, Backoff}
import brine.effort.Effort
import brine.entity.{Entities, EntitySettings}
import brine.journal.EventLog
import brine.journal.testkit.MemoryEventLog
import java.time.Duration
import java.util.SplittableRandom
import munit.FunSuite

/** Random commands of many callers, over logs that fail at random and disks whose power is cut. [[LedgerOracle]] says
  * what must hold.
  */
class EntitySearchSuite extends FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  private val settings = EntitySettings(
    timeout = Duration.ofSeconds(20),
    maxInMemory = 2,
    maxPendingCommands = 1000,
    maxLoading = 2,
    backoff = Backoff.of(Duration.ofMillis(1), Duration.ofMillis(8)),
    maxAttempts = 5,
    auditOneIn = 3
  )

  /** Runs clients over a log until all of their commands are over, or the log has ended.
    *
    * @param hasEnded
    *   whether the log has ended
    */
  private def live(
      log: EventLog,
      clients: Vector[LedgerClient],
      hasEnded: () => Boolean,
      place: String
  ): Unit =
    // Some by the size of their states, so that few are in memory as well.
    val limited = if clients.size % 2 == 0 then settings else settings.withMaxInMemory(1000).withMaxStateBytes(40)
    EntityLife.run(log, Ledgers, limited)(clients.map(client => entities => client.run(entities(_))), hasEnded, place)

  private def clients(seed: Long): Vector[LedgerClient] =
    val random = SplittableRandom(seed)
    val count  = 1 + random.nextInt(12)
    val length = 5 + random.nextInt(40)
    Vector.tabulate(count)(LedgerClient(seed, _, ledgers = 1 + (seed % 5).toInt, length))

  test("over a log that fails at random, replies follow from the log"):
    for seed <- 1 to Effort.entityStorms do
      val log = MemoryEventLog(maxPendingAppends = if seed % 2 == 0 then 1 else 64)
      try
        val flaky = FlakyLog(log, seed, every = seed % 4 * 5)
        val all   = clients(seed)
        try live(flaky, all, hasEnded = () => false, s"seed $seed")
        finally flaky.close()
        LedgerOracle(log, seed).check(all.flatMap(_.commands))
      finally log.close()

  test("over a disk whose power is cut, every reply is in the log of the next life"):
    for seed <- 1 to Effort.entityLives do
      val all = clients(seed)
      PowerCuts.run(seed)((journal, life, isCut) => live(journal, all, isCut, s"seed $seed, life $life")): journal =>
        LedgerOracle(journal, seed).check(all.flatMap(_.commands))
        checkStates(journal, seed)

  /** Entities that load saved states say what all events say. */
  private def checkStates(log: EventLog, seed: Long): Unit =
    val system = ActorSystem()
    try
      val entities = Entities.open(log, system, settings)(Ledgers)
      for at <- 0 until 5 do
        val ids = LedgerOracle(log, seed).stored(s"l$at").map(_._1)
        assertEquals(entities(s"l$at").ask(Ledger.Look), Seen.of(ids), s"seed $seed")
      entities.close()
    finally system.shutdown(): Unit
