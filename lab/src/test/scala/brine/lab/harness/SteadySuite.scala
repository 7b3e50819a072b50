package brine.lab.harness

import scala.util.Random

final class SteadySuite extends munit.FunSuite:
  private def reached(costs: Seq[Double]): Boolean =
    val steady = Steady()
    costs.foreach(steady.add)
    steady.reached

  private val noise = Random(18)

  private def around(cost: Double): Double = cost * (1 + noise.nextGaussian() * 0.01)

  test("costs that stay are steady, after enough batches"):
    assert(reached(Seq.fill(40)(around(100))))
    assert(!reached(Seq.fill(Steady.LEAST - 1)(100.0)))
    assert(reached(Seq.fill(Steady.LEAST)(100.0)))

  test("costs that still fall are not, however long they have done so"):
    assert(!reached(Seq.tabulate(40)(at => around(100 - at))))
    assert(!reached(Seq.tabulate(400)(at => around(1000.0 / (1 + at)))))

  test("a fall that has ended long ago does not count, one in the later half does"):
    val early = Seq.fill(20)(300.0) ++ Seq.fill(60)(around(100))
    val late  = Seq.fill(70)(300.0) ++ Seq.fill(30)(around(100))
    assert(reached(early))
    assert(!reached(late))

  test("a disturbance of some batches is no trend"):
    val disturbed = Seq.tabulate(80)(at => if at % 9 == 0 then 400.0 else around(100))
    assert(reached(disturbed))
    val rising = Seq.tabulate(80)(at => 100.0 + at)
    assert(reached(rising), "slower is not warmer")
