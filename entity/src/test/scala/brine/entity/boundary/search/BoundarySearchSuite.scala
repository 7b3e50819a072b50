package brine.entity.boundary.search

import brine.actor.Backoff
import brine.effort.Effort
import brine.entity.boundary.{Boundary, BoundarySettings, Campus}
import brine.entity.search.PowerCuts
import brine.journal.EventLog
import brine.journal.testkit.MemoryEventLog
import java.time.Duration
import java.util.SplittableRandom
import java.util.concurrent.atomic.AtomicReference
import munit.FunSuite

/** Random decisions of several threads, over logs that fail at random and disks whose power is cut. [[CampusOracle]]
  * says what must hold.
  */
class BoundarySearchSuite extends FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  private val settings = BoundarySettings(
    timeout = Duration.ofSeconds(20),
    maxAttempts = 6,
    backoff = Backoff.of(Duration.ofMillis(1), Duration.ofMillis(4))
  )

  /** Runs clients over a log until all of their commands are over, or the log has ended. */
  private def live(log: EventLog, clients: Vector[CampusClient], hasEnded: () => Boolean, place: String): Unit =
    val boundaries = Vector.fill(2)(Boundary.open(log, settings)(Campus))
    val views      = boundaries.map(SharedViews(_))
    val problem    = AtomicReference[Throwable]()
    val threads    = clients.zipWithIndex.map: (client, at) =>
      Thread.ofVirtual.start: () =>
        try client.run(log, boundaries(at % 2), views(at % 2), () => hasEnded() || problem.get != null)
        catch case failed: Throwable => problem.compareAndSet(null, failed): Unit
    threads.foreach(_.join())
    boundaries.foreach(_.close())
    if problem.get != null then throw AssertionError(s"$place: a client failed", problem.get)

  private def clients(seed: Long): Vector[CampusClient] =
    val random = SplittableRandom(seed)
    val count  = 1 + random.nextInt(8)
    val length = 5 + random.nextInt(30)
    Vector.tabulate(count)(CampusClient(seed, _, length))

  test("over a log that fails at random, rules hold and answers follow from the log"):
    for seed <- 1 to Effort.decisionStorms do
      val log = MemoryEventLog(maxPendingAppends = if seed % 2 == 0 then 1 else 64)
      try
        val flaky = FlakyCampus(log, seed, every = seed % 4 * 5)
        val all   = clients(seed)
        try live(flaky, all, () => false, s"seed $seed")
        finally flaky.close()
        CampusOracle(log, seed).check(all.flatMap(_.commands))
      finally log.close()

  test("over a disk whose power is cut, rules hold and answers are in the log of the next life"):
    for seed <- 1 to Effort.decisionLives do
      val all = clients(seed)
      PowerCuts.run(seed)((journal, life, isCut) => live(journal, all, isCut, s"seed $seed, life $life")): journal =>
        CampusOracle(journal, seed).check(all.flatMap(_.commands))
