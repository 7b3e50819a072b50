package brine.entity

import brine.actor.Backoff
import java.time.Duration
import munit.FunSuite
import scala.concurrent.duration.DurationInt

class EntitySettingsSuite extends FunSuite:
  private val defaults = EntitySettings.defaults

  test("each setting is changed by its method, and no other one"):
    val backoff = Backoff.of(Duration.ofMillis(1), Duration.ofMillis(2))
    assertEquals(defaults.withTimeout(Duration.ofSeconds(5)), EntitySettings(timeout = Duration.ofSeconds(5)))
    assertEquals(defaults.withTimeout(5.seconds), EntitySettings(timeout = Duration.ofSeconds(5)))
    assertEquals(defaults.withMaxInMemory(1), EntitySettings(maxInMemory = 1))
    assertEquals(defaults.withMaxPendingCommands(1), EntitySettings(maxPendingCommands = 1))
    assertEquals(defaults.withMaxLoading(1), EntitySettings(maxLoading = 1))
    assertEquals(defaults.withBackoff(backoff), EntitySettings(backoff = backoff))
    assertEquals(defaults.withMaxAttempts(1), EntitySettings(maxAttempts = 1))
    assertEquals(defaults.withAuditOneIn(1), EntitySettings(auditOneIn = 1))
    assertEquals(defaults.withMaxStateBytes(1), EntitySettings(maxStateBytes = 1))

  test("a value out of range is refused, and the message names it"):
    val refused = Seq[(String, () => EntitySettings)](
      "timeout is PT0S"         -> (() => EntitySettings(timeout = Duration.ZERO)),
      "timeout is PT-1S"        -> (() => EntitySettings(timeout = Duration.ofSeconds(-1))),
      "timeout is PT8766000H"   -> (() => EntitySettings(timeout = Duration.ofHours(8_766_000))),
      "maxInMemory is 0"        -> (() => EntitySettings(maxInMemory = 0)),
      "maxPendingCommands is 0" -> (() => EntitySettings(maxPendingCommands = 0)),
      "maxLoading is -1"        -> (() => EntitySettings(maxLoading = -1)),
      "maxAttempts is 0"        -> (() => EntitySettings(maxAttempts = 0)),
      "auditOneIn is -1"        -> (() => EntitySettings(auditOneIn = -1)),
      "maxStateBytes is 0"      -> (() => EntitySettings(maxStateBytes = 0))
    )
    for (message, settings) <- refused do
      val said = intercept[IllegalArgumentException](settings()).getMessage
      assert(said.contains(message), said)
