package brine.entity.effect

import brine.journal.Offset
import java.time.Instant
import java.util.UUID

class EffectKeySuite extends munit.FunSuite:
  private val key = EffectKey("mail", Offset(42), Instant.parse("2026-01-02T03:04:05.123456Z"))

  // Receivers have stored these: they must never change.
  test("text and UUID are those of every release"):
    assertEquals(key.text, "mail/42/1767323045123456")
    assertEquals(key.uuid, UUID.nameUUIDFromBytes("brine.effect/mail/42/1767323045123456".getBytes("UTF-8")))
    assertEquals(key.uuid.toString, "0f33fb86-d592-3df4-b50b-2bd06cf5723c")
    assertEquals(key.toString, key.text)

  test("another name, offset or time is another key"):
    val others = Vector(
      key.copy(name = "mail2"),
      key.copy(offset = Offset(43)),
      key.copy(at = key.at.plusNanos(1000))
    )
    assertEquals((others :+ key).map(_.uuid).distinct.size, 4)
    assertEquals((others :+ key).map(_.text).distinct.size, 4)
