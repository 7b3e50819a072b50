package brine.lab.studies.whole

import brine.lab.page.{Answer, Figure, PageContext, Ranking, Summary, Target}
import brine.lab.plan.{ChildPlan, Heaps, Mode, TurnTimes, Visit}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.studies.Study
import scalatags.Text.all.Frag

/** Commands to event-sourced entities: from the caller to the durable reply, and back after a restart. */
object WholeStudy extends Study:
  val name   = "whole"
  val title  = "Commands to event-sourced entities, to the durable reply"
  val source = "this project, 2026: a site of Komanov's model as an entity, with its 29 events"
  val parts  = List("whole")

  /** Those that start and warm up in a few seconds. Mode quick has no time for servers and frameworks, which take
    * several times as long; mode standard has.
    */
  val contenders: List[String] = List("brine", "brine-prevalence", "prevayler", "jdbc-sqlite")

  /** The log without entities. */
  val logAlone = "brine-journal-direct"

  override def marks: List[String] = List(logAlone)

  val headline: List[(String, String)] =
    for load <- WholePrograms.headline; op <- WholePrograms.ops yield load -> op

  override def isIndispensable(name: String): Boolean =
    name == WholePrograms.before || name == WholePrograms.after

  override def usesDisk: Boolean = true

  override def takesTurns(cell: CellSpec): Boolean = WholePrograms.takesTurns(cell.name)

  override def turnTimes: TurnTimes = WholePrograms.turnTimes

  override def limits: List[CellSpec] = WholePrograms.limitCells

  override def limitsOf(cell: CellSpec): List[String] = WholePrograms.limitsOf(cell)

  /** Restarts take long, and one round of a library alone ranks nothing. */
  override def isHeadlineAlone(cell: CellSpec, row: LibraryRow): Boolean = false

  /** Without turns, the disk before and after each row shows the machine's noise. */
  override def hasControl: Boolean = false

  override def staysTogether: Boolean = true

  override def heap(heaps: Heaps): List[String] = heaps.log

  override def silence(mode: Mode): Double = if mode == Mode.Full then 300 else 90

  /** A slow library fills its store for minutes, and reports every second that it works. */
  override def grace: Double = 600

  def children(visit: Visit): List[ChildPlan] =
    val hasEntities = !visit.row.traits.contains(WholeFigures.logAlone)
    for cells <- WholePrograms.children(visit.mode, visit.row.cases, hasEntities)
    yield
      val isLimit = cells.forall(_.op == WholePrograms.limit)
      ChildPlan(cells, WholePrograms.estimate(cells) + (if isLimit then 0 else WholePrograms.opening))

  def answer(page: PageContext): Answer =
    val figures  = WholeFigures(page.results)
    val rankings = WholePrograms.headline.map(ranking(page, figures, _))
    val subject = "256 callers of 1,000 entities, and 16 of one entity, each waits for the durable reply to its command"
    Answer(name, "Which library executes commands of entities fastest?", subject, contenders, rankings)

  /** The libraries by their rates in one case. */
  private[whole] def ranking(page: PageContext, figures: WholeFigures, load: String): Ranking =
    val inTurns = page.results.study(name).exists(cell => cell.name == load && cell.turns.nonEmpty)
    Ranking.of(page, name, task(load), List(load -> "rate"))(
      cell => Option.when(competes(figures, cell))(cell),
      isRate = true,
      doubt = figures.disturbed.filterNot(_ => inTurns).map(reason => s"the disk would not hold still: $reason"),
      excuse = figures.looks.unsteady.filter(_ => inTurns)
    )

  private def task(load: String) =
    val on = if load.startsWith("hot") then "one entity" else "many entities"
    Ranking.Task(s"executed commands of $on", s"executing commands of $on")

  private def competes(figures: WholeFigures, cell: Cell) =
    figures.durable(cell.library) && !figures.alone(cell.library)

  def section(page: PageContext): Frag = WholeSection(page).render

  def verdicts(page: PageContext): List[String] = WholeVerdicts(page).sentences

  def targets(page: PageContext): List[Target] = WholeTargets(page.onJvm, page.results).all

  def figures: List[Figure] = List(Figure.of("whole.tsv", name)(_ => true))

  override def rowData: PageContext => Summary => List[(String, ujson.Value)] = page =>
    val figures = WholeFigures(page.results)
    summary =>
      if summary.op != "rate" || !summary.ok then Nil
      else figures.ofR(summary).map(found => "ofR" -> ujson.Num(found.value)).toList
