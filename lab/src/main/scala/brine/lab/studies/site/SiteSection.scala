package brine.lab.studies.site

import brine.lab.page.*
import brine.lab.page.Tables.*
import scalatags.Text.all.*

/** The `site` study: times, size against time, sizes, allocation, and the published figures. */
final class SiteSection(page: PageContext):
  private val summaries = page.summaries.filter(_.study == "site")
  private val rows      = page.rowsOf("site", Set("size", "encode", "decode"))
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
    details("Bytes allocated per operation", allocation("site"), allocation("events")),
    details("Published times beside ours", publishedTimes),
    details("Published sizes beside ours", publishedSizes)
  )

  private def times(kind: String): Frag =
    val sizes = timed(kind)
    val head  = Seq(
      tr(column("library"), column("version"), sizes.map(column(_, 2))),
      tr(th(), th(cls := "version"), sizes.map(_ => frag(column("write"), column("read"))))
    )
    val body = rows.map: (library, version) =>
      val cells = for size <- sizes; op <- List("encode", "decode")
      yield time(found.get((s"$kind-$size", library, op)))
      row(library, version, cells)
    scrolling(s"Time to write and to read, $kind", head, body, cls := "sortable", id := s"times-$kind")

  /** The sizes at which any row was timed: mode quick leaves some out. */
  private def timed(kind: String): List[String] =
    SiteStudy.sizes.filter(size => found.keys.exists((name, _, op) => name == s"$kind-$size" && Figure.timed(op)))

  private def sizes(kind: String, together: Boolean): Frag =
    val measures: List[(String, Summary.Sizes => Double)] =
      if together then
        List("raw"    -> (_.raw), "gzip each" -> (_.gzip), "gzip all" -> (_.together), "zstd all" -> (_.zstd))
      else List("raw" -> (_.raw), "gzip"      -> (_.gzip), "zstd"     -> (_.zstd))
    val head = Seq(
      tr(column("library"), column("version"), SiteStudy.sizes.map(column(_, measures.size))),
      tr(th(), th(cls := "version"), SiteStudy.sizes.map(_ => measures.map((name, _) => column(name))))
    )
    val body = rows.map: (library, version) =>
      val cells = for size <- SiteStudy.sizes; (_, figure) <- measures
      yield count(found.get((s"$kind-$size", library, "size")), "size", _.sizes.map(figure))
      row(library, version, cells)
    scrolling(s"Bytes, $kind", head, body, cls := "sortable", id := s"sizes-$kind")

  private def allocation(kind: String): Frag =
    val sizes = timed(kind)
    val head  = Seq(
      tr(column("library"), column("version"), sizes.map(column(_, 2))),
      tr(th(), th(cls := "version"), sizes.map(_ => frag(column("write"), column("read"))))
    )
    val body = rows.map: (library, version) =>
      val cells = for size <- sizes; op <- List("encode", "decode")
      yield count(found.get((s"$kind-$size", library, op)), "alloc", _.allocB)
      row(library, version, cells)
    scrolling(s"Bytes allocated per operation, $kind", head, body, id := s"alloc-$kind")

  private def publishedTimes: Frag =
    val head = Seq(
      tr(
        List("source", "year", "data", "operation", "library", "row here").map(column(_)),
        SiteStudy.sizes.map(column(_))
      )
    )
    val body = SitePublished.times.flatMap: figure =>
      val ours = Option.when(rows.exists(_._1 == figure.row)):
        tr(cls := "here")(
          td("measured here"),
          td(),
          td(figure.kind),
          td(word(figure.measure)),
          th(attr("scope") := "row")(figure.row),
          td(),
          SiteStudy.sizes.map(size => time(found.get((s"${figure.kind}-$size", figure.row, figure.measure))))
        )
      val theirs = tr(
        td(figure.source),
        td(figure.year),
        td(figure.kind),
        td(word(figure.measure)),
        th(attr("scope") := "row")(figure.library),
        td(figure.row),
        figure.values.map(ns => td(cls := "number", attr("data-published") := Numbers.raw(ns))(Numbers.micros(ns)))
      )
      theirs :: ours.toList
    scrolling("Published times, µs, each above what was measured here", head, body, id := "published-times")

  private def word(op: String) = if op == "encode" then "write" else "read"

  private def publishedSizes: Frag =
    val head = Seq(
      tr(
        List("source", "year", "data", "measure", "library", "row here").map(column(_)),
        SiteStudy.sizes.map(column(_))
      )
    )
    val body = SitePublished.sizes.flatMap: figure =>
      val pick: Summary.Sizes => Double = figure.measure match
        case "gzip"          => _.gzip
        case "gzip-together" => _.together
        case _               => _.raw
      val ours = Option.when(rows.exists(_._1 == figure.row)):
        tr(cls := "here")(
          td("measured here"),
          td(),
          td(figure.kind),
          td(figure.measure),
          th(attr("scope") := "row")(figure.row),
          td(),
          SiteStudy.sizes.map: size =>
            count(found.get((s"${figure.kind}-$size", figure.row, "size")), "size", _.sizes.map(pick))
        )
      val theirs = tr(
        td(figure.source),
        td(figure.year),
        td(figure.kind),
        td(figure.measure),
        th(attr("scope") := "row")(figure.library),
        td(figure.row),
        figure.values.map(bytes =>
          td(cls := "number", attr("data-published") := Numbers.raw(bytes))(Numbers.whole(bytes))
        )
      )
      theirs :: ours.toList
    scrolling("Published sizes, bytes, each above what was measured here", head, body, id := "published-sizes")
