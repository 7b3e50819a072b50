package brine.lab.page

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
      th(attr("scope") := "row")(library),
      td(cls := "version")(version),
      cells
    )

  def column(text: String, span: Int = 1): Frag =
    th(attr("scope") := "col", if span > 1 then colspan := span.toString else ())(text)

  /** A time in nanoseconds, shown in microseconds until the reader chooses another unit. */
  def time(found: Option[Summary]): Frag = measured(found, "time"): (summary, estimate) =>
    td(
      cls       := (if summary.ok then "number" else "number suspect"),
      dataKind  := "time",
      dataValue := Numbers.raw(estimate.value),
      summary.cpuNs.map(cpu => dataCpu := Numbers.raw(cpu)),
      title := interval(summary, Numbers.micros) + note(summary)
    )(Numbers.micros(estimate.value), outliers(summary))

  /** A figure in the unit it was measured in. */
  def plain(found: Option[Summary], kind: String): Frag = measured(found, kind): (summary, estimate) =>
    td(
      cls       := (if summary.ok then "number" else "number suspect"),
      dataKind  := kind,
      dataValue := Numbers.raw(estimate.value),
      title     := interval(summary, Numbers.short) + note(summary)
    )(Numbers.short(estimate.value), outliers(summary))

  private def outliers(summary: Summary): Frag =
    if summary.outliers == 0 then frag() else sup(title := s"${summary.outliers} outlying forks, kept")("°")

  private def measured(found: Option[Summary], kind: String)(
      cell: (Summary, brine.lab.statistics.Statistics.Estimate) => Frag
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

  private def interval(summary: Summary, show: Double => String): String = summary.time.fold(""): time =>
    val what = if time.interval then "95 % interval" else "range"
    s"$what ${show(time.lo)} to ${show(time.hi)}, ${time.n} fork${if time.n == 1 then "" else "s"}"

  private def note(summary: Summary): String =
    if summary.note.isEmpty then "" else s"; ${summary.status}: ${summary.note}"

  /** A placeholder that the script draws a chart into; without scripts the tables stand alone. */
  def chart(name: String, described: String): Frag =
    tag("figure")(cls := "chart")(
      div(id := s"chart-$name", cls := "canvas", role := "img", attr("aria-label") := described),
      tag("figcaption")(described)
    )

  def sectionOf(name: String, heading: String, content: Frag*): Frag =
    tags2.section(id := name, attr("aria-labelledby") := s"$name-heading")(h2(id := s"$name-heading")(heading), content)
