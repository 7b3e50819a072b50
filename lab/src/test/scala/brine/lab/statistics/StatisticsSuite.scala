package brine.lab.statistics

import brine.lab.statistics.Statistics.*

final class StatisticsSuite extends munit.FunSuite:

  test("the median is the middle value, or the mean of the two middle ones"):
    assertEquals(median(Seq(3.0, 1.0, 2.0)), 2.0)
    assertEquals(median(Seq(4.0, 1.0, 2.0, 3.0)), 2.5)

  test("percentiles interpolate between order statistics"):
    val values = (1 to 5).map(_.toDouble)
    assertEquals(percentile(values, 0), 1.0)
    assertEquals(percentile(values, 1), 5.0)
    assertEqualsDouble(percentile(values, 0.95), 4.8, 1e-12)

  test("the geometric mean of ratios and of their inverses are inverse"):
    val ratios = Seq(0.5, 2.0, 3.0)
    assertEqualsDouble(geometricMean(ratios) * geometricMean(ratios.map(1 / _)), 1.0, 1e-12)

  test("fewer than four forks give their range, and say so"):
    val found = estimate(Seq(10.0, 12.0, 11.0))
    assertEquals(found, Estimate(11.0, 10.0, 12.0, 3, false))

  test("from four forks on the bootstrap interval holds the median and lies within the data"):
    val values = Seq(10.0, 11.0, 10.5, 12.0, 10.2, 30.0)
    val found  = estimate(values)
    assert(found.interval)
    assert(found.lo <= found.value && found.value <= found.hi)
    assert(found.lo >= values.min && found.hi <= values.max)

  test("the bootstrap repeats to the digit"):
    val values = (1 to 10).map(i => math.sin(i) + 2)
    assertEquals(estimate(values), estimate(values))

  test("the interval of wider data is wider"):
    val narrow = estimate((1 to 10).map(i => 100.0 + i * 0.1))
    val wide   = estimate((1 to 10).map(i => 100.0 + i * 5))
    assert(wide.hi - wide.lo > narrow.hi - narrow.lo)

  test("outliers are found by Tukey's fences, mild and severe"):
    val values = Seq(10.0, 10.1, 10.2, 10.3, 10.4, 10.5)
    assertEquals(outlier(values, 10.2), 0)
    assertEquals(outlier(values, 10.9), 1)
    assertEquals(outlier(values, 20.0), 2)
    assertEquals(outlier(Seq(1.0, 2.0, 100.0), 100.0), 0)

  test("the quotient of two estimates is as uncertain as both together"):
    val one   = Statistics.Estimate(2, 1.8, 2.2, 5, true)
    val other = Statistics.Estimate(4, 4, 4, 3, true)
    val exact = one.over(other)
    assertEqualsDouble(exact.value, 0.5, 1e-12)
    assertEqualsDouble(exact.lo, 0.45, 1e-12)
    assertEqualsDouble(exact.hi, 0.55, 1e-12)
    assertEquals(exact.n -> exact.interval, 3 -> true)
    val both = one.over(one)
    assert(both.value == 1 && both.lo < 0.9 && both.hi > 1.1 && both.lo > 0.8, both)
    assert(!one.over(other.copy(interval = false)).interval)
