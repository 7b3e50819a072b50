package brine.lab.page

import brine.lab.statistics.Statistics.Estimate
import java.util.Locale

/** Figures as text, the same in every locale. */
object Numbers:
  private def format(pattern: String, value: Double): String = String.format(Locale.ROOT, pattern, value)

  /** Three significant digits, thousands separated: 0.0123, 1.23, 12.3, 123, 1,234. */
  def short(value: Double): String =
    val size = math.abs(value)
    if size == 0 then "0"
    else if size >= 100 then format("%,.0f", value)
    else if size >= 10 then format("%.1f", value)
    else if size >= 1 then format("%.2f", value)
    else format("%.3f", value)

  /** A measured figure with at most the digits that its interval allows: the last digit shown is the place of the first
    * digit of the larger distance to a bound, and there are at most three. A figure of a single JVM, whose interval is
    * unknown, has two digits.
    */
  def sure(estimate: Estimate): String = sure(estimate.value, estimate)

  /** A figure derived from an estimate by a factor, such as nanoseconds shown as microseconds. */
  def sure(estimate: Estimate, factor: Double): String = sure(estimate.map(_ * factor))

  /** A bound of an interval, with the digits of the figure it belongs to. */
  def bound(value: Double, of: Estimate): String = sure(value, of)

  /** Value and interval, such as `1.4 [1.2, 1.7]`; the value alone if there is no interval. */
  def withInterval(estimate: Estimate): String =
    if estimate.n < 2 then sure(estimate)
    else s"${sure(estimate)} [${bound(estimate.lo, estimate)}, ${bound(estimate.hi, estimate)}]"

  private def sure(value: Double, of: Estimate): String = places(value, digits(of))

  /** The power of ten of the last digit that an estimate allows. */
  private def digits(estimate: Estimate): Int =
    val size  = math.abs(estimate.value)
    val first = if size == 0 then 0 else magnitude(size)
    if estimate.n < 2 then first - 1
    else
      val distance = math.max(estimate.hi - estimate.value, estimate.value - estimate.lo)
      val allowed  = if distance > 0 then magnitude(distance) else first - 2
      // At least one digit remains, however wide the interval is.
      allowed.max(first - 2).min(first)

  /** The power of ten of a figure's first digit; the small addition counts 0.1 as tenths. */
  private def magnitude(value: Double): Int = math.floor(math.log10(value) + 1e-9).toInt

  /** Rounded to a power of ten. */
  private def places(value: Double, power: Int): String =
    if power >= 0 then
      val unit = math.pow(10, power)
      whole(math.rint(value / unit) * unit)
    else format(s"%,.${-power}f", value)

  /** At most three significant digits, for sums that no interval is known of. */
  def significant(value: Double): String = if value == 0 then "0" else places(value, magnitude(math.abs(value)) - 2)

  def whole(value: Double): String = format("%,.0f", value)

  /** Nanoseconds as microseconds. */
  def micros(ns: Double): String = short(ns / 1000)

  /** A round figure such as the label of an axis: 1, 1.2, 20. */
  def plain(value: Double): String = if value == math.rint(value) then whole(value) else value.toString

  def times(ratio: Double): String = format("%.2f", ratio)

  def percent(fraction: Double): String = short(fraction * 100) + " %"

  /** The figure exactly as in the results file, for machines. */
  def raw(value: Double): String =
    if value == math.rint(value) && math.abs(value) < 1e15 then value.toLong.toString else value.toString
