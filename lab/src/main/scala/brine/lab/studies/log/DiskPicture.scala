package brine.lab.studies.log

import brine.lab.page.Numbers
import brine.lab.studies.log.LogLooks.Window
import java.util.Locale

/** A limit of the disk over the time of the run, as SVG that needs no script: the median of each window, and the range
  * from the 10th to the 90th percentile of its looks.
  *
  * @param described
  *   the picture in words, for readers who do not see it; without characters that mean something in XML
  * @param unit
  *   of the vertical axis, which begins with zero
  */
final class DiskPicture(described: String, unit: String, windows: List[Window]):
  import DiskPicture.*

  private val most  = windows.map(_.hi).maxOption.filter(_ > 0).getOrElse(1.0)
  private val ticks = steps(most)
  private val top   = ticks.last.max(most)

  private def x(at: Double): Double                 = left + (width - left - 4) * at / windows.size.max(1)
  private def y(value: Double): Double              = bottom - (bottom - 6) * value / top
  private def number(at: Double)                    = String.format(Locale.ROOT, "%.1f", at)
  private def point(at: Int, value: Double): String = s"${number(x(at + 0.5))},${number(y(value))}"

  /** The picture as part of a page, whose style sheet colours it. */
  def inPage: String =
    s"""<svg class="dots wide" viewBox="0 0 $width $height" role="img" aria-label="$described">""" +
      s"<title>$described</title>" + grid + starts.map(ofStart).mkString +
      s"""<text class="soft" x="${left + 6}" y="16">$unit</text></svg>"""

  private def grid: String = ticks
    .map: tick =>
      val at = number(y(tick))
      s"""<line class="grid" x1="$left" y1="$at" x2="$width" y2="$at"/>""" +
        s"""<text class="soft" x="${left - 4}" y="${number(y(tick) + 4)}" text-anchor="end">${Numbers.plain(
            tick
          )}</text>"""
    .mkString

  private def starts: List[List[(Window, Int)]] =
    windows.zipWithIndex.groupBy(_._1.start).toList.sortBy(_._1).map(_._2)

  /** Between two starts there are no looks, so their lines are not joined. */
  private def ofStart(own: List[(Window, Int)]): String =
    val band = own.map((window, at) => point(at, window.hi)) ++ own.reverse.map((window, at) => point(at, window.lo))
    val line = own.map((window, at) => point(at, window.middle))
    val from = number(x(own.head._2))
    s"""<line class="grid" x1="$from" y1="6" x2="$from" y2="$bottom"/>""" +
      s"""<polygon class="band" points="${band.mkString(" ")}"/>""" +
      s"""<polyline class="trace" points="${line.mkString(" ")}"/>""" +
      s"""<text class="soft" x="$from" y="${bottom + 14}">${name(own.head._1.start, x(own.size) - left)}</text>"""

  /** As much of a start's name as there is room for. */
  private def name(start: Int, room: Double): String =
    if room >= 56 then s"start $start" else if room >= 16 then start.toString else ""

object DiskPicture:
  private val width  = 640
  private val height = 170
  private val left   = 56
  private val bottom = height - 22

  /** Labelled values of the axis: round, from zero, at most five. */
  private[log] def steps(most: Double): List[Double] =
    val power = math.pow(10, math.floor(math.log10(most)))
    val step  = List(0.25, 0.5, 1.0, 2.5, 5.0).map(_ * power).find(step => most / step <= 4).getOrElse(10 * power)
    Iterator.iterate(0.0)(_ + step).takeWhile(_ <= most * 1.0001).toList
