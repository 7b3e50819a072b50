package brine.lab.studies

import brine.lab.page.{Answer, Assets, Figure, PageContext, Ranking, Summary, Target}
import brine.lab.plan.{ChildPlan, Heaps, Mode, Visit}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.LibraryRow
import scalatags.Text.all.Frag

/** A published benchmark that the lab repeats: what its child JVMs measure, and what the page says of it.
  *
  * Each study has a folder with one object of this type; a new study also becomes an entry of `Studies.all`. Stateless
  * and thread-safe.
  */
trait Study extends Turned:
  /** The name that users type, and the field `study` of the results file. */
  def name: String

  /** Heading of the section. */
  def title: String

  /** Who published it, and when. */
  def source: String

  // --------------------------------------------------------------------------------------------- what is measured

  /** The parts of the stage that contain its libraries. */
  def parts: List[String]

  /** The rows ranked in mode quick, at most ten: those that its author named and that still run, and the strongest of
    * today.
    */
  def contenders: List[String]

  /** Rows timed with the contenders that compete with nobody: what they show is a part of the contenders' figures. */
  def marks: List[String] = Nil

  /** The cases and operations timed in mode quick. */
  def headline: List[(String, String)]

  /** Whether a case is measured in mode quick. */
  def isHeadline(name: String): Boolean = headline.exists(_._1 == name)

  /** Whether mode standard has times of a case. */
  def isStandard(name: String): Boolean = true

  /** Whether a case has times of contenders alone, also in mode standard. */
  def isOfContenders(name: String): Boolean = false

  /** Whether a cell is measured in mode quick, if libraries take turns. */
  def isHeadline(cell: CellSpec): Boolean = headline.contains(cell.name -> cell.op)

  /** Whether a row measures a cell in mode quick, if libraries take turns. */
  def isHeadline(cell: CellSpec, row: LibraryRow): Boolean = runs(row) && isHeadline(cell)

  /** Whether a row measures a cell in mode quick that takes no turns. */
  def isHeadlineAlone(cell: CellSpec, row: LibraryRow): Boolean = runs(row) && isHeadline(cell.name)

  /** Whether a case belongs to every run, also if the user chose others: the others are judged by it. */
  def isIndispensable(name: String): Boolean = false

  /** Whether libraries measure a cell in turns of milliseconds, in the modes that have turns. */
  def takesTurns(cell: CellSpec): Boolean = cell.isTimed

  /** A cell as libraries measure it in turns. A turn is as long for all, whatever the size of a whole run is. */
  def inTurn(cell: CellSpec): CellSpec = cell.copy(note = "")

  /** Whether a row takes part. Code repeated as published belongs to the study that published it. */
  def runs(row: LibraryRow): Boolean = row.takesPart(name) && !row.traits.contains("as-published")

  /** Whether a library runs a second time as the A/A control, where libraries are measured one after the other. In
    * turns, one always does.
    */
  def hasControl: Boolean = true

  /** The strongest other library, whose second JVM takes turns, too. */
  def rival: Option[String] = None

  /** Whether the children of one row follow each other directly. */
  def staysTogether: Boolean = false

  /** The children of one visit, in order. */
  def children(visit: Visit): List[ChildPlan]

  /** The traits without which a row does not measure all cases. */
  def traits: List[String] = Nil

  /** The names of all cases in a mode. */
  def caseNames(mode: Mode): List[String] = cellsIn(mode).map(_.name).distinct

  /** The names of the cases in a mode that have times. */
  def timedNames(mode: Mode): List[String] = cellsIn(mode).filterNot(_.isExact).map(_.name).distinct

  private def cellsIn(mode: Mode) =
    val anybody = LibraryRow(name, name, traits = "typed" :: traits)
    children(Visit(mode, anybody, 1, control = false, isRepeated = false)).flatMap(_.cells)

  /** Memory and collector of its children. */
  def heap(heaps: Heaps): List[String] = heaps.micro

  /** Seconds after which a silent child counts as hung; a run at the published size may take longer. */
  def silence(mode: Mode): Double = if mode == Mode.Full then 180 else 40

  /** Seconds that a child may take in addition to ten times the expected ones. */
  def grace: Double = 120

  // --------------------------------------------------------------------------------------------- what the page says

  /** What the run answers to the study's first question: it stands on the first screen. */
  def answer(page: PageContext): Answer

  final def rankings(page: PageContext): List[Ranking] = answer(page).rankings

  /** The section of the page. Called only for a run that measured the study. */
  def section(page: PageContext): Frag

  /** Sections that follow those of all studies: identifier and content. */
  def appendices(page: PageContext): List[(String, Frag)] = Nil

  /** Further answers of the run, one sentence each: they open the section. */
  def verdicts(page: PageContext): List[String]

  /** Brine's goals; empty if the run has no row of Brine. */
  def targets(page: PageContext): List[Target]

  /** The tab-separated files. */
  def figures: List[Figure]

  /** Further files of the report's folder: name and content. */
  def files(summaries: List[Summary]): List[(String, String)] = Nil

  /** What its charts need beside the rows: fields of the page's data block. */
  def chartData: ujson.Obj = ujson.Obj()

  /** What its charts need in a row's data: fields and values. */
  def rowData: PageContext => Summary => List[(String, ujson.Value)] = _ => _ => Nil

  /** The script that draws its charts. */
  def script: String = Assets.text(s"studies/$name.js")
