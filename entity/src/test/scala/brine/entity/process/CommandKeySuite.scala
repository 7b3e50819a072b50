package brine.entity.process

import java.time.Instant
import munit.FunSuite

/** Keys of commands are the same for ever: receivers remember them. */
class CommandKeySuite extends FunSuite:
  private val at = Instant.parse("2026-01-01T00:00:00.000001Z")

  test("text and UUID of a key"):
    val key = CommandKey("transfer", "a/1", 7, at)
    assertEquals(key.text, "transfer/7/1767225600000001/a/1")
    assertEquals(key.uuid.toString, "fc9ee526-e8b6-33c5-9d5a-8a0d7bfb13b5")

  test("different commands have different keys"):
    val keys = for
      process  <- Vector("a", "b")
      instance <- Vector("a", "1/a", "a/1", "1", "")
      number   <- Vector(1L, 11L)
      time     <- Vector(at, at.plusNanos(1000))
    yield CommandKey(process, instance, number, time)
    assertEquals(keys.map(_.text).distinct.size, keys.size)
    assertEquals(keys.map(_.uuid).distinct.size, keys.size)
