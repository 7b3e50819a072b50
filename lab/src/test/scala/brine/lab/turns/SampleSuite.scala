package brine.lab.turns

final class SampleSuite extends munit.FunSuite:
  private def sample(turns: Double*) = Sample(turns.toVector)

  test("the calmest rounds are those in which all were fastest, a quarter but at least three"):
    val phases = Vector.tabulate(20)(at => if at % 4 == 0 then 1.0 else 2.0 + at / 100.0)
    val fast   = sample(phases.map(_ * 10)*)
    val slow   = sample(phases.map(_ * 300)*)
    assertEquals(Sample.calmest(List(fast, slow)), Set(0, 4, 8, 12, 16))
    assertEquals(Sample.calmest(List(sample(5, 1, 2, 3, 4))), Set(1, 2, 3))

  test("a turn is added at its round"):
    val some = Sample().played(0, 5, 4, 16).played(3, 6, 5, 24)
    assertEquals(some.turns.map(turn => if turn.isNaN then -1.0 else turn), Vector(5.0, -1.0, -1.0, 6.0))
    assertEquals(some.played -> some.costs, Vector(5.0, 6.0) -> Vector(4.0, 5.0))
    assertEquals(some.allocated, Vector(16.0, 24.0))

  test("of rates, the calmest rounds are those in which all had most"):
    assertEquals(Sample.calmest(List(sample(5, 1, 2, 3, 4)), isRate = true), Set(0, 3, 4))

  test("limits are kept beside their turns, also if some were not measured"):
    val some = Sample()
      .played(0, 5, 4, 16, Map("R" -> 10))
      .played(1, 6, 4, 16)
      .played(3, 7, 4, 16, Map("R" -> 12, "B" -> 99))
    def shown(name: String) = some.beside(name).map(limit => if limit.isNaN then -1.0 else limit)
    assertEquals(shown("R"), Vector(10.0, -1.0, -1.0, 12.0))
    assertEquals(shown("B"), Vector(-1.0, -1.0, -1.0, 99.0))

  test("a round in which somebody took no turn counts for the others; without turns nothing is calm or disturbed"):
    val some = sample(1, Double.NaN, 1, 9, 9, 9)
    val all  = sample(1, 1, 1, 9, 9, 9)
    assertEquals(Sample.calmest(List(some, all)), Set(0, 1, 2))
    assertEquals(sample(1, Double.NaN).played, Vector(1.0))
    assert(Sample.calmest(Nil).size <= 3)
