package brine.lab.report

import brine.lab.catalog.Studies
import brine.lab.page.*
import brine.lab.page.Tables.*
import brine.lab.results.{Cell, Results}
import scalatags.Text.all.*
import scalatags.Text.tags2

/** The report: one self-contained HTML file. */
object Page:
  def render(all: Results, downloads: List[Download], recorded: List[LabelledRun] = Nil): String =
    // A run under several collectors shows the first one in full; a separate section shows what depends on the others.
    val results    = all.jvms.headOption.fold(all)(all.under)
    val page       = PageContext(results)
    val collectors = CollectorsSection(all)
    val measured   =
      Studies.all.filter(study => page.summaries.exists(s => s.study == study.name && !s.op.startsWith("startup")))
    val answers = if page.watermarked then Nil else measured.map(_.answer(page))
    val studies = measured.map(study => study.name -> study.section(page)) ++
      Recorded.section(page, answers, recorded).map("recorded" -> _) ++
      Option.when(!collectors.isEmpty)("collectors" -> collectors.render) ++
      Studies.all.flatMap(_.appendices(page))
    HtmlFile("Brine lab: " + results.mode + " run", cls := (if page.watermarked then "smoke" else ""))(
      heading(page, studies.map(_._1) ++ List("details", "reproduce")),
      tags2.main(
        summary(page, answers),
        filters(page),
        studies.map(_._2),
        appendix(page),
        reproduce(page, downloads)
      ),
      script(tpe := "application/json", id := "lab-data")(raw(inScript(ujson.write(PageData.of(page))))),
      script(raw(inScript(Assets.echarts))),
      script(raw(inScript(PageScript.text)))
    )

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

  private def summary(page: PageContext, answers: List[Answer]): Frag =
    tags2.section(id := "summary", attr("aria-label") := "Answers of this run")(
      if page.watermarked then
        p("A smoke run proves that everything works. Its figures rank nothing, so there is no answer.")
      else
        frag(
          div(cls := "cards")(answers.map(_.card)),
          p(cls := "note", id := "caution")(Caution(page.results).text)
        )
    )

  private def filters(page: PageContext): Frag =
    val libraries = page.summaries.map(_.library).distinct
    val traits    = page.results.libraries.flatMap(_.traits).distinct.sorted
    tags2.section(id := "filters", attr("aria-label") := "Filters")(
      div(cls := "controls")(
        page.select("unit", "Unit", List("us" -> "µs", "ns" -> "ns", "ms" -> "ms", "relative" -> "times the fastest")),
        page.select("clock", "Clock", List("wall" -> "wall", "cpu" -> "processor")),
        page.select("scale", "Scale", List("log" -> "logarithmic", "linear" -> "linear")),
        page.select("lines", "Lines in a chart", List("ten" -> "at most ten", "all" -> "all")),
        label("Search ")(input(id := "search", tpe := "search", attr("size") := "12", attr("autocomplete") := "off")),
        button(id := "reset", tpe := "button")("Show all"),
        button(id := "none", tpe := "button")("Hide all")
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

  /** How each library was set up: the names in all tables lead here. */
  private def libraryTable(page: PageContext): Frag =
    val head  = Seq(tr(List("library", "version", "peer", "traits", "settings").map(column(_))))
    val known = page.results.libraries
    val body  = known.zipWithIndex.map: (found, at) =>
      val isFirst = !known.take(at).exists(_.name == found.name)
      tr(dataLibrary := found.name, if isFirst then id := Tables.setUp(found.name) else ())(
        th(attr("scope") := "row")(found.name),
        td(cls := "version")(found.version),
        td(found.peer),
        td(found.traits.mkString(", ")),
        td(
          if found.unavailable.isEmpty then found.settings else "cannot run here: " + found.unavailable,
          if found.guide.isEmpty then frag() else frag(". Recommended by ", code(found.guide))
        )
      )
    // A results file without lines for its libraries still has a target for their names.
    val others =
      page.summaries.map(_.library.takeWhile(_ != ' ')).distinct.filterNot(name => known.exists(_.name == name))
    val rest = others.map: name =>
      tr(id := Tables.setUp(name))(th(attr("scope") := "row")(name), td(), td(), td(), td("not recorded"))
    scrolling("Libraries", head, body ++ rest, id := "libraries")

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
