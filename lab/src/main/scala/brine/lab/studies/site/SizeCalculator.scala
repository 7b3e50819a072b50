package brine.lab.studies.site

import brine.lab.page.*
import brine.lab.page.Tables.*
import scalatags.Text.all.*

/** What a stream of events costs in each format: bytes a day, disk a year, cores. The sizes are those of one history of
  * events, scaled to the length of the reader's own. Without scripts the table is for the example's figures.
  */
final class SizeCalculator(page: PageContext):
  import SizeCalculator.*

  private val found = page.onJvm.filter(_.study == SiteStudy.name).map(s => (s.name, s.library, s.op) -> s).toMap

  /** The longest history with times, or without any the longest: short ones weigh what is written once. */
  private val name =
    val measured        = SiteStudy.sizes.reverse.map("events-" + _)
    def has(op: String) = (of: String) =>
      found.exists { case ((name, _, which), s) => name == of && which == op && s.ok }
    measured.find(of => has("size")(of) && has("encode")(of)).orElse(measured.find(has("size")))

  private val formats: List[Format] = for
    of           <- name.toList
    (library, _) <- page.rowsOf(SiteStudy.name, Set("size"))
    if !Ours.isReference(library)
    size  <- found.get((of, library, "size")).filter(_.ok)
    bytes <- size.sizes
    n     <- size.n if n > 0
  yield
    def ns(op: String) = found.get((of, library, op)).filter(_.ok).flatMap(_.time).map(_.value / n)
    Format(library, bytes.raw / n, bytes.zstd / n, for out <- ns("encode"); in <- ns("decode") yield out + in)

  /** The format whose sizes the reader's own are told in: JSON if it was measured. */
  private val base: Option[Format] =
    List("jsoniter", "circe", "play-json", "upickle-json")
      .flatMap(json => formats.find(_.library == json))
      .headOption
      .orElse(formats.headOption)

  def isEmpty: Boolean = base.isEmpty

  def render: Frag = sectionOf(
    "calculator",
    "What your events would take",
    p(
      "Sizes and times are those of the ",
      s"${name.getOrElse("")} history, scaled to the length of your events. Compressed: in one zstd stream at level 3, at ",
      "the ratio of that history. Cores: to write every event once and to read it once, on this machine."
    ),
    div(cls := "controls", id := "calc", role := "group", attr("aria-label") := "Your events")(
      number("rate", "Events a second", example.rate),
      number("bytes", "Bytes each", example.bytes),
      label("as written by ")(
        tag("select")(id := "calc-base")(
          formats.map(format =>
            option(value := format.library, if base.contains(format) then selected else ())(format.library)
          )
        )
      ),
      number("days", "Days kept", example.days)
    ),
    scrolling(
      "Each format with your events",
      Seq(
        tr(
          List(
            "library",
            "bytes each",
            "MB a day",
            "compressed, MB a day",
            "disk while kept, GB",
            "disk a year, GB",
            "cores"
          )
            .map(column(_))
        )
      ),
      base.toList.flatMap(base => formats.sortBy(_.bytes).map(line(_, example.bytes / base.bytes))),
      id  := "calc-table",
      cls := "sortable"
    )
  )

  private def number(name: String, text: String, initial: Double): Frag =
    label(text + " ")(
      input(
        id           := s"calc-$name",
        tpe          := "number",
        attr("min")  := "0",
        attr("step") := "any",
        value        := Numbers.raw(initial)
      )
    )

  /** One format with the example's events; the script computes the same for the reader's. */
  private def line(format: Format, scale: Double): Frag =
    val perDay  = example.rate * 86400 * scale
    val figures = List(
      "bytes" -> Some(format.bytes * scale),
      "day"   -> Some(format.bytes * perDay / 1e6),
      "zstd"  -> Some(format.zstd * perDay / 1e6),
      "kept"  -> Some(format.bytes * perDay * example.days / 1e9),
      "year"  -> Some(format.bytes * perDay * 365 / 1e9),
      "cores" -> format.ns.map(_ * scale * example.rate / 1e9)
    )
    tr(
      dataLibrary        := format.library,
      cls                := (if Ours.isOurs(format.library) then "ours" else ""),
      attr("data-bytes") := Numbers.raw(format.bytes),
      attr("data-zstd")  := Numbers.raw(format.zstd),
      format.ns.map(ns => attr("data-ns") := Numbers.raw(ns))
    )(
      th(attr("scope") := "row")(named(format.library)),
      figures.map((name, figure) =>
        td(cls := "number", attr("data-calc") := name)(figure.fold("–")(Numbers.significant))
      )
    )

object SizeCalculator:
  /** One format.
    *
    * @param bytes
    *   for one event
    * @param zstd
    *   for one event in the stream of all
    * @param ns
    *   to write and to read one event
    */
  private final case class Format(library: String, bytes: Double, zstd: Double, ns: Option[Double])

  private final case class Events(rate: Double, bytes: Double, days: Double)

  /** The figures that the form starts with. */
  private val example = Events(1000, 250, 365)
