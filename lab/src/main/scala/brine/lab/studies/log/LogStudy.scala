package brine.lab.studies.log

import brine.lab.page.{Answer, Figure, PageContext, Ranking, Summary, Target}
import brine.lab.plan.{ChildPlan, Heaps, Mode, TurnTimes, Visit}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.{Cell, LibraryRow}
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
    "chronicle-sync",
    "chronicle-sync-prepared",
    "rocksdb",
    "sqlite",
    "postgresql",
    "mariadb"
  )

  val headline: List[(String, String)] =
    List("callers-16", "in-flight-1024").map(_ -> "rate")

  /** The program of 2001 belongs to every run. */
  override def isHeadline(name: String): Boolean =
    super.isHeadline(name) || LogPrograms.isCunningham(name) || LogPrograms.more.contains(name)

  /** Servers, which take longest, leave out what is not appended in mode quick. */
  override def isHeadline(cell: CellSpec, row: LibraryRow): Boolean =
    isHeadline(cell) && !(row.traits.contains("server") && LogPrograms.more.contains(cell.name))

  /** The noise of appends, which have the disk's, is that of all cases. */
  override def isControlled(cell: CellSpec): Boolean = !LogPrograms.program(cell.name).exists(_.needs.nonEmpty)

  override def traits: List[String] = LogPrograms.needs

  override def usesDisk: Boolean = true

  override def isIndispensable(name: String): Boolean = name == LogPrograms.before || name == LogPrograms.after

  /** Durable appends to a log that stays open. The program of 2001 begins with an empty log and with cold code, opening
    * and recovering begin with a closed log, and what is not forced reaches the disk during the turns of others.
    */
  override def takesTurns(cell: CellSpec): Boolean = LogPrograms.takesTurns(cell.name)

  override def turnTimes: TurnTimes = LogPrograms.turnTimes

  override def limits: List[CellSpec] = LogPrograms.limitCells

  override def limitsOf(cell: CellSpec): List[String] = LogPrograms.limitsOf(cell)

  /** Allocation comes from the same turns as the rate. */
  override def isHeadline(cell: CellSpec): Boolean = isHeadline(cell.name)

  /** One round of the program of 2001 ranks nothing: three of its sizes show its shape, and a server takes longer to
    * start than to run it.
    */
  override def isHeadlineAlone(cell: CellSpec, row: LibraryRow): Boolean =
    LogPrograms.isHeadlineAlone(cell.name) && !row.traits.contains("server")

  /** Without turns, the machine's limits before and after each row show its noise. */
  override def hasControl: Boolean = false

  /** The limits are measured right before and after a row. */
  override def staysTogether: Boolean = true

  override def heap(heaps: Heaps): List[String] = heaps.log

  override def silence(mode: Mode): Double = if mode == Mode.Full then 300 else 60

  override def grace: Double = 300

  def children(visit: Visit): List[ChildPlan] =
    for cells <- LogPrograms.children(visit.mode, visit.row.cases, visit.row.traits)
    yield
      val isLimit = cells.forall(cell => LogPrograms.limits.contains(cell.op))
      ChildPlan(cells, LogPrograms.estimate(cells) + (if isLimit then 0 else LogPrograms.opening))

  def answer(page: PageContext): Answer =
    val multiples = LogMultiples(page.results)
    val ranking   = LogStudy.ranking(page, multiples, "callers-16")
    val isFull    = page.results.study(name).exists(isOfFullDisk)
    val full      = Option.when(isFull)("the disk was full: no store is to blame")
    val notes     = (multiples.implausible ++ full).toList
    val told      = if notes.isEmpty then "" else notes.mkString(" (", "; ", ")")
    val subject   = "16 callers that wait for each event" + told
    Answer(name, "Which store makes events durable fastest?", subject, contenders, List(ranking))

  /** Whether a store failed because its files did not fit. Each store has words of its own for that. */
  private def isOfFullDisk(cell: Cell) =
    cell.status == "crashed" && List("No space left", "disk is full", "Disk full").exists(cell.note.contains(_))

  /** The stores by their rates in one case, in multiples of the limit. */
  private[log] def ranking(page: PageContext, multiples: LogMultiples, load: String): Ranking =
    val inTurns = page.results.study(name).exists(cell => cell.name == load && cell.turns.nonEmpty)
    val task    = tasks.getOrElse(load, Ranking.Task("appended", "appending"))
    val disk    = !LogPrograms.isReading(load)
    Ranking.of(page, name, task, List(load -> "rate"))(
      cell => if isStore(multiples, cell.library) then inMultiples(multiples, cell) else None,
      isRate = true,
      doubt = multiples.disturbed.filterNot(_ => inTurns).map(reason => s"the disk would not hold still: $reason"),
      excuse = multiples.looks.unsteady.filter(_ => inTurns && disk)
    )

  /** What is done in the cases that append nothing. */
  private val tasks = Map(
    LogPrograms.stateSave   -> Ranking.Task("saved", "saving"),
    LogPrograms.stateLoad   -> Ranking.Task("loaded", "loading"),
    LogPrograms.queryBoth   -> Ranking.Task("read", "reading"),
    LogPrograms.queryEither -> Ranking.Task("read", "reading")
  )

  /** Rows without durable appends do not compete with those that have them, and a plain write is no store. */
  private def isStore(multiples: LogMultiples, library: String) =
    multiples.durable(library) && !library.startsWith("raw")

  /** Turns have their rivals' turns as neighbours; other cells are compared in multiples of the limit around them. */
  private def inMultiples(multiples: LogMultiples, cell: Cell): Option[Cell] =
    if cell.turns.nonEmpty then Some(cell)
    else
      multiples
        .ofR(cell)
        .map(multiple => cell.withFigure(_.copy(value = Some(multiple), unit = Some("multiples of R"))))

  def section(page: PageContext): Frag = LogSection(page).render

  def verdicts(page: PageContext): List[String] = LogVerdicts(page).sentences

  def targets(page: PageContext): List[Target] = LogTargets(page.onJvm, page.results).all

  def figures: List[Figure] = List(Figure.of("log.tsv", name)(_ => true))

  override def files(summaries: List[Summary]): List[(String, String)] = CunninghamTables.all(summaries)

  override def rowData: PageContext => Summary => List[(String, ujson.Value)] = page =>
    val multiples = LogMultiples(page.results)
    summary =>
      if summary.op != "rate" || !summary.ok then Nil
      else multiples.ofR(summary).map(found => "ofR" -> ujson.Num(found.value)).toList
