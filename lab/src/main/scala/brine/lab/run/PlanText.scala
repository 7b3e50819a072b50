package brine.lab.run

import brine.lab.plan.{Mode, Task}
import brine.lab.results.LibraryRow
import brine.lab.studies.Study
import brine.lab.turns.{TurnGroup, TurnPlan}

/** A plan in words: what a run does, in how long, and what it leaves out.
  *
  * @param rows
  *   the chosen libraries, also those that cannot run
  */
final class PlanText(request: Request, plan: RunPlan, rows: List[LibraryRow]):
  def lines: List[String] =
    s"mode ${request.mode.name}: about ${Progress.clock(plan.seconds)} of measuring$limit" ::
      plan.turns.filter(_.groups.nonEmpty).toList.map(times) :::
      Option.when(plan.lowered.nonEmpty)(plan.lowered).toList :::
      request.studies.flatMap(study => "" :: of(study))

  private def limit: String = request.budgetSeconds match
    case Some(seconds) => s" (at most ${Progress.clock(seconds)}, beside what every row needs once)"
    case None          => ""

  private def times(turns: TurnPlan): String =
    // A study with limits has a JVM for them.
    val jvms = turns.groups.map(group => group.contenders.size + group.study.limits.size.min(1)).max
    s"turns: ${turns.starts} start${if turns.starts == 1 then "" else "s"} of each group, at most $jvms JVMs of " +
      s"${turns.memory.heap} MB at a time" +
      (if turns.isOpen then "; further starts for first places that are not decided" else "")

  private def of(study: Study): List[String] =
    val groups = plan.turns.fold(Nil)(_.groups.filter(_.study == study))
    val tasks  = plan.tasks.filter(_.study == study.name)
    s"${study.name}: ${study.title}" :: (inTurns(groups) ++ beside(tasks) ++ leftOut(study, groups, tasks))
      .map("  " + _)

  private def inTurns(groups: List[TurnGroup]): List[String] =
    if groups.isEmpty then Nil
    else
      val cells     = groups.flatMap(_.contenders.flatMap(_.cells)).map(_.name).distinct
      val libraries = groups.flatMap(_.contenders.map(_.label)).distinct
      val seconds   = plan.turns.fold(0.0)(turns => groups.map(turns.seconds).sum * turns.starts)
      val parts     = if groups.sizeIs > 1 then s" in ${groups.size} groups" else ""
      val study     = groups.head.study
      val times     = study.turnTimes
      val between   =
        if study.limits.isEmpty then ""
        else s"; between turns, for ${times.lookMillis} ms: ${study.limits.map(_.op).mkString(", ")}"
      List(
        s"in turns$parts, about ${Progress.clock(seconds)}: ${libraries.mkString(", ")}",
        s"  cases: ${cells.mkString(", ")}",
        s"  in each start ${times.rounds} turns of ${times.turnMillis} ms a case, warmed for ${times.leastWarmUp} to " +
          s"${times.mostWarmUpOf(cells.size)} ms$between"
      )

  private def beside(tasks: List[Task]): List[String] =
    val (prepared, others) = tasks.partition(_.kind == Task.Kind.Prepare)
    val (sized, timed)     = others.partition(_.isUntimed)
    described("unpacking of servers", prepared) ++
      described("sizes", sized) ++
      described("start-up", timed.filter(_.kind.isInstanceOf[Task.Kind.StartUp])) ++
      described("in a browser", timed.filter(_.kind == Task.Kind.Browser)) ++
      described("each library alone", timed.filter(_.kind == Task.Kind.Measure))

  private def described(what: String, tasks: List[Task]): List[String] =
    if tasks.isEmpty then Nil
    else
      val libraries = tasks.map(_.row.name).distinct
      val cases     = tasks.flatMap(_.cells).filter(cell => what == "sizes" || !cell.isExact).map(_.name).distinct
      s"$what, about ${Progress.clock(SideBySide.seconds(tasks))}: ${libraries.mkString(", ")}" ::
        Option.when(cases.nonEmpty)(s"  cases: ${cases.mkString(", ")}").toList

  /** Rows and cases of the study without a time in this run. */
  private def leftOut(study: Study, groups: List[TurnGroup], tasks: List[Task]): List[String] =
    val timed   = timedOf(groups, tasks)
    val idle    = rows.filter(row => study.runs(row) && row.unavailable.isEmpty && !timed.exists(_._1 == row.name))
    val cases   = study.timedNames(request.mode).filterNot(name => timed.exists(_._2 == name))
    val missing = rows.filter(row => study.runs(row) && row.unavailable.nonEmpty)
    List(
      Option.when(idle.nonEmpty)(s"libraries without times: ${idle.map(_.name).mkString(", ")} (--only or $larger)"),
      Option.when(cases.nonEmpty)(s"cases without times: ${cases.mkString(", ")} (--cases or $larger)")
    ).flatten ++ missing.map(row => s"cannot run: ${row.name}, ${row.unavailable}")

  /** The mode that has what this one leaves out. */
  private def larger = if request.mode == Mode.Standard then "--mode full" else "--mode standard"

  /** Names of the rows and cases with times. */
  private def timedOf(groups: List[TurnGroup], tasks: List[Task]): Set[(String, String)] =
    val turned = groups.flatMap(_.contenders).flatMap(own => own.cells.map(cell => own.row.name -> cell.name))
    val alone  = tasks.flatMap(task => task.cells.filterNot(_.isExact).map(cell => task.row.name -> cell.name))
    (turned ++ alone).toSet

  def json: ujson.Obj = ujson.Obj(
    "mode"    -> request.mode.name,
    "seconds" -> plan.seconds,
    "lowered" -> plan.lowered,
    "studies" -> ujson.Arr.from(request.studies.map(jsonOf))
  )

  private def jsonOf(study: Study): ujson.Obj =
    val groups = plan.turns.fold(Nil)(_.groups.filter(_.study == study))
    val tasks  = plan.tasks.filter(_.study == study.name)
    val timed  = timedOf(groups, tasks)
    ujson.Obj(
      "name"    -> study.name,
      "seconds" -> (SideBySide.seconds(tasks) +
        plan.turns.fold(0.0)(turns => groups.map(turns.seconds).sum * turns.starts)),
      "groups" -> ujson.Arr.from(groups.map(group => ujson.Arr.from(group.contenders.map(_.label)))),
      "timed"  -> ujson.Arr.from(
        timed.toList.sorted.map((library, name) => ujson.Obj("library" -> library, "case" -> name))
      ),
      "sized" -> ujson.Arr.from(tasks.filter(_.cells.exists(_.op == "size")).map(_.row.name).distinct)
    )
