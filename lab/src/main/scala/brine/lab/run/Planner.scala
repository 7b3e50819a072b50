package brine.lab.run

import brine.lab.plan.*
import brine.lab.results.LibraryRow
import brine.lab.studies.Study
import brine.lab.studies.actors.ActorsStudy
import brine.lab.studies.evactor.EvactorStudy
import brine.lab.studies.log.{LogPrograms, LogStudy}
import brine.lab.studies.site.SiteStudy
import brine.lab.studies.whole.WholeStudy
import scala.util.Random

/** Plans the children of a run: round by round, with a random order of libraries in each round.
  *
  * @param selection
  *   which of the cells are measured
  * @param inTurns
  *   whether the cells that libraries can measure in turns are left to a [[brine.lab.turns.TurnPlan]]
  */
final class Planner(
    mode: Mode,
    studies: List[Study],
    rows: List[LibraryRow],
    durations: Durations,
    heaps: Heaps,
    javas: List[JavaHome],
    seed: Long,
    jvms: List[JvmSetting] = Nil,
    selection: Selection = Selection(Mode.Full),
    inTurns: Boolean = false
):
  /** What a row measures in turns with the others. */
  private[run] def turned(study: Study, row: LibraryRow): List[Task.CellSpec] =
    if !inTurns || !isTimed(study, row) then Nil
    else
      study
        .children(Visit(mode, row, 1, control = false, isRepeated = false))
        .flatMap(_.cells)
        .filter(study.takesTurns)
        .filter(cell => selection.hasCase(cell.name, study.isHeadline(cell, row), study.isStandard(cell.name)))
        .filter(cell =>
          !study.isOfContenders(cell.name) || selection.isContender(study.contenders, row, hasOthers = false)
        )
        .map(study.inTurn)

  private def isTimed(study: Study, row: LibraryRow) = selection.isContender(study.contenders ++ study.marks, row)

  /** Whether a child of its own measures a row's cell. */
  private def measures(study: Study, row: LibraryRow)(cell: Task.CellSpec): Boolean =
    if cell.isExact then selection.hasSize(cell.name)
    else if inTurns && study.takesTurns(cell) then false
    else
      isTimed(study, row) &&
      (study.isIndispensable(cell.name) ||
        selection.hasCase(cell.name, study.isHeadlineAlone(cell, row), study.isStandard(cell.name)))

  /** The library that appears twice in a study, if it has a control. */
  private[run] def control(study: Study): Option[LibraryRow] =
    Option.when(study.hasControl)(Planner.base(rows.filter(study.runs))).flatten

  /** The library that takes turns with itself, too: the noise of one library need not be that of others. */
  private[run] def rival(study: Study): Option[LibraryRow] =
    rows.find(row => study.runs(row) && study.rival.contains(row.name))

  /** `None` if a study runs under its own settings. */
  private val settings: List[Option[JvmSetting]] = if jvms.isEmpty then List(None) else jvms.map(Some(_))

  /** The children, those that time nothing before the others. */
  def tasks: List[Task] =
    val (untimed, timed) = ordered.partition(_.isUntimed)
    preparing ++ untimed ++ timed

  /** The servers of stores, where turns open them again and again. */
  private def preparing: List[Task] =
    for
      study <- studies if inTurns && study.usesDisk
      row   <- rows if study.runs(row) && row.traits.contains("server") && isTimed(study, row)
    yield
      val none  = Task.Iterations(0, 0)
      val times = Task.Times(none, none, LogPrograms.unpacking, 120, 120)
      Task(row, study.name, 1, false, Task.Kind.Prepare, Nil, Task.Jvm(javas.head, heaps.untimed), times)

  private def ordered: List[Task] =
    val random   = Random(seed)
    val starting = if studies.contains(SiteStudy) then rows.filter(starts) else Nil
    (1 to studies.map(roundsOf).maxOption.getOrElse(0)).toList.flatMap: round =>
      val startUps = if round == 1 then starting.flatMap(row => javas.flatMap(startUp(row, _))) else Nil
      val measured = for
        study   <- studies
        java    <- javas
        setting <- settings
        if round <= roundsOf(study)
        (row, control) <- rows.filter(study.runs).map(_ -> false) ++ control(study).map(_ -> true)
        visit    = Visit(mode, row, round, control, setting.nonEmpty)
        children = study
          .children(visit)
          .map(_.only(cell => measures(study, row)(cell) && (round == 1 || isRepeated(study, cell))))
          .filter(_.cells.nonEmpty)
        if children.exists(_.cells.exists(cell => !study.isIndispensable(cell.name)))
        tasks = children.map(task(study, visit, _, java, setting)).filter(_.cells.nonEmpty)
        together <- if study.staysTogether then List(tasks) else tasks.map(List(_))
      yield together
      random.shuffle(startUps.map(List(_)) ++ measured).flatten

  /** Whether later rounds measure a cell, too. */
  private def isRepeated(study: Study, cell: Task.CellSpec) =
    !durations.repeatsRankedOnly || study.headline.contains(cell.name -> cell.op) || study.isIndispensable(cell.name)

  private def starts(row: LibraryRow): Boolean =
    SiteStudy.runs(row) && row.hasCase(Planner.startUpCase) && !SiteStudy.isReused(row) &&
      selection.isContender(SiteStudy.contenders, row) &&
      selection.hasCase(Planner.startUpCase, isHeadline = true)

  private def roundsOf(study: Study): Int = study match
    case EvactorStudy => durations.shotRounds
    case ActorsStudy  => durations.actorRounds
    case LogStudy     => durations.logRounds
    case WholeStudy   => durations.logRounds
    case _            => durations.rounds

  private def task(study: Study, visit: Visit, child: ChildPlan, java: JavaHome, setting: Option[JvmSetting]): Task =
    // Bytes do not depend on the collector.
    val isSized = !visit.control && setting == settings.head
    val timed   = child.cells.count(_.isTimed)
    val extra   = (durations.warmUpOf(timed).seconds - durations.warmUp.seconds) * timed * Durations.stretch
    val seconds = Durations.childStart + child.seconds + extra + timed * (durations.cellSeconds + Durations.perCell)
    val cells   = if isSized then child.cells else child.cells.filterNot(_.isExact)
    val usual   = if cells.forall(_.isExact) then heaps.untimed else study.heap(heaps)
    val own     = child.collector.fold(usual)(_.in(usual, java))
    Task(
      visit.row,
      study.name,
      visit.round,
      visit.control,
      Task.Kind.Measure,
      cells,
      Task.Jvm(java, setting.fold(own)(_.in(own, java)), setting.fold("")(_.name)),
      Task.Times(
        durations.warmUpOf(timed),
        durations.measure,
        seconds,
        seconds * 10 + study.grace,
        study.silence(mode),
        shotSeconds = child.shotSeconds,
        longestShot = child.longestShot
      )
    )

  /** Start-up, and start-up with the memory-access methods of `sun.misc.Unsafe` denied where the JDK has that switch.
    */
  private def startUp(row: LibraryRow, java: JavaHome): List[Task] =
    val plain = "startup" -> List.empty[String]
    val deny  = Option.when(java.major >= 23)("startup-deny" -> List("--sun-misc-unsafe-memory-access=deny"))
    (plain :: deny.toList).map: (op, options) =>
      val none = Task.Iterations(0, 0)
      Task(
        row,
        SiteStudy.name,
        1,
        false,
        Task.Kind.StartUp(options),
        List(Task.CellSpec(Planner.startUpCase, op, None)),
        Task.Jvm(java, heaps.startUp, settings.head.fold("")(_.name)),
        Task.Times(none, none, Durations.startUpChild, 60, 60)
      )

object Planner:
  /** The library that appears twice and that others are compared with: Brine if it takes part, else the first one that
    * runs.
    */
  def base(rows: List[LibraryRow]): Option[LibraryRow] =
    rows
      .find(_.name == "brine")
      .orElse(rows.find(!_.traits.contains("as-published")))
      .orElse(rows.headOption)

  /** The case of the first message of a new JVM. */
  val startUpCase = "site-1k"
