package brine.lab.page

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

  def whole(value: Double): String = format("%,.0f", value)

  /** Nanoseconds as microseconds. */
  def micros(ns: Double): String = short(ns / 1000)

  def times(ratio: Double): String = format("%.2f", ratio)

  def percent(fraction: Double): String = short(fraction * 100) + " %"

  /** The figure exactly as in the results file, for machines. */
  def raw(value: Double): String =
    if value == math.rint(value) && math.abs(value) < 1e15 then value.toLong.toString else value.toString
