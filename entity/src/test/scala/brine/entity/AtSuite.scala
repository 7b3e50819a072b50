package brine.entity

import java.time.Instant
import java.util.UUID
import munit.FunSuite

class AtSuite extends FunSuite:
  private val time = Instant.parse("2026-11-26T08:00:00Z")

  test("a chosen At has the time, the identity and the seed that were chosen"):
    val id = UUID(1, 2)
    val at = At(time, id, 7)
    assertEquals((at.time, at.id, at.seed), (time, id, 7L))

  test("random numbers start from the beginning each time, and follow from the seed"):
    val at    = At(time, UUID(1, 2), 7)
    val first = at.random.nextLong()
    assertEquals(at.random.nextLong(), first)
    assertEquals(At(time, UUID(3, 4), 7).random.nextLong(), first)
    assertNotEquals(At(time, UUID(1, 2), 8).random.nextLong(), first)

  test("identity and seed of a decision are its own, and stay the same"):
    val one = At.now(time)
    val two = At.now(time)
    assertEquals((one.id, one.seed), (one.id, one.seed))
    assertNotEquals(one.id, two.id)
    assertNotEquals(one.seed, two.seed)
