package brine.lab.studies.actors

import brine.lab.page.{Answer, Figure, PageContext, Ranking, Target}
import brine.lab.plan.{ChildPlan, Heaps, Mode, TurnTimes, Visit}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.LibraryRow
import brine.lab.studies.Study
import scalatags.Text.all.Frag

/** Actors made, told, asked and stopped: whole runs of programs, and what actors do that live on. */
object ActorsStudy extends Study:
  val name   = "actors"
  val title  = "Actors made, told, asked and stopped: the Akka and actr benchmark"
  val source = "zakgof, akka-actr-benchmark, 2019 to 2020"
  val parts  = List("actors")

  val contenders: List[String] =
    List("brine", "akka-classic", "pekko-typed", "virtual-threads", "actr")

  val headline: List[(String, String)] = List(
    "sequential" -> "run",
    "parallel"   -> "run",
    "merge-sort" -> "run",
    ActorPrograms.system,
    "ask-chained" -> "p50"
  )

  override def heap(heaps: Heaps): List[String] = heaps.actors

  override def silence(mode: Mode): Double = ActorPrograms.time(mode).silence

  /** One child per case, so that the heap and compiled code of one case do not affect the next. */
  def children(visit: Visit): List[ChildPlan] =
    val time    = ActorPrograms.time(visit.mode)
    val isTyped = visit.row.traits.contains("typed")
    for programs <- ActorPrograms.children(visit.mode, visit.row.cases, isTyped, visit.control, visit.isRepeated)
    yield ChildPlan(
      programs.flatMap(_.cells(visit.mode, visit.control)),
      programs.map(time.estimate).sum,
      programs.head.collector,
      time.shots,
      time.longest
    )

  def answer(page: PageContext): Answer = Answer(
    name,
    "Which actor runtime is fastest?",
    "Programs of many actors and messages",
    contenders,
    Ranking.of(page, name, Ranking.Task("ran", "running them"), headline.filter(_._2 == "run"))() :: asks(page)
  )

  /** Who answers most asks, in a run whose runtimes took turns. */
  private def asks(page: PageContext): List[Ranking] =
    val (load, op) = ActorPrograms.asks
    val inTurns    = page.results.study(name).exists(cell => cell.name == load && cell.turns.nonEmpty)
    val task       = Ranking.Task("answered asks", "answering asks")
    Option.when(inTurns)(Ranking.of(page, name, task, List(load -> op))(isRate = true)).toList

  /** Short whole runs, and what actors do that live from turn to turn. */
  override def takesTurns(cell: CellSpec): Boolean = ActorPrograms.takesTurns(cell)

  override def inTurn(cell: CellSpec): CellSpec = ActorPrograms.inTurn(cell)

  override def young: Int = ActorPrograms.young

  override def turnTimes: TurnTimes = ActorPrograms.turnTimes

  override def lengthOf(turn: String): Int = ActorPrograms.lengthOf(turn)

  /** All figures of a case that come from its turns. */
  override def isHeadline(cell: CellSpec): Boolean = isHeadline(cell.name)

  /** One round of a runtime alone ranks nothing. */
  override def isHeadlineAlone(cell: CellSpec, row: LibraryRow): Boolean = false

  def section(page: PageContext): Frag = ActorsSection(page).render

  def verdicts(page: PageContext): List[String] = ActorVerdicts(page).sentences

  def targets(page: PageContext): List[Target] = ActorTargets(page.onJvm, page.results).all

  def figures: List[Figure] = List(Figure.of("actors.tsv", name)(_ => true))
