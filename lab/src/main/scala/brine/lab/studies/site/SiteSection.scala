package brine.lab.studies.site

import brine.lab.page.*
import brine.lab.page.Tables.*
import brine.lab.studies.site.SitePublished.Sized
import scalatags.Text.all.*

/** The `site` study: times, size against time, sizes, allocation, and the published figures. */
final class SiteSection(page: PageContext):
  private val summaries = page.summaries.filter(_.study == "site")
  private val rows      = page.rowsOf("site", Set("size", "encode", "decode"), SiteStudy.cases.contains)
  private val tables    = RowTables("library", rows)
  private val found     = summaries.map(s => (s.name, s.library, s.op) -> s).toMap

  def render: Frag = sectionOf(
    "site",
    SiteStudy.title,
    answers(page, SiteStudy.verdicts(page)),
    p(
      "A web site as one object, and the list of events that creates it, at five sizes named for the length of the ",
      "site as JSON. A site is one message; an event list is written and read message by message, and its figures are ",
      "for the whole list."
    ),
    div(cls := "controls", role := "group", attr("aria-label") := "Case shown in the charts")(
      page.select("kind", "Data", List("site" -> "one site", "events" -> "its events")),
      page.select("size", "Size", SiteStudy.sizes.map(s => s -> s) :+ ("all" -> "all five"), "8k")
    ),
    chart(
      "site-times",
      "Time to write and to read, by library; diamonds are published figures of 2022, triangles of 2016."
    ),
    chart("site-scatter", "Size against time: lower left is better. Time is writing and reading together."),
    chart("site-growth", "Time to write and read together as the data grow."),
    openDetails("Times, one site (µs)", times("site")),
    openDetails("Times, its events (µs for the whole list)", times("events")),
    chart("site-sizes", "Bytes: raw, gzip, and for events all together in one gzip or zstd stream."),
    openDetails("Sizes, one site (bytes)", sizes("site", together = false)),
    openDetails("Sizes, its events (bytes for the whole list)", sizes("events", together = true)),
    TogetherTables(page).render,
    Records(page).render,
    Rebuilding(page).render,
    Compatibility(page).render,
    details("Bytes allocated per operation", allocation("site"), allocation("events")),
    details("Published times beside ours", publishedTimes),
    details("Published sizes beside ours", publishedSizes)
  )

  private def times(kind: String): Frag =
    both(s"Time to write and to read, $kind", kind, time, cls := "sortable", id := s"times-$kind")

  /** A figure of writing and one of reading for each size that was timed. */
  private def both(caption: String, kind: String, cell: Option[Summary] => Frag, more: Modifier*): Frag =
    val sizes = timed(kind)
    tables.grouped(caption, sizes, List("write", "read"), more*): library =>
      for size <- sizes; op <- List("encode", "decode") yield cell(found.get((s"$kind-$size", library, op)))

  /** The sizes at which any row was timed: mode quick leaves some out. */
  private def timed(kind: String): List[String] =
    SiteStudy.sizes.filter(size => found.keys.exists((name, _, op) => name == s"$kind-$size" && Figure.timed(op)))

  private def sizes(kind: String, together: Boolean): Frag =
    val measures: List[(String, Summary.Sizes => Double)] =
      if together then
        List("raw"    -> (_.raw), "gzip each" -> (_.gzip), "gzip all" -> (_.together), "zstd all" -> (_.zstd))
      else List("raw" -> (_.raw), "gzip"      -> (_.gzip), "zstd"     -> (_.zstd))
    val names = measures.map(_._1)
    tables.grouped(s"Bytes, $kind", SiteStudy.sizes, names, cls := "sortable", id := s"sizes-$kind"): library =>
      for size <- SiteStudy.sizes; (_, figure) <- measures
      yield count(found.get((s"$kind-$size", library, "size")), "size", _.sizes.map(figure))

  private def allocation(kind: String): Frag =
    both(s"Bytes allocated per operation, $kind", kind, count(_, "alloc", _.allocB), id := s"alloc-$kind")

  private def publishedTimes: Frag = published(
    "Published times, µs, each above what was measured here",
    "operation",
    SitePublished.times,
    figure => if figure.measure == "encode" then "write" else "read",
    (figure, name) => time(found.get((name, figure.row, figure.measure))),
    Numbers.micros(_)
  )(id := "published-times")

  private def publishedSizes: Frag = published(
    "Published sizes, bytes, each above what was measured here",
    "measure",
    SitePublished.sizes,
    _.measure,
    (figure, name) => count(found.get((name, figure.row, "size")), "size", _.sizes.map(picked(figure.measure))),
    Numbers.whole(_)
  )(id := "published-sizes")

  private def picked(measure: String)(sizes: Summary.Sizes): Double = measure match
    case "gzip"          => sizes.gzip
    case "gzip-together" => sizes.together
    case _               => sizes.raw

  /** Each published row above the one that was measured here, where there is one.
    *
    * @param kind
    *   heading of the column that says what was measured
    * @param word
    *   what stands in that column
    * @param here
    *   the cell of what was measured here, by the name of its case
    * @param shown
    *   a published figure as text
    */
  private def published(
      caption: String,
      kind: String,
      figures: List[Sized],
      word: Sized => String,
      here: (Sized, String) => Frag,
      shown: Double => String
  )(more: Modifier*): Frag =
    val head = Seq(
      tr(
        List("source", "year", "data", kind, "library", "row here").map(column(_)),
        SiteStudy.sizes.map(column(_))
      )
    )
    val body = figures.flatMap: figure =>
      val ours = Option.when(rows.exists(_._1 == figure.row)):
        tr(cls := "here")(
          td("measured here"),
          td(),
          td(figure.kind),
          td(word(figure)),
          th(attr("scope") := "row")(figure.row),
          td(),
          SiteStudy.sizes.map(size => here(figure, s"${figure.kind}-$size"))
        )
      val theirs = tr(
        td(figure.source),
        td(figure.year),
        td(figure.kind),
        td(word(figure)),
        th(attr("scope") := "row")(figure.library),
        td(figure.row),
        figure.values.map(value => td(cls := "number", attr("data-published") := Numbers.raw(value))(shown(value)))
      )
      theirs :: ours.toList
    scrolling(caption, head, body, more*)
