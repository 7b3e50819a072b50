package brine.entity.boundary

import brine.actor.Backoff
import java.time.Duration

class BoundarySettingsSuite extends munit.FunSuite:
  private def refused(name: String)(settings: => BoundarySettings): Unit =
    val failed = intercept[IllegalArgumentException](settings)
    assert(failed.getMessage.contains(name), failed.getMessage)

  test("values out of range are refused by name"):
    val settings = BoundarySettings.defaults
    refused("timeout")(settings.withTimeout(Duration.ZERO))
    refused("timeout")(settings.withTimeout(Duration.ofSeconds(Long.MaxValue)))
    refused("maxAttempts")(settings.withMaxAttempts(0))
    intercept[NullPointerException](settings.withBackoff(null)): Unit
    assertEquals(settings.withMaxAttempts(1).withBackoff(Backoff.none).maxAttempts, 1)
