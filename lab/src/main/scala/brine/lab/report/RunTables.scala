package brine.lab.report

import brine.lab.catalog.Studies
import brine.lab.page.{Answer, Numbers, Ours, Ranking}
import brine.lab.page.Tables.*
import scalatags.Text.all.*

/** Several runs side by side, each with its own statistics: a table for each task of each study.
  *
  * @param prefix
  *   distinguishes the identifiers of these tables from others of the page
  */
final class RunTables(runs: List[LabelledRun], prefix: String):
  def isEmpty: Boolean = runs.forall(_.answers.isEmpty)

  /** The tables of all studies that any run measured. */
  def all: Frag = Studies.all.map(study => of(study.name))

  private def of(study: String): Frag =
    val answers = runs.flatMap(run => run.answer(study).map(run -> _))
    answers.headOption.fold(frag()): (_, first) =>
      val tasks = first.rankings.map(_.task)
      frag(
        h3(study),
        ul(answers.map((run, answer) => li(strong(run.label), ": ", answer.sentence))),
        tasks.zipWithIndex.map((task, at) => table(study, task, at, answers))
      )

  private def table(study: String, task: Ranking.Task, at: Int, answers: List[(LabelledRun, Answer)]): Frag =
    val rankings = answers.map((run, answer) => run -> answer.rankings(at))
    val order    = rankings.flatMap((_, ranking) => ranking.places.map(_.library)).distinct
    val head     = Seq(tr(column("library"), rankings.map((run, _) => column(run.label))))
    val body     = order.map: library =>
      tr(dataLibrary := library, cls := (if Ours.isOurs(library) then "ours" else ""))(
        th(attr("scope") := "row")(library),
        rankings.map((_, ranking) => cell(ranking.places.find(_.library == library)))
      )
    scrolling(
      s"$study, ${task.noun}: times the fastest of the same run",
      head,
      body,
      id  := s"$prefix-$study-$at",
      cls := "sortable"
    )

  private def cell(place: Option[Ranking.Place]): Frag = place.fold(td(cls := "none")("–")): found =>
    td(cls := "number", dataKind := "ratio", dataValue := Numbers.raw(found.ratio.value))(
      Numbers.withInterval(found.ratio)
    )

  /** The environment of each run, field by field. */
  def environments: Frag =
    val fields = List(
      "cpu"       -> "processor",
      "cores"     -> "cores",
      "memoryB"   -> "memory, B",
      "os"        -> "system",
      "kernel"    -> "kernel",
      "jdk"       -> "JDK",
      "mode"      -> "mode",
      "startedAt" -> "started",
      "commit"    -> "commit"
    )
    val known = fields.filter((field, _) => runs.exists(_.results.environment.value.contains(field)))
    val body  = known.map: (field, name) =>
      tr(
        th(attr("scope") := "row")(name),
        runs.map: run =>
          td(run.results.environment.value.get(field).fold("–")(value => value.strOpt.getOrElse(ujson.write(value))))
      )
    val rounds =
      tr(th(attr("scope") := "row")("rounds"), runs.map(run => td(cls := "number")(run.results.rounds.toString)))
    scrolling(
      "Where each run was measured",
      Seq(tr(column("what"), runs.map(run => column(run.label)))),
      body :+ rounds,
      id := s"$prefix-environments"
    )
