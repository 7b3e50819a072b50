package brine.lab.report

import brine.lab.catalog.Studies
import brine.lab.page.*
import brine.lab.page.Tables.*
import brine.lab.results.{Cell, Results}
import scalatags.Text.all.*
import scalatags.Text.tags2

/** The report: one self-contained HTML file. */
object Page:
  def render(all: Results, downloads: List[Download]): String =
    // A run under several collectors shows the first one in full; a separate section shows what depends on the others.
    val results    = all.jvms.headOption.fold(all)(all.under)
    val page       = PageContext(results)
    val collectors = CollectorsSection(all)
    val measured   =
      Studies.all.filter(study => page.summaries.exists(s => s.study == study.name && !s.op.startsWith("startup")))
    val studies = measured.map(study => study.name -> study.section(page)) ++
      Option.when(!collectors.isEmpty)("collectors" -> collectors.render) ++
      Studies.all.flatMap(_.appendices(page))
    "<!DOCTYPE html>\n" + html(lang := "en", cls := (if page.watermarked then "smoke" else ""))(
      head(
        meta(charset := "utf-8"),
        meta(name    := "viewport", content     := "width=device-width, initial-scale=1"),
        meta(name    := "color-scheme", content := "light dark"),
        tags2.title("Brine lab: " + results.mode + " run"),
        tags2.style(raw(Assets.text("page/report.css")))
      ),
      body(
        heading(page, "summary" :: studies.map(_._1) ++ List("details", "reproduce")),
        tags2.main(
          summary(page),
          filters(page),
          studies.map(_._2),
          appendix(page),
          reproduce(page, downloads)
        ),
        script(tpe := "application/json", id := "lab-data")(raw(inScript(ujson.write(PageData.of(page))))),
        script(raw(inScript(Assets.echarts))),
        script(raw(inScript(PageScript.text)))
      )
    ).render

  /** Nothing inside a script element may look like its end tag. */
  private def inScript(text: String): String = text.replace("</", "<\\/")

  private def heading(page: PageContext, sections: List[String]): Frag =
    val results = page.results
    header(
      h1("Brine lab"),
      p(cls := "machine")(
        s"${results.mode} run · ${results.text("cpu")}, ${results.number("cores").fold("")(Numbers.whole(_))} cores · " +
          s"JDK ${results.text("jdk")} · ${results.text("startedAt").take(16).replace('T', ' ')} UTC"
      ),
      if page.watermarked then p(cls := "watermark", role := "note")("Smoke run: plumbing only, not a measurement.")
      else frag(),
      tags2.nav(attr("aria-label") := "Sections")(
        sections.map(name => a(href := s"#$name")(name))
      ),
      label(cls := "theme")("Theme ")(
        tag("select")(id := "control-theme", name := "theme")(
          List("auto", "light", "dark").map(name => option(value := name)(name))
        )
      ),
      tag("noscript")(p("Scripts are off: charts and filters are not shown; every table is complete without them."))
    )

  private def summary(page: PageContext): Frag = sectionOf(
    "summary",
    "Verdict",
    if page.watermarked then
      p("A smoke run proves that everything works. Its figures rank nothing, so there is no verdict.")
    else
      frag(
        Studies.all.map: study =>
          val sentences = study.verdicts(page)
          if page.summaries.exists(_.study == study.name) then
            frag(h3(study.name), if sentences.isEmpty then frag() else div(cls := "verdict")(ul(sentences.map(li(_)))))
          else frag()
        ,
        p(Caution(page.results).text)
      )
    ,
    targets(page)
  )

  private def targets(page: PageContext): Frag =
    val all = Targets.of(page)
    if all.isEmpty then p("This run has no row of Brine's own, so its targets are not judged.")
    else
      val head = Seq(
        tr(List("target", "verdict", "measured here", "goal", "missed by, or why not known").map(column(_)))
      )
      val body = all.map: target =>
        val (word, mark) = target.met match
          case Some(true)  => "met"       -> "met"
          case Some(false) => "missed"    -> "missed"
          case None        => "not known" -> "unknown"
        tr(
          th(attr("scope") := "row")(target.name),
          // In the second column, so that it is visible on a narrow screen.
          td(cls := mark)(if page.watermarked then s"$word (smoke)" else word),
          td(target.measured),
          td(target.goal),
          td(cls := "note")(target.missedBy)
        )
      frag(
        h3("Brine's targets"),
        scrolling("What Brine set out to reach, computed from this run's rows", head, body, id := "targets")
      )

  private def filters(page: PageContext): Frag =
    val libraries = page.summaries.map(_.library).distinct
    val traits    = page.results.libraries.flatMap(_.traits).distinct.sorted
    tags2.section(id := "filters", attr("aria-label") := "Filters")(
      div(cls := "controls")(
        page.select("unit", "Unit", List("us" -> "µs", "ns" -> "ns", "ms" -> "ms", "relative" -> "times the fastest")),
        page.select("clock", "Clock", List("wall" -> "wall", "cpu" -> "processor")),
        page.select("scale", "Scale", List("log" -> "logarithmic", "linear" -> "linear")),
        button(id := "reset", tpe := "button")("Show all")
      ),
      details(
        s"Libraries (${libraries.size}) and traits",
        tag("fieldset")(
          tag("legend")("Only libraries that are"),
          traits.map(name => label(cls := "chip")(input(tpe := "checkbox", attr("data-trait") := name), " " + name))
        ),
        tag("fieldset")(
          tag("legend")("Libraries"),
          libraries.map(name =>
            label(cls := "chip")(input(tpe := "checkbox", checked, attr("data-show") := name), " " + name)
          )
        )
      )
    )

  private def appendix(page: PageContext): Frag = sectionOf(
    "details",
    "Details",
    details("Libraries, versions, settings", libraryTable(page)),
    details(s"What did not work (${failures(page).size})", failureTable(page)),
    details("The machine and the run", environment(page)),
    details("Method", Method.text(page))
  )

  private def libraryTable(page: PageContext): Frag =
    val head = Seq(tr(List("library", "version", "peer", "traits", "settings").map(column(_))))
    val body = page.results.libraries.map: found =>
      row(
        found.name,
        found.version,
        Seq(
          td(found.peer),
          td(found.traits.mkString(", ")),
          td(if found.unavailable.isEmpty then found.settings else "cannot run here: " + found.unavailable)
        )
      )
    scrolling("Libraries", head, body, id := "libraries")

  private def failures(page: PageContext): List[Cell] =
    page.results.measured
      .filterNot(_.ok)
      .distinctBy(cell => (cell.study, cell.name, cell.library, cell.op, cell.status, cell.note))

  private def failureTable(page: PageContext): Frag =
    val head = Seq(
      tr(List("library", "version", "study", "case", "operation", "status", "meaning", "note").map(column(_)))
    )
    val body = failures(page).map: cell =>
      row(
        cell.library,
        cell.version,
        Seq(
          td(cell.study),
          td(cell.name),
          td(cell.op),
          td(cls := "bad")(cell.status),
          td(Statuses.word(cell.status)),
          td(cls := "note")(cell.note)
        )
      )
    scrolling("Cells that are not ok", head, body, id := "failures")

  private def environment(page: PageContext): Frag =
    val blocks = page.results.environments ++ page.results.ends
    val body   = blocks.zipWithIndex.flatMap: (block, index) =>
      block.value.toList
        .filter(_._1 != "kind")
        .map: (name, found) =>
          tr(td((index + 1).toString), th(attr("scope") := "row")(name), td(found.strOpt.getOrElse(ujson.write(found))))
    scrolling("Environment", Seq(tr(List("block", "what", "value").map(column(_)))), body, id := "environment")

  private def reproduce(page: PageContext, downloads: List[Download]): Frag = sectionOf(
    "reproduce",
    "Run it yourself",
    p("This page was made by"),
    pre(code(page.results.text("command"))),
    p(
      s"at commit ${if page.results.text("commit").isEmpty then "unknown" else page.results.text("commit")}",
      if page.results.environment.value.get("dirty").exists(_.boolOpt.contains(true)) then " with local changes"
      else "",
      s", order of libraries drawn with seed ${page.results.number("seed").fold("unknown")(Numbers.raw)}."
    ),
    p(
      "The raw data, inside this page: ",
      downloads.map(d => frag(a(href := d.link, attr("download") := d.name)(d.name), " "))
    )
  )
