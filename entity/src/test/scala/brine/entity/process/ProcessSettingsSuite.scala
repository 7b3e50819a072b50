package brine.entity.process

import brine.actor.Backoff
import java.time.{Clock, Duration}
import munit.FunSuite
import scala.concurrent.duration.*

/** Settings of processes are checked, and each can be changed. */
class ProcessSettingsSuite extends FunSuite:
  test("each setting can be changed"):
    val clock   = Clock.systemDefaultZone
    val changed = ProcessSettings.defaults
      .withParallel(1)
      .withAttempts(2)
      .withBackoff(Backoff(3.millis, 4.millis))
      .withTimeout(5.seconds)
      .withMaxPending(6)
      .withMaxSetAside(7)
      .withSaveEvery(8.seconds)
      .withCloseTimeout(9.seconds)
      .withMaxInMemory(10)
      .withClock(clock)
    val seconds = Duration.ofSeconds(_)
    assertEquals(
      changed,
      ProcessSettings(1, 2, Backoff(3.millis, 4.millis), seconds(5), 6, 7, seconds(8), seconds(9), 10, clock)
    )

  test("what is out of range is refused, with its name"):
    def message(body: => Any) = intercept[IllegalArgumentException](body).getMessage
    assert(message(ProcessSettings(parallel = 0)).contains("parallel is 0"))
    assert(message(ProcessSettings(maxInMemory = 0)).contains("maxInMemory is 0"))
    assert(message(ProcessSettings(timeout = Duration.ZERO)).contains("timeout"))
    assert(message(ProcessSettings(saveEvery = Duration.ofSeconds(-1))).contains("saveEvery"))
    intercept[NullPointerException](ProcessSettings(clock = null)): Unit
