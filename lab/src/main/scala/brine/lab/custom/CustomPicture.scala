package brine.lab.custom

import brine.lab.page.Numbers
import scalatags.Text.all.*
import scalatags.Text.svgAttrs
import scalatags.Text.svgTags

/** Size against time as SVG: lower left is better. Both axes are logarithmic. */
private[custom] object CustomPicture:
  private val width  = 760.0
  private val height = 380.0
  private val edge   = 60.0
  private val line   = 13.0 // height of a name
  private val letter = 7.0  // width of a letter

  private final case class Point(name: String, bytes: Double, micros: Double)

  /** The picture; nothing where fewer than two libraries have figures. */
  def of(report: CustomReport, able: List[String]): Frag =
    val points =
      for
        name  <- able
        bytes <- report.size(name)
        write <- report.time(name, "encode")
        read  <- report.time(name, "decode")
      yield Point(name, bytes, (write + read) / 1000)
    if points.sizeIs < 2 then frag()
    else
      tag("figure")(cls := "chart")(
        tag("svg")(
          attr("viewBox")    := s"0 0 ${pixels(width)} ${pixels(height)}",
          role               := "img",
          attr("style")      := "width: 100%; max-width: 760px; height: auto",
          attr("aria-label") := "Size against time of every library; the table below has the figures"
        )(
          marks(points),
          text(edge, height - 20, "13", "time to write and read all values (µs, logarithmic) →"),
          text(4, 14, "13", "↑ bytes (logarithmic)")
        ),
        tag("figcaption")("Size against time: lower left is better.")
      )

  private def marks(points: List[Point]): Frag =
    val x = scale(points.map(_.micros), edge, width - 130)
    val y = scale(points.map(_.bytes), height - edge, 20)
    // From top to bottom, so that a name that would stand on another one moves down.
    val named = points
      .sortBy(-_.bytes)
      .foldLeft(List.empty[(Point, Double, Double)]): (placed, point) =>
        val nameX = x(point.micros) + 8
        val free  =
          Iterator.iterate(y(point.bytes) + 4)(_ + line).find(nameY => !placed.exists(covers(_, point, nameX, nameY)))
        (point, nameX, free.get) :: placed
    frag(named.map: (point, nameX, nameY) =>
      frag(
        svgTags.circle(
          svgAttrs.cx   := pixels(x(point.micros)),
          svgAttrs.cy   := pixels(y(point.bytes)),
          svgAttrs.r    := "5",
          svgAttrs.fill := (if point.name.startsWith("brine") then "#0b7a75" else "#888888")
        )(tag("title")(s"${point.name}: ${Numbers.whole(point.bytes)} bytes, ${Numbers.short(point.micros)} µs")),
        text(nameX, nameY, "12", point.name)
      ))

  /** Whether a name that is placed already would stand on a point's name at this place. */
  private def covers(placed: (Point, Double, Double), point: Point, nameX: Double, nameY: Double): Boolean =
    val (other, otherX, otherY) = placed
    math.abs(otherY - nameY) < line && otherX < nameX + point.name.length * letter &&
    nameX < otherX + other.name.length * letter

  private def scale(all: List[Double], from: Double, to: Double): Double => Double =
    // Nothing at all, such as the bytes of a record without fields, has no logarithm: it stands below the least.
    val least             = all.filter(_ > 0).minOption.getOrElse(1.0) / 2
    def place(of: Double) = math.log(of.max(least))
    val (low, high)       = (place(all.min) - 0.1, place(all.max) + 0.1)
    value => from + (place(value) - low) / (high - low) * (to - from)

  private def text(x: Double, y: Double, size: String, said: String): Frag = svgTags.text(
    svgAttrs.x        := pixels(x),
    svgAttrs.y        := pixels(y),
    attr("font-size") := size,
    svgAttrs.fill     := "currentColor"
  )(said)

  /** A length for SVG, in tenths. */
  private def pixels(length: Double): String = (math.round(length * 10) / 10.0).toString
