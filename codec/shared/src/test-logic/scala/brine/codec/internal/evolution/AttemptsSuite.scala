package brine.codec.internal.evolution

import brine.codec.internal.matching.{Findings, Incompatible}

final class AttemptsSuite extends munit.FunSuite:
  private def fails(what: String): Nothing = throw Incompatible("", what)

  test("the cheapest candidate is kept, and the others leave nothing behind"):
    val attempts                             = Attempts(null)
    var done                                 = List.empty[String]
    def candidate(name: String, losses: Int) = () =>
      attempts.run(() => done = name :: done)(() => done = done.tail)
      attempts.add(losses * Attempts.Drop)
      name
    assertEquals(attempts.fewest(Seq(candidate("a", 2), candidate("b", 1), candidate("c", 1)))(()), "b")
    assertEquals((done, attempts.cost), (List("b"), Attempts.Drop))

  test("a field that is dropped counts more than fields that are filled in, and these more than conversions"):
    val attempts = Attempts(null)
    def drops    = () => { attempts.add(Attempts.Drop); "drops" }
    def fillsIn  = () => { attempts.add(100 * Attempts.FillIn); "fills in" }
    def converts = () => { attempts.add(1000 * Attempts.Conversion); "converts" }
    assertEquals(attempts.fewest(Seq(drops, fillsIn))(()), "fills in")
    assertEquals(attempts.fewest(Seq(drops, fillsIn, converts))(()), "converts")

  test("costs have an upper bound"):
    val attempts = Attempts(null)
    for _ <- 0 until 100 do attempts.add(math.max(attempts.cost, Attempts.Drop))
    assert(attempts.cost >= Attempts.Drop)

  test("a drop counts more than any number of conversions"):
    val attempts = Attempts(null)
    def losing   = () => { attempts.add(Attempts.Drop); "loses" }
    def changing = () => { attempts.add(1000 * Attempts.Conversion); "converts" }
    assertEquals(attempts.fewest(Seq(losing, changing))(()), "converts")

  test("candidates that fail do not count; if all fail, the error is that of the one asked for"):
    val attempts = Attempts(null)
    assertEquals(attempts.fewest(Seq(() => fails("x"), () => { attempts.add(Attempts.Drop); 1 }))(()), 1)
    val error = intercept[Incompatible](attempts.fewest(Seq(() => fails("x"), () => fails("y")), error = 1)(()))
    assertEquals(error.problem, "y")
    assertEquals(attempts.orElse(() => fails("z"))(_.problem), "z")

  test("a tie is noticed while problems are collected"):
    val attempts = Attempts(Findings())
    var ties     = 0
    assertEquals(attempts.fewest(Seq(() => 1, () => 2))(ties += 1), 1)
    assertEquals(ties, 1)
