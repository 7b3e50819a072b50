package brine.codec.internal.evolution

final class AttemptsSuite extends munit.FunSuite:
  private def fails(what: String): Nothing = throw Incompatible("", what)

  test("the cheapest candidate is kept, and the others leave nothing behind"):
    val attempts                             = Attempts(null)
    var done                                 = List.empty[String]
    def candidate(name: String, losses: Int) = () =>
      attempts.run(() => done = name :: done)(() => done = done.tail)
      attempts.add(losses * Attempts.Loss)
      name
    assertEquals(attempts.fewest(Seq(candidate("a", 2), candidate("b", 1), candidate("c", 1)))(()), "b")
    assertEquals((done, attempts.cost), (List("b"), Attempts.Loss))

  test("a loss counts more than any number of conversions"):
    val attempts = Attempts(null)
    def losing   = () => { attempts.add(Attempts.Loss); "loses" }
    def changing = () => { attempts.add(1000 * Attempts.Conversion); "converts" }
    assertEquals(attempts.fewest(Seq(losing, changing))(()), "converts")

  test("candidates that fail do not count; if all fail, the error is that of the one asked for"):
    val attempts = Attempts(null)
    assertEquals(attempts.fewest(Seq(() => fails("x"), () => { attempts.add(Attempts.Loss); 1 }))(()), 1)
    val error = intercept[Incompatible](attempts.fewest(Seq(() => fails("x"), () => fails("y")), error = 1)(()))
    assertEquals(error.problem, "y")
    assertEquals(attempts.orElse(() => fails("z"))(_.problem), "z")

  test("a tie is noticed while problems are collected"):
    val attempts = Attempts(Findings())
    var ties     = 0
    assertEquals(attempts.fewest(Seq(() => 1, () => 2))(ties += 1), 1)
    assertEquals(ties, 1)
