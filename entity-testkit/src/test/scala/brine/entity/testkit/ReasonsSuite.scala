package brine.entity.testkit

import brine.actor.Backoff
import brine.entity.EntitySettings
import java.time.Duration

class ReasonsSuite extends munit.FunSuite:
  private val second = 1_000_000_000L

  private def of(timeout: Long, backoff: Long, most: Long, faults: Int): Reasons =
    val pauses   = Backoff.of(Duration.ofSeconds(backoff), Duration.ofSeconds(most)).withJitter(0)
    val entities = EntitySettings(timeout = Duration.ofSeconds(timeout), backoff = pauses)
    Reasons(SimulationSettings.defaults.withFaults(faults).withEntities(entities))

  test("a pause that lasts until the timeout is a reason for this entity alone"):
    val reasons = of(timeout = 5, backoff = 10, most = 10, faults = 1)
    assert(!reasons.outlasts("a", 0))
    reasons.loadFailed("a", 20 * second)
    for at <- Seq(20, 22, 25) do assert(reasons.outlasts("a", at * second), at)
    for at <- Seq(26, 30, 100) do assert(!reasons.outlasts("a", at * second), at)
    assert(!reasons.outlasts("b", 20 * second))
    assertEquals(reasons.pauseAt("a", 30 * second) / 1_000_000, 2L)
    assertEquals(reasons.pauseAt("a", 31 * second), 0L)
    assertEquals(reasons.pauseAt("b", 0), 0L)
    reasons.begin()
    assert(!reasons.outlasts("a", 20 * second))

  test("each fault of a run may make the pause longer, up to the most"):
    for (faults, last) <- Seq(0 -> 1, 1 -> 1, 2 -> 2, 4 -> 8, 5 -> 10, 50 -> 10) do
      val reasons = of(timeout = 1, backoff = 1, most = 10, faults)
      reasons.loadFailed("a", 0)
      assert(reasons.outlasts("a", (last - 1) * second), faults)
      assert(!reasons.outlasts("a", last * second), faults)

  test("an append that was refused may delay any entity, for a moment"):
    val reasons = Reasons(SimulationSettings.defaults.withEntities(EntitySettings(timeout = Duration.ofMillis(1))))
    reasons.appendRefused(second)
    assert(reasons.outlasts("a", second))
    assert(!reasons.outlasts("a", 2 * second))
    val usual = Reasons(SimulationSettings.defaults)
    usual.appendRefused(second)
    usual.loadFailed("a", second)
    assert(!usual.outlasts("a", second))

  test("a pause that is longer than the clock goes is no overflow"):
    val reasons = of(timeout = 5, backoff = Long.MaxValue / second, most = Long.MaxValue / second, faults = 3)
    reasons.loadFailed("a", second)
    assert(reasons.outlasts("a", 100 * second))
