package brine.lab.studies.log

import brine.lab.page.{Figure, PageContext, Summary, Target}
import brine.lab.plan.{ChildPlan, Heaps, Mode, Visit}
import brine.lab.studies.Study
import scalatags.Text.all.Frag

/** Appends to logs and databases, in multiples of what the disk does without them. */
object LogStudy extends Study:
  val name   = "log"
  val title  = "Appending to a log that forces: serialization throughput, and callers and events in flight"
  val source = "W. Cunningham, serialization throughput for Prevayler, 2001"
  val parts  = List("log")

  val contenders: List[String] = List(
    "brine",
    "brine-prepared",
    "prevayler",
    "java-direct-forced",
    "java-buffered-forced",
    "chronicle-sync",
    "sqlite",
    "postgresql",
    "mariadb"
  )

  val headline: List[(String, String)] =
    List("callers-1", "callers-16", "callers-256", "in-flight-1024").map(_ -> "rate")

  /** The machine's limits before and after each row show its noise. */
  override def hasControl: Boolean = false

  /** The limits are measured right before and after a row. */
  override def staysTogether: Boolean = true

  override def heap(heaps: Heaps): List[String] = heaps.log

  override def silence(mode: Mode): Double = if mode == Mode.Full then 300 else 60

  override def grace: Double = 300

  def children(visit: Visit): List[ChildPlan] =
    for cells <- LogPrograms.children(visit.mode, visit.row.cases)
    yield
      val isLimit = cells.forall(cell => LogPrograms.limits.contains(cell.op))
      ChildPlan(cells, LogPrograms.estimate(cells) + (if isLimit then 0 else LogPrograms.opening))

  def section(page: PageContext): Frag = LogSection(page).render

  def verdicts(page: PageContext): List[String] = LogVerdicts(page.onJvm, page.results).sentences

  def targets(page: PageContext): List[Target] = LogTargets(page.onJvm, page.results).all

  def figures: List[Figure] = List(Figure.of("log.tsv", name)(_ => true))

  override def files(summaries: List[Summary]): List[(String, String)] = CunninghamTables.all(summaries)

  override def rowData: PageContext => Summary => List[(String, ujson.Value)] = page =>
    val multiples = LogMultiples(page.results)
    summary =>
      if summary.op != "rate" || !summary.ok then Nil
      else multiples.ofR(summary).map(found => "ofR" -> ujson.Num(found.value)).toList
