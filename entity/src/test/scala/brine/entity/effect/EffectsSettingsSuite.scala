package brine.entity.effect

import scala.concurrent.duration.*

class EffectsSettingsSuite extends munit.FunSuite:
  private def refused(name: String)(settings: => EffectsSettings): Unit =
    val failed = intercept[IllegalArgumentException](settings)
    assert(failed.getMessage.contains(name), failed.getMessage)

  test("values out of range are refused by name"):
    val settings = EffectsSettings.defaults
    refused("parallel")(settings.withParallel(0))
    refused("attempts")(settings.withAttempts(0))
    refused("timeout")(settings.withTimeout(0.seconds))
    refused("maxPending")(settings.withMaxPending(0))
    refused("maxSetAside")(settings.withMaxSetAside(-1))
    refused("saveEvery")(settings.withSaveEvery(-1.second))
    refused("closeTimeout")(settings.withCloseTimeout(-1.second))
    val least = settings.withSaveEvery(0.seconds).withCloseTimeout(0.seconds).withMaxSetAside(0)
    assertEquals(least.withBackoff(settings.backoff).maxSetAside, 0)
