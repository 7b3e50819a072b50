package brine.entity.prevalence

import java.time.Duration
import munit.FunSuite
import scala.concurrent.duration.DurationInt

class PrevalenceSettingsSuite extends FunSuite:
  private val defaults = PrevalenceSettings.defaults

  test("each setting is changed by its method, and no other one"):
    assertEquals(defaults.withTimeout(Duration.ofSeconds(5)), PrevalenceSettings(timeout = Duration.ofSeconds(5)))
    assertEquals(defaults.withTimeout(5.seconds), PrevalenceSettings(timeout = Duration.ofSeconds(5)))
    assertEquals(defaults.withMaxPending(1), PrevalenceSettings(maxPending = 1))
    assertEquals(defaults.withSaveEvery(0), PrevalenceSettings(saveEvery = 0))

  test("a value out of range is refused, and the message names it"):
    val refused = Seq[(String, () => PrevalenceSettings)](
      "timeout is PT0S"       -> (() => PrevalenceSettings(timeout = Duration.ZERO)),
      "timeout is PT-1S"      -> (() => PrevalenceSettings(timeout = Duration.ofSeconds(-1))),
      "timeout is PT8766000H" -> (() => PrevalenceSettings(timeout = Duration.ofHours(8_766_000))),
      "maxPending is 0"       -> (() => PrevalenceSettings(maxPending = 0)),
      "saveEvery is -1"       -> (() => PrevalenceSettings(saveEvery = -1))
    )
    for (message, settings) <- refused do
      val said = intercept[IllegalArgumentException](settings()).getMessage
      assert(said.contains(message), said)
