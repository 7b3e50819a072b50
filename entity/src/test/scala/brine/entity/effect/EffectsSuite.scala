package brine.entity.effect

import brine.entity.projection.Move
import brine.journal.Query

class EffectsSuite extends munit.FunSuite:
  private def named(name: String) = Effects[Move](name, EffectsBegin.Now)(Query.all)((_, _) => ())

  test("names that a stream or a receiver may take for others are refused"):
    for (name, says) <- Vector("" -> "0 characters", "Mail" -> "U+004D", "a" * 101 -> "101 characters") do
      val failed = intercept[IllegalArgumentException](named(name))
      assert(failed.getMessage.contains(says), failed.getMessage)
      assert(failed.getMessage.startsWith("requirement failed: the name of effects"), failed.getMessage)
    assertEquals(named("a-z_0.9").name, "a-z_0.9")

  test("their text says the name"):
    assertEquals(named("mail").toString, "the effects 'mail'")
