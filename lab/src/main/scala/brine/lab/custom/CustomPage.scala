package brine.lab.custom

import brine.lab.page.{HtmlFile, Numbers, Tables}
import brine.lab.page.Tables.{column, scrolling, sectionOf}
import java.nio.file.Files
import scalatags.Text.all.*
import scalatags.Text.tags2

/** The report of a person's own data: one HTML file without scripts and without addresses. */
private[custom] object CustomPage:
  def render(report: CustomReport): String =
    val able = report.rows.filter(report.isOk).map(_.name)
    HtmlFile("Brine lab: your own data")(
      header(
        h1("Your own data"),
        p(cls := "machine")(
          s"${report.source.described} · ${report.results.text("cpu")}, " +
            s"${report.results.number("cores").fold("")(Numbers.whole(_))} cores · JDK ${report.results.text("jdk")} · " +
            s"${report.results.text("startedAt").take(16).replace('T', ' ')} UTC"
        )
      ),
      tags2.main(
        verdict(report, able),
        CustomPicture.of(report, able),
        figures(report),
        fields(report),
        types(report),
        method(report)
      )
    )

  private def verdict(report: CustomReport, able: List[String]): Frag =
    def least(of: String => Option[Double]) = able.flatMap(name => of(name).map(name -> _)).minByOption(_._2)
    val asGiven                             = report.size(CustomReport.asGiven)
    val small                               = least(report.size).map: (name, bytes) =>
      val share = asGiven.fold("")(all => s", ${Numbers.percent(bytes / all)} of the JSON")
      li(s"Smallest: $name with ${Numbers.whole(bytes)} bytes for ${report.values} values$share.")
    val fast = for ranking <- report.rankings; first <- ranking.places.headOption
    yield li(
      s"${ranking.words.replaceFirst("^in ", "In ")}. ${first.library} takes ${Numbers.micros(first.figure)} µs for " +
        s"${report.values} values."
    )
    val noise = Option.when(report.noise.pairs > 0):
      p(
        s"One library took turns with itself, in two JVMs. The two differed by up to ${Numbers.short(report.noise.percent)} " +
          "%: smaller differences between libraries mean nothing."
      )
    val cut = Option.when(report.results.ends.exists(_.value.get("cancelled").exists(_.boolOpt.contains(true)))):
      p(cls := "watermark", role := "note")("The run was ended early: this is what was finished.")
    sectionOf("summary", "Verdict", cut.toList, div(cls := "verdict")(ul(small.toList, fast)), noise.toList)

  private def figures(report: CustomReport): Frag =
    val head = Seq(tr(column("library"), CustomTable.figures.map(figure => column(s"${figure.name} (${figure.unit})"))))
    def cells(library: String) = CustomTable.figures.map: figure =>
      figure.of(report, library) match
        case Some(value) => td(cls := "number", Tables.dataValue := Numbers.raw(value))(figure.shown(value))
        case None        => td(cls := "none")("–")
    val asGiven = Option.when(report.size(CustomReport.asGiven).nonEmpty):
      tr(th(attr("scope") := "row")("JSON as given"), cells(CustomReport.asGiven))
    val body = report.rows.map: row =>
      tr(cls := (if row.name.startsWith("brine") then "ours" else ""))(
        th(attr("scope") := "row")(row.name),
        report.failure(row) match
          case Some((status, why)) =>
            frag(
              td(cls := "bad")(status),
              td(cls := "note", attr("colspan") := (CustomTable.figures.size - 1).toString)(why)
            )
          case None => cells(row.name)
      )
    val settings = report.rows.map(row => tr(th(attr("scope") := "row")(row.name), td(row.version), td(row.settings)))
    sectionOf(
      "figures",
      s"Sizes and times for all ${report.values} values",
      scrolling("Sizes, times and allocation of every library", head, asGiven.toList ++ body, id := "own-figures"),
      Tables.details(
        "Versions and settings",
        scrolling("Settings", Seq(tr(List("library", "version", "settings").map(column(_)))), settings)
      )
    )

  private def fields(report: CustomReport): Frag =
    if report.fields.isEmpty then frag()
    else
      val total = report.fields.map(_.bytes).sum.max(1).toDouble
      val head  = Seq(tr(List("field", "part", "bytes", "share", "count", "bytes each").map(column(_))))
      val body  = report.fields.map: field =>
        tr(
          th(attr("scope") := "row")(if field.path.isEmpty then "(around values)" else field.path),
          td(field.part),
          td(cls := "number", Tables.dataValue := field.bytes.toString)(Numbers.whole(field.bytes.toDouble)),
          td(cls := "number")(Numbers.percent(field.bytes / total)),
          td(cls := "number")(Numbers.whole(field.count.toDouble)),
          td(cls := "number")(if field.count == 0 then "–" else Numbers.short(field.bytes.toDouble / field.count))
        )
      sectionOf(
        "fields",
        "Where the bytes went",
        p("Every byte of Brine's bare messages, by field. The elements of a collection are counted together."),
        scrolling("Bytes by field", head, body, id := "own-fields")
      )

  private def types(report: CustomReport): Frag = sectionOf(
    "types",
    "The types",
    p("The source that was measured. Edit it and give it to the command again, to see what another type changes."),
    pre(tabindex := "0")(code(Files.readString(report.source.file)))
  )

  private def method(report: CustomReport): Frag = sectionOf(
    "reproduce",
    "How it was measured",
    p(
      "Every value is a message of its own. What was read back was compared with what was written before anything was " +
        "timed. Then all libraries took turns of milliseconds, each in a Java process of its own that was warmed up until " +
        "its times stopped falling; the processes were started again some times. Two libraries are compared by their " +
        "neighbouring turns. Times in the table are for all values once, from the calmest turns. A time that still fell " +
        "when the warm-up had to end is left out."
    ),
    p("This page was made by"),
    pre(code(report.results.text("command"))),
    p("Nothing was sent anywhere. The raw figures are in results.jsonl and figures.tsv, beside this page.")
  )
