package brine.lab.run

import brine.lab.browser.BrowserPlan
import brine.lab.plan.{Heaps, JavaHome, Mode, Selection, Task}
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.statistics.TurnRatio
import brine.lab.turns.{Contender, TurnGroup, TurnMemory, TurnPlan}

/** What a run measures, in which order, and for how long.
  *
  * @param rows
  *   the chosen libraries that can run
  * @param browserRows
  *   the browser's libraries; those that cannot run have a reason
  * @param memory
  *   bytes of the machine's memory
  * @param seed
  *   decides every random order
  */
final class RunPlan(
    request: Request,
    rows: List[LibraryRow],
    browserRows: List[LibraryRow],
    javas: List[JavaHome],
    memory: Long,
    val seed: Long
):
  /** The JVM of libraries that take turns. */
  def java: JavaHome = javas.head

  /** Several JVMs are compared case by case, each library alone: not in turns. */
  private val inTurns =
    request.mode.takesTurns && javas.sizeIs == 1 && request.jvms.isEmpty && !request.serve

  private def select(mode: Mode) = Selection(mode, request.only.nonEmpty, request.cases)

  val browser: BrowserPlan = BrowserPlan(browserRows, request.mode, request.rounds, select(request.mode))
  val heaps: Heaps         = Heaps.forMemory(memory, request.mode)

  val durations: Durations =
    if inTurns then Durations.besideTurns(request.mode, request.rounds)
    else
      Durations.plan(
        request.mode,
        request.studies,
        rows,
        request.rounds,
        javas.size,
        browser.seconds,
        request.jvms.size.max(1)
      )

  private val planner = Planner(
    request.mode,
    request.studies,
    rows,
    durations,
    heaps,
    javas,
    seed,
    request.jvms,
    if inTurns then select(request.mode) else select(Mode.Full),
    inTurns
  )

  /** What libraries measure in turns; `None` if they do not take turns in this run. */
  val turns: Option[TurnPlan] = Option.when(inTurns):
    val room   = TurnMemory.of(memory)
    val groups = request.studies.flatMap: study =>
      val contenders = rows.filter(study.runs(_)).map(row => Contender(row, false, planner.turned(study, row)))
      val base       = Planner.base(contenders.filter(_.cells.nonEmpty).map(_.row))
      TurnGroup.of(study, contenders, base, room.most - study.limits.size.min(1), planner.rival(study))
    TurnPlan(groups, room, request.rounds.getOrElse(TurnRatio.enoughStarts), request.rounds.isEmpty)

  /** The children and page loads beside the turns, in order. */
  val tasks: List[Task] = planner.tasks ++ browser.tasks(seed)

  def hasBrowser: Boolean = tasks.exists(_.kind == Task.Kind.Browser)

  /** Those of the tasks that are left when cells are finished, with the cells that are left. */
  def remaining(finished: Seq[Cell]): List[Task] =
    val done = finished.map(_.key).toSet
    for
      task <- tasks
      left = task.cells.filterNot(spec => done(task.blank(spec, request.mode.name).key))
      if left.nonEmpty || task.kind == Task.Kind.Prepare
    yield task.copy(cells = left)

  /** Expected seconds of the whole run, without further starts for undecided first places. */
  def seconds: Double = SideBySide.seconds(tasks) + turns.fold(0.0)(_.seconds)

  /** What memory does not allow, in one line; empty if it suffices. */
  def lowered: String =
    List(heaps.lowered, turns.filter(_.groups.nonEmpty).fold("")(_.memory.note)).filter(_.nonEmpty).mkString("; ")
