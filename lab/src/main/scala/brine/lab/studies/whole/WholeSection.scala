package brine.lab.studies.whole

import brine.lab.page.*
import brine.lab.page.Tables.*
import brine.lab.studies.log.DiskPicture
import scalatags.Text.all.*

/** The `whole` study: commands a second, their delays, and restarts. */
final class WholeSection(page: PageContext):
  private val study   = WholeStudy.name
  private val figures = WholeFigures(page.results)
  private val found   = page.summaries.filter(_.study == study).map(s => (s.name, s.library, s.op) -> s).toMap
  private val shown   = (WholePrograms.ops ++ WholePrograms.restartOps).toSet
  private val rows    = page.rowsOf(study, shown).map((library, version) => library -> told(library, version))
  private val tables  = RowTables("row", rows)

  /** The loads of the run. */
  private val loads = WholePrograms.loads.map(_.name).filter(name => found.keys.exists(_._1 == name))

  /** A row that does not compete says so beside its name. */
  private def told(library: String, version: String): String =
    val name = library.takeWhile(_ != ' ')
    if figures.alone(name) then s"$version, no entities"
    else if figures.durable(name) then version
    else s"$version, not durable"

  private def of(name: String, library: String, op: String) = found.get((name, library, op))

  def render: Frag = sectionOf(
    study,
    WholeStudy.title,
    answers(page, WholeStudy.verdicts(page)),
    p(
      "The entity is a site of Komanov's model: a command decides on the site's state, and its events are some of his ",
      "29. A command counts when its reply says that they are durable. Each caller waits for its reply before it ",
      "sends the next request; of five requests, one is a query. Callers pick any of 1,000 entities, or by Zipf's ",
      "law, or all send to one. ",
      strong("R"),
      " is what the same disk did between turns with no library at all: writes of 256 bytes per second with an fsync ",
      "each. Replies and states were compared with the model, also after a restart. After the last turn every entity ",
      "has exactly the events that were replied to."
    ),
    p(id := "whole-disk", cls := "note")(figures.disk),
    overTime,
    div(cls := "controls", role := "group", attr("aria-label") := "Entity charts")(
      page.select("callers", "Callers", loads.map(name => name -> name), loads.find(_ == "uniform-256").getOrElse(""))
    ),
    chart("whole", "Commands a second to the durable reply, with the callers chosen."),
    openDetails("Commands a second", rates),
    details("Commands a second, in multiples of R", inR),
    chart("whole-delays", "Delays of commands until the durable reply: median, 99th and 99.9th percentile."),
    openDetails("Delays of commands", delays),
    openDetails("Restart and space", restarts)
  )

  private def overTime: Frag =
    val windows = figures.looks.windows(WholePrograms.limit)
    if windows.isEmpty then frag()
    else
      val spread  = figures.looks.unsteady.fold("R over the run")(reason => s"R over the run; $reason")
      val picture = DiskPicture(s"$spread.", "writes/s", windows)
      tag("figure")(id := "whole-looks", cls := "picture")(
        raw(picture.inPage),
        tag("figcaption")(s"$spread. The line is the median of ten looks at R between turns.")
      )

  private def rates: Frag = tables("Commands a second", loads, id := "whole-rates", cls := "sortable"): library =>
    loads.map(load => plain(of(load, library, "rate"), "wholeRate"))

  private def inR: Frag =
    tables("Commands a second, in multiples of R", loads, id := "whole-multiples", cls := "sortable"): library =>
      loads.map: load =>
        val summary = of(load, library, "rate")
        summary.filter(_.ok).flatMap(figures.ofR) match
          case Some(multiple) =>
            td(cls := "number", dataKind := "wholeMultiple", dataValue := Numbers.raw(multiple.value))(
              Numbers.withInterval(multiple)
            )
          case None => summary.filterNot(_.ok).fold[Frag](td(cls := "none")("–"))(failure)

  private def delays: Frag = frag(
    p(
      "Microseconds from the request to the reply, of commands alone. A percentile is of all turns together, and ",
      "needs ten delays beyond it; their number is in brackets."
    ),
    tables.grouped("Delays of commands, us", loads, WholePrograms.delays, id := "whole-delays-table"): library =>
      for load <- loads; op <- WholePrograms.delays yield plain(of(load, library, op), "wholeDelay")
  )

  private def restarts: Frag =
    val there   = WholePrograms.restarts.filter(restart => found.keys.exists(_._1 == restart.name))
    val units   = List("ms until all have replied", "events/s", "bytes on disk, an event")
    val columns = for restart <- there; unit <- units yield s"${restart.name}: $unit"
    if there.isEmpty then p("This run has no restarts; mode standard has them.")
    else
      frag(
        p(
          "Entities are stopped and run again in the same JVM, until each has replied to a query. No library saves ",
          "states, so all events are read and folded. Files are in the cache of the operating system. ",
          there
            .flatMap(restart =>
              found.values.find(s => s.name == restart.name && s.note.nonEmpty).map(restart.name -> _)
            )
            .map((name, summary) => s"$name is ${summary.note}. ")
        ),
        tables("Restart and space", columns, id := "whole-restarts", cls := "sortable"): library =>
          for restart <- there; op <- WholePrograms.restartOps
          yield plain(of(restart.name, library, op), "wholeRestart")
      )
