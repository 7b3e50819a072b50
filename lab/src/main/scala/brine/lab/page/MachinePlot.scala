package brine.lab.page

import java.util.Locale

/** A picture of absolute figures on a logarithmic axis, each a letter that names its machine; SVG without scripts. */
final case class MachinePlot(described: String, unit: String, rows: List[MachinePlot.Row]):
  import MachinePlot.*

  private val figures = rows.flatMap(_.points.map(_._2)).filter(_ > 0)
  private val least   = math.floor(math.log10(figures.minOption.getOrElse(1.0)) + 1e-9)
  private val most    = math.ceil(math.log10(figures.maxOption.getOrElse(10.0)) - 1e-9).max(least + 1)
  private val left    = (rows.map(_.label.length).maxOption.getOrElse(1) * 7 + 10).min(150)
  private val bottom  = 8 + rows.size * rowHeight

  private def x(figure: Double): Double =
    left + 10 + (width - left - 40) * (math.log10(figure) - least) / (most - least)

  private def number(value: Double): String = String.format(Locale.ROOT, "%.1f", value)

  /** The picture as part of a page, whose style sheet colours it. */
  def inPage: String =
    val ticks = (least.toInt to most.toInt).map: power =>
      val at   = number(x(math.pow(10, power)))
      val text = if power >= 0 then Numbers.whole(math.pow(10, power)) else math.pow(10, power).toString
      s"""<line class="grid" x1="$at" y1="8" x2="$at" y2="$bottom"/>""" +
        s"""<text class="soft" x="$at" y="${bottom + 14}" text-anchor="middle">$text</text>"""
    s"""<svg class="dots" viewBox="0 0 $width ${bottom + 34}" role="img" aria-label="${Svg.escaped(described)}">""" +
      s"<title>${Svg.escaped(described)}</title>" + ticks.mkString +
      s"""<text class="soft" x="${(left + width) / 2}" y="${bottom + 29}" text-anchor="middle">""" +
      s"${Svg.escaped(unit)}</text>" + rows.zipWithIndex.map(line).mkString + "</svg>"

  private def line(row: Row, at: Int): String =
    val middle = 8 + at * rowHeight + rowHeight / 2
    val ours   = if Ours.isOurs(row.label) then " ours" else ""
    val points = row.points
      .filter(_._2 > 0)
      .map: (machine, figure) =>
        s"""<text class="machine$ours" x="${number(x(figure))}" y="${middle + 4}" text-anchor="middle">""" +
          s"<title>${Svg.escaped(s"$machine: ${Numbers.short(figure)} $unit")}</title>${Svg.escaped(machine)}</text>"
    s"""<text class="name$ours" x="$left" y="${middle + 4}" text-anchor="end">${Svg.escaped(row.label)}</text>""" +
      points.mkString

object MachinePlot:
  /** A row: the figure of each machine that has one. */
  final case class Row(label: String, points: List[(String, Double)])

  private val width     = 400
  private val rowHeight = 18
