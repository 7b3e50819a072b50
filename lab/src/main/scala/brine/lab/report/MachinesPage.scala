package brine.lab.report

import brine.lab.catalog.Studies
import brine.lab.page.{HtmlFile, MachinePlot}
import scalatags.Text.all.*
import scalatags.Text.tags2

/** Runs of unlike machines on one scale, as points by machine. No statistic mixes them; each has a page of its own. */
object MachinesPage:
  /** The folder of one machine's own page. */
  def folder(run: LabelledRun): String = "machine-" + run.label.toLowerCase

  def render(runs: List[LabelledRun]): String =
    val tables  = RunTables(runs, "machines")
    val studies = Studies.all.filter(study => runs.exists(_.answer(study.name).exists(_.rows.nonEmpty)))
    HtmlFile("Brine lab: several machines")(
      header(
        h1("Brine lab: several machines"),
        p(cls := "machine")(
          "Points by machine on one scale. Figures of unlike machines are never averaged; every interval is that of one ",
          "machine's own run."
        )
      ),
      tags2.main(
        tags2.section(
          h2("Machines"),
          ul(runs.map(run => li(strong(run.label), ": ", a(href := s"${folder(run)}/index.html")(run.described)))),
          tables.environments
        ),
        studies.map(study => tags2.section(h2(study.title), plots(study.name, runs))),
        tags2.section(h2("Each machine's own answers"), tables.all)
      )
    )

  private def plots(study: String, runs: List[LabelledRun]): Frag =
    val answers = runs.flatMap(run => run.answer(study).map(run.label -> _))
    val tasks   = answers.head._2.rankings.map(_.task)
    div(cls := "cards")(tasks.zipWithIndex.map: (task, at) =>
      val found = answers.map((label, answer) => label -> answer.rankings(at))
      val units = found.map(_._2.unit).filter(_.nonEmpty).distinct
      val names = answers.flatMap(_._2.rows).distinct
      val rows  = names.map: name =>
        MachinePlot.Row(name, found.flatMap((label, of) => of.places.find(_.library == name).map(label -> _.figure)))
      // Figures in different units have no common scale.
      if units.sizeIs == 1 then
        tag("figure")(cls := "answer")(
          raw(MachinePlot(s"$study, ${task.noun}, by machine", units.head, rows.filter(_.points.nonEmpty)).inPage),
          tag("figcaption")(s"${task.noun}: each letter is a machine's figure, the geometric mean of its cases")
        )
      else p(s"${task.noun}: the runs measured in ${units.mkString(" and in ")}, which have no common scale."))
