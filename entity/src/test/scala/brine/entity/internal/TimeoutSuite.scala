package brine.entity.internal

import java.time.Duration
import munit.FunSuite

class TimeoutSuite extends FunSuite:
  test("a timeout is above zero, and has at most the nanoseconds that a Long has"):
    for valid <- List(Duration.ofNanos(1), Duration.ofDays(1), Duration.ofNanos(Long.MaxValue)) do
      Timeout.requireValid(valid)
      assertEquals(valid.toNanos > 0, true)
    for invalid <- List(Duration.ZERO, Duration.ofNanos(-1), Duration.ofNanos(Long.MaxValue).plusNanos(1)) do
      val failed = intercept[IllegalArgumentException](Timeout.requireValid(invalid))
      assert(failed.getMessage.contains(s"timeout is $invalid: it must be above zero"), failed.getMessage)
