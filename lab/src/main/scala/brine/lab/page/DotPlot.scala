package brine.lab.page

import brine.lab.statistics.Statistics.Estimate
import java.util.Locale

/** A picture of ratios with their intervals on a logarithmic axis, as SVG that needs no script.
  *
  * @param described
  *   the picture in words, for readers who do not see it
  * @param series
  *   what each mark of a row stands for, at most two
  */
final case class DotPlot(described: String, axis: String, series: List[String], rows: List[DotPlot.Row]):
  import DotPlot.*

  private val marks   = rows.flatMap(_.marks).flatten
  private val most    = marks.flatMap(mark => List(mark.value, mark.hi)).maxOption.getOrElse(1.0).max(1.25)
  private val longest = rows.map(_.label.length).maxOption.getOrElse(1)
  private val left    = (longest * 7 + 10).min(150)
  private val right   = width - (if series.sizeIs > 1 then 80 else 46)
  private val top     = if series.sizeIs > 1 then 24 else 8
  private val bottom  = top + rows.size * rowHeight
  private val height  = bottom + 34

  private def x(ratio: Double): Double =
    left + 6 + (right - left - 12) * math.log(ratio.max(1)) / math.log(most * 1.02)

  private def number(value: Double): String = String.format(Locale.ROOT, "%.1f", value)

  /** The picture as part of a page, whose style sheet colours it. */
  def inPage: String = svg("", "")

  /** The picture as a file of its own, in light and dark. */
  def file: String = """<?xml version="1.0" encoding="UTF-8"?>""" + "\n" + svg(
    """ xmlns="http://www.w3.org/2000/svg"""",
    s"<style>$style</style>"
  ) + "\n"

  private def svg(namespace: String, more: String): String =
    s"""<svg$namespace class="dots" viewBox="0 0 $width $height" role="img" """ +
      s"""aria-label="${Svg.escaped(described)}">$more<title>${Svg.escaped(described)}</title>""" +
      legend + grid + rows.zipWithIndex.map(line).mkString + "</svg>"

  private def legend: String =
    if series.sizeIs < 2 then ""
    else
      // A mark, its name at some seven units a letter, and a gap; short names line up between plots.
      val starts = series.scanLeft(left + 6)((start, name) => start + (name.length * 7 + 24).max(90))
      series
        .zip(starts)
        .zipWithIndex
        .map { case ((name, start), at) =>
          val text = s"""<text class="soft" x="${start + 9}" y="13">${Svg.escaped(name)}</text>"""
          mark(start, 9, at, isOurs = false) + text
        }
        .mkString

  private def grid: String =
    val lines = ticks(most).map: tick =>
      val at = number(x(tick))
      s"""<line class="grid" x1="$at" y1="$top" x2="$at" y2="$bottom"/>""" +
        s"""<text class="soft" x="$at" y="${bottom + 14}" text-anchor="middle">${Numbers.plain(tick)}</text>"""
    lines.mkString + s"""<text class="soft" x="${(left + right) / 2}" y="${bottom + 29}" """ +
      s"""text-anchor="middle">${Svg.escaped(axis)}</text>"""

  private def line(row: Row, at: Int): String =
    val middle = top + at * rowHeight + rowHeight / 2
    val ours   = if row.isOurs then " ours" else ""
    val label  = if row.label.length > 20 then row.label.take(19) + "…" else row.label
    val drawn  = row.marks.zipWithIndex.collect { case (Some(estimate), series) => estimate -> series }
    val shown  = drawn.map: (estimate, at) =>
      val y       = middle + (if row.marks.sizeIs > 1 then (at * 2 - 1) * 3.5 else 0)
      val whisker =
        if estimate.hi > estimate.lo then
          s"""<line class="whisker$ours" x1="${number(x(estimate.lo))}" y1="${number(y)}" """ +
            s"""x2="${number(x(estimate.hi))}" y2="${number(y)}"/>"""
        else ""
      whisker + mark(x(estimate.value), y, at, row.isOurs)
    val figures =
      drawn.map((estimate, _) => if estimate.value == 1 then "1" else Numbers.sure(estimate)).mkString(" · ")
    s"""<text class="name$ours" x="$left" y="${middle + 4}" text-anchor="end">${Svg.escaped(label)}</text>""" +
      shown.mkString +
      s"""<text class="soft" x="$width" y="${middle + 4}" text-anchor="end">$figures</text>"""

  private def mark(x: Double, y: Double, series: Int, isOurs: Boolean): String =
    val ours = if isOurs then " ours" else ""
    if series == 0 then s"""<circle class="mark$ours" cx="${number(x)}" cy="${number(y)}" r="3.6"/>"""
    else
      s"""<rect class="mark hollow$ours" x="${number(x - 3)}" y="${number(y - 3)}" width="6" height="6" """ +
        s"""transform="rotate(45 ${number(x)} ${number(y)})"/>"""

object DotPlot:
  /** A row of the picture.
    *
    * @param marks
    *   a ratio of at least 1 for each series, if the row has it
    */
  final case class Row(label: String, isOurs: Boolean, marks: List[Option[Estimate]])

  private val width     = 400
  private val rowHeight = 18

  /** Labelled values of the axis: at most six. */
  private[page] def ticks(most: Double): List[Double] =
    val all =
      if most <= 2 then List(1, 1.2, 1.4, 1.6, 1.8, 2.0)
      else Iterator.iterate(1.0)(_ * 10).takeWhile(_ <= most).flatMap(ten => List(1, 2, 5).map(_ * ten)).toList
    val fits = all.filter(_ <= most)
    if fits.sizeIs <= 6 then fits else fits.filter(tick => math.log10(tick) % 1 == 0)

  /** Colours of a file of its own; those of the page are in its style sheet. */
  private val style =
    "text{font:12px system-ui,sans-serif;fill:#1b1f23}.soft{fill:#59636e}.name.ours{font-weight:700;fill:#0a6b58}" +
      ".grid{stroke:#d9dde1}.mark{fill:#59636e;stroke:#59636e;stroke-width:1.5}.mark.ours{fill:#0a6b58;stroke:#0a6b58}" +
      ".mark.hollow{fill:#fff}.whisker{stroke:#59636e;stroke-width:1.5}.whisker.ours{stroke:#0a6b58}" +
      "@media(prefers-color-scheme:dark){text{fill:#e3e6e8}.soft{fill:#9aa4ad}.name.ours{fill:#4fc9ad}" +
      ".grid{stroke:#343a40}.mark,.whisker{stroke:#9aa4ad}.mark{fill:#9aa4ad}.mark.ours{fill:#4fc9ad}" +
      ".mark.ours,.whisker.ours{stroke:#4fc9ad}.mark.hollow{fill:#14171a}}"
