package brine.pekko

import brine.entity.EntitySettings
import java.time.Duration
import java.util.Optional
import munit.FunSuite
import scala.concurrent.duration.DurationInt

class PekkoEntitySettingsSuite extends FunSuite:
  test("each setting has a method that returns the settings with it"):
    val entities = EntitySettings.defaults.withMaxInMemory(7)
    val settings = PekkoEntitySettings.defaults
      .withEntities(entities)
      .withRole("accounts")
      .withResendAfter(3.seconds)
      .withConfirmsVersion(true)
    assertEquals(settings, PekkoEntitySettings(entities, Optional.of("accounts"), Duration.ofSeconds(3), true))

  test("a value out of range is refused with its name"):
    for bad <- Vector(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(2)) do
      val problem = intercept[IllegalArgumentException](PekkoEntitySettings(resendAfter = bad)).getMessage
      assert(problem.contains(s"resendAfter is $bad"), problem)
    intercept[NullPointerException](PekkoEntitySettings(entities = null)): Unit
    intercept[NullPointerException](PekkoEntitySettings.defaults.withRole(null)): Unit
