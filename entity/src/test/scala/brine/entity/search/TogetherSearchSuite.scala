package brine.entity.search

import brine.actor.Backoff
import brine.effort.Effort
import brine.entity.EntitySettings
import brine.journal.EventLog
import brine.journal.testkit.MemoryEventLog
import java.time.Duration
import java.util.SplittableRandom
import munit.FunSuite

/** Random moves of money between entities that decide together, over logs that fail at random and disks whose power is
  * cut. No money is lost or made, nobody sees a move half done, and each has happened once or not at all, as its caller
  * was told.
  */
class TogetherSearchSuite extends FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  private val settings = EntitySettings(
    timeout = Duration.ofSeconds(60),
    maxInMemory = 2,
    maxPendingCommands = 20,
    maxLoading = 2,
    backoff = Backoff.of(Duration.ofMillis(1), Duration.ofMillis(8)),
    maxAttempts = 5,
    auditOneIn = 3
  )

  private def live(log: EventLog, clients: Vector[PurseClient], hasEnded: () => Boolean, place: String): Unit =
    EntityLife.run(log, Purses, settings)(clients.map(client => client.run(_)), hasEnded, place)

  private def purses(seed: Long): Int = 2 + (seed % 4).toInt

  private def clients(seed: Long): Vector[PurseClient] =
    val random = SplittableRandom(seed)
    Vector.tabulate(1 + random.nextInt(8))(PurseClient(seed, _, purses(seed), 5 + random.nextInt(30)))

  /** Compares the log with what the clients were told. */
  private def check(log: EventLog, seed: Long, moves: Vector[PurseMove]): Unit =
    val stored = Vector.tabulate(purses(seed))(at => log.read[Moved](s"purse-p$at").toVector.toOption.get)
    val sum    = stored.map(_.map(_.value.cents).sum).sum
    assertEquals(sum, 0L, s"seed $seed: money was lost or made")
    val byNumber = stored.flatten.groupBy(_.value.move)
    moves.foreach: move =>
      val records = byNumber.getOrElse(move.number, Vector.empty).sortBy(_.offset.sequence)
      val place   = s"seed $seed, $move"
      assert(records.isEmpty || records.size == 2, s"$place: ${records.size} events")
      if records.nonEmpty then
        assertEquals(records(1).offset.sequence, records(0).offset.sequence + 1, s"$place: not one append")
        assertEquals(records.map(_.value.cents).toSet, Set(move.cents, -move.cents), place)
      move.happened.foreach(happened => assertEquals(records.nonEmpty, happened, place))
      if move.answer != null && records.nonEmpty then assertEquals(move.answer.offset, records.last.offset, place)

  test("over a log that fails at random, each move has happened once or not at all"):
    for seed <- 1 to Effort.entityStorms do
      val log = MemoryEventLog(maxPendingAppends = if seed % 2 == 0 then 1 else 64)
      try
        val flaky = FlakyPurses(log, seed, every = seed % 4 * 5)
        val all   = clients(seed)
        try live(flaky, all, hasEnded = () => false, s"seed $seed")
        finally flaky.close()
        check(log, seed, all.flatMap(_.moves))
      finally log.close()

  test("over a disk whose power is cut, each move that was told is in the log of the next life"):
    for seed <- 1 to Effort.entityLives do
      val all = clients(seed)
      PowerCuts.run(seed)((journal, life, isCut) => live(journal, all, isCut, s"seed $seed, life $life")): journal =>
        check(journal, seed, all.flatMap(_.moves))
