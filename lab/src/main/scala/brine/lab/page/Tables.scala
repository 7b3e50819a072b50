package brine.lab.page

import brine.lab.statistics.Statistics.Estimate
import scalatags.Text.all.*
import scalatags.Text.tags2

/** Building blocks of the tables. Every figure carries its raw value: the page's script needs it to change units, and a
  * test compares it with the results file.
  */
object Tables:
  val dataLibrary = attr("data-library")
  val dataValue   = attr("data-value")
  val dataCpu     = attr("data-cpu")
  val dataKind    = attr("data-kind")
  val dataLo      = attr("data-lo")
  val dataHi      = attr("data-hi")
  val dataForks   = attr("data-forks")

  /** A table that scrolls sideways on a narrow screen. */
  def scrolling(caption_ : String, head: Seq[Frag], body: Seq[Frag], more: Modifier*): Frag =
    div(
      cls                := "scroll",
      tabindex           := "0",
      role               := "region",
      attr("aria-label") := caption_
    )(table(more)(caption(caption_), thead(head), tbody(body)))

  def details(summaryText: String, content: Frag*): Frag =
    tag("details")(tag("summary")(summaryText), content)

  def openDetails(summaryText: String, content: Frag*): Frag =
    tag("details")(attr("open") := "open", tag("summary")(summaryText), content)

  /** The row of a library, marked for the filters. */
  def row(library: String, version: String, cells: Seq[Frag]): Frag =
    tr(dataLibrary := library, cls := (if Ours.isOurs(library) then "ours" else ""))(
      th(attr("scope") := "row")(named(library)),
      td(cls := "version")(version),
      cells
    )

  /** A library's name, leading to how it was set up. */
  def named(library: String): Frag = a(cls := "set-up", href := "#" + setUp(library))(library)

  /** The identifier of the line that says how a library was set up. */
  def setUp(library: String): String = "setup-" + library.takeWhile(_ != ' ').replaceAll("[^\\w.-]+", "-")

  /** A column's heading. That of versions is marked: narrow screens leave it out. */
  def column(text: String, span: Int = 1): Frag =
    th(
      attr("scope") := "col",
      if span > 1 then colspan      := span.toString else (),
      if text == "version" then cls := "version" else ()
    )(text)

  /** A time in nanoseconds, shown in microseconds until the reader chooses another unit. */
  def time(found: Option[Summary]): Frag = measured(found, "time"): (summary, estimate) =>
    td(
      cls       := (if summary.ok then "number" else "number suspect"),
      dataKind  := "time",
      dataValue := Numbers.raw(estimate.value),
      summary.cpuNs.map(cpu => dataCpu := Numbers.raw(cpu)),
      dataLo    := Numbers.raw(estimate.lo),
      dataHi    := Numbers.raw(estimate.hi),
      dataForks := estimate.n.toString,
      title     := interval(estimate.map(_ / 1000)) + note(summary)
    )(Numbers.sure(estimate, 1e-3), outliers(summary))

  /** A figure in the unit it was measured in. */
  def plain(found: Option[Summary], kind: String): Frag = measured(found, kind): (summary, estimate) =>
    td(
      cls       := (if summary.ok then "number" else "number suspect"),
      dataKind  := kind,
      dataValue := Numbers.raw(estimate.value),
      title     := interval(estimate) + note(summary)
    )(Numbers.sure(estimate), outliers(summary), summary.samples.map(count => s" (${Numbers.whole(count.toDouble)})"))

  private def outliers(summary: Summary): Frag =
    if summary.outliers == 0 then frag() else sup(title := s"${summary.outliers} outlying forks, kept")("°")

  private def measured(found: Option[Summary], kind: String)(
      cell: (Summary, Estimate) => Frag
  ): Frag = found match
    case None          => td(cls := "none", dataKind := kind)("–")
    case Some(summary) =>
      summary.time.fold(failure(summary))(cell(summary, _))

  def failure(summary: Summary): Frag =
    td(cls := "bad", title := summary.note)(summary.status)

  /** A figure without uncertainty, such as bytes. */
  def count(found: Option[Summary], kind: String, figure: Summary => Option[Double]): Frag = found match
    case None          => td(cls := "none")("–")
    case Some(summary) =>
      figure(summary).fold(if summary.ok then td(cls := "none")("–") else failure(summary)): value =>
        td(
          cls       := (if summary.ok then "number" else "number suspect"),
          dataKind  := kind,
          dataValue := Numbers.raw(value),
          if summary.ok then () else title := summary.note
        )(Numbers.whole(value))

  private def interval(time: Estimate): String =
    val what = if time.interval then "95 % interval" else "range"
    s"$what ${Numbers.short(time.lo)} to ${Numbers.short(time.hi)}, ${time.n} fork${if time.n == 1 then "" else "s"}"

  private def note(summary: Summary): String =
    if summary.note.isEmpty then "" else s"; ${summary.status}: ${summary.note}"

  /** What a run answers, at the head of a section; nothing for a smoke run, which ranks nothing. */
  def answers(page: PageContext, sentences: List[String]): Frag =
    if page.watermarked || sentences.isEmpty then frag() else div(cls := "verdict")(ul(sentences.map(li(_))))

  /** A placeholder that the script draws a chart into; without scripts the tables stand alone. */
  def chart(name: String, described: String): Frag =
    tag("figure")(cls := "chart")(
      div(id := s"chart-$name", cls := "canvas", role := "img", attr("aria-label") := described),
      tag("figcaption")(described)
    )

  def sectionOf(name: String, heading: String, content: Frag*): Frag =
    tags2.section(id := name, attr("aria-labelledby") := s"$name-heading")(h2(id := s"$name-heading")(heading), content)
