package brine.lab.turns

final class SampleSuite extends munit.FunSuite:
  private def sample(unit: String, turns: Double*) = Sample(turns.toVector, unit, Vector.empty, Vector.empty)

  test("the calmest rounds are those in which all were fastest, a quarter but at least three"):
    val phases = Vector.tabulate(20)(at => if at % 4 == 0 then 1.0 else 2.0 + at / 100.0)
    val fast   = sample("ns", phases.map(_ * 10)*)
    val slow   = sample("ns", phases.map(_ * 300)*)
    assertEquals(Sample.calmest(List(fast, slow)), Set(0, 4, 8, 12, 16))
    assertEquals(Sample.calmest(List(sample("ns", 5, 1, 2, 3, 4))), Set(1, 2, 3))

  test("a rate is calm where it is high"):
    assertEquals(Sample.calmest(List(sample("records/s", 1, 9, 8, 7, 2))), Set(1, 2, 3))

  test("a round in which somebody took no turn counts for the others; without turns nothing is calm or disturbed"):
    val some = sample("ns", 1, Double.NaN, 1, 9, 9, 9)
    val all  = sample("ns", 1, 1, 1, 9, 9, 9)
    assertEquals(Sample.calmest(List(some, all)), Set(0, 1, 2))
    assertEquals(sample("ns", 1, Double.NaN).played, Vector(1.0))
    assert(Sample.calmest(Nil).size <= 3)
