package brine.lab.statistics

import brine.effort.Effort
import brine.lab.statistics.Statistics.Estimate
import scala.util.Random

final class StandingSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  private def standing(lo: Double, hi: Double, band: Double = 1.05, interval: Boolean = true) =
    Standing.of(Estimate(math.sqrt(lo * hi), lo, hi, 5, interval), band)

  test("a whole interval beyond the noise is apart, in either order"):
    assertEquals(standing(1.2, 1.4), Standing.Apart)
    assertEquals(standing(0.7, 0.9), Standing.Apart)
    assertEquals(standing(1.2, 1.4, band = 1.3), Standing.Level(1.4, true))

  test("two are level within the larger of what the interval and what the noise allow"):
    assertEquals(standing(0.99, 1.03), Standing.Level(1.05, false))
    assertEquals(standing(0.98, 1.2), Standing.Level(1.2, true))
    assertEquals(standing(0.8, 1.01), Standing.Level(1.25, true))
    assertEquals(standing(0.99, 1.03, band = 1.11), Standing.Level(1.11, false))

  test("few starts, a wide interval and a wide noise band say nothing"):
    assertEquals(standing(1.2, 1.4, interval = false), Standing.Open)
    assertEquals(standing(1.04, 1.6), Standing.Open)
    assertEquals(standing(0.6, 1.1), Standing.Open)
    assertEquals(standing(0.9, 1.1, band = 1.6), Standing.Open)
    assertEquals(standing(0, 1.1), Standing.Open)
    for broken <- List(Double.NaN, Double.PositiveInfinity) do assertEquals(standing(1, broken), Standing.Open)

  test("only what is close enough for any reader gets no further starts"):
    assert(!standing(0.98, 1.03).isUnsettled)
    assert(!standing(1.2, 1.4).isUnsettled)
    assert(standing(0.98, 1.06).isUnsettled)
    assert(standing(0.5, 2).isUnsettled)

  test("random intervals: level never hides a larger ratio, and never stands where the order is decided"):
    val random = Random(1818)
    val seen   = scala.collection.mutable.Map.empty[String, Int].withDefaultValue(0)
    for _ <- 1 to Effort.randomIntervals do
      val centre   = math.exp(random.nextGaussian() * 0.3)
      val lo       = centre / math.exp(math.abs(random.nextGaussian()) * 0.25)
      val hi       = centre * math.exp(math.abs(random.nextGaussian()) * 0.25)
      val band     = 1.02 + math.abs(random.nextGaussian()) * 0.15
      val interval = random.nextInt(10) > 0
      val found    = Standing.of(Estimate(centre, lo, hi, 3, interval), band)
      // The oracle looks at ratios one by one, as a reader might who knows the true one.
      val ratios      = (0 to 50).map(at => lo * math.pow(hi / lo, at / 50.0))
      val differences = ratios.map(ratio => math.max(ratio, 1 / ratio))
      val decided     = interval && (ratios.forall(_ > band) || ratios.forall(_ < 1 / band))
      val what        = s"[$lo, $hi], band $band, interval $interval: $found"
      found match
        case Standing.Apart            => assert(decided, what)
        case Standing.Level(within, _) =>
          assert(!decided && interval, what)
          assert(differences.forall(_ <= within * (1 + 1e-12)) && within >= band && within <= Standing.widest, what)
          assert(differences.exists(_ >= within * (1 - 1e-12)) || within == band, s"wider than needed: $what")
        case Standing.Open =>
          assert(!interval || differences.exists(_ > Standing.widest * (1 - 1e-12)) || band > Standing.widest, what)
          assert(!decided, what)
      // The order in which two rows are named changes nothing.
      Standing.of(Estimate(1 / centre, 1 / hi, 1 / lo, 3, interval), band) -> found match
        case (Standing.Level(one, _), Standing.Level(other, _)) => assertEqualsDouble(one, other, 1e-9)
        case (one, other)                                       => assertEquals(one, other, what)
      seen(found.productPrefix) += 1
    assertEquals(seen.keySet.toSet, Set("Apart", "Level", "Open"), seen.toString)

  test("random intervals: a narrower one never claims less"):
    val random = Random(42)
    for _ <- 1 to Effort.randomIntervals do
      val List(a, b, c, d) = List.fill(4)(math.exp(random.nextGaussian() * 0.3)).sorted: @unchecked
      val band             = 1.02 + random.nextDouble() * 0.3
      (standing(a, d, band), standing(b, c, band)) match
        case (Standing.Apart, inner)                            => assertEquals(inner, Standing.Apart)
        case (Standing.Level(wide, _), Standing.Level(near, _)) => assert(near <= wide)
        case (Standing.Level(_, _), inner)                      => assertEquals(inner, Standing.Apart)
        case (Standing.Open, _)                                 => ()
