package brine.pekko

import brine.entity.projection.ProjectionSettings
import java.util.Optional
import munit.FunSuite
import scala.concurrent.duration.*

class PekkoProjectionSettingsSuite extends FunSuite:
  test("values out of range are refused, and say what the range is"):
    for bad <- Vector(0.seconds, -1.seconds, 25.hours) do
      val error = intercept[IllegalArgumentException](PekkoProjectionSettings.defaults.withWakeEvery(bad))
      assert(error.getMessage.contains("above zero, and at most a day"), error.getMessage)

  test("a blank role is refused"):
    for role <- Vector("", " \t") do
      val error = intercept[IllegalArgumentException](PekkoProjectionSettings.defaults.withRole(role))
      assert(error.getMessage.contains("role is blank"), error.getMessage)

  test("each setting can be changed"):
    val each     = ProjectionSettings(batchSize = 7)
    val settings = PekkoProjectionSettings.defaults.withProjection(each).withRole("views").withWakeEvery(2.seconds)
    assertEquals(settings, PekkoProjectionSettings(each, Optional.of("views"), java.time.Duration.ofSeconds(2)))
