package brine.lab.page

import brine.lab.statistics.Statistics.Estimate

final class NumbersSuite extends munit.FunSuite:
  private def shown(value: Double, lo: Double, hi: Double, forks: Int = 5) =
    Numbers.sure(Estimate(value, lo, hi, forks, forks >= 4))

  test("a figure has the digits that the larger distance to a bound allows"):
    assertEquals(shown(1.4321, 1.2, 1.7), "1.4")
    assertEquals(shown(1.4321, 1.43, 1.44), "1.43")
    assertEquals(shown(1432, 1400, 1460), "1,430")
    assertEquals(shown(1432, 500, 4000), "1,000")
    assertEquals(shown(0.01234, 0.0121, 0.0125), "0.0123")
    assertEquals(shown(98765, 98764, 98766), "98,800")
    assertEquals(shown(1.0, 0.9, 1.1), "1.0")

  test("an interval wider than the figure leaves one digit, and none leaves three"):
    assertEquals(shown(3.2, 0.1, 50), "3")
    assertEquals(shown(0.0032, 0.0001, 5), "0.003")
    assertEquals(shown(5.1234, 5.1234, 5.1234), "5.12")
    assertEquals(shown(0, 0, 0), "0.00")

  test("a single fork, whose interval is unknown, has two digits"):
    assertEquals(shown(1.4321, 1.4321, 1.4321, 1), "1.4")
    assertEquals(shown(1432, 1432, 1432, 1), "1,400")

  test("bounds have the digits of their figure"):
    assertEquals(Numbers.withInterval(Estimate(1.4321, 1.2155, 1.6999, 5, true)), "1.4 [1.2, 1.7]")
    assertEquals(Numbers.withInterval(Estimate(1.4321, 1.4321, 1.4321, 1, false)), "1.4")

  test("sums have three significant digits"):
    assertEquals(List(12345.0, 1.2345, 0.00012345, 0).map(Numbers.significant), List("12,300", "1.23", "0.000123", "0"))
