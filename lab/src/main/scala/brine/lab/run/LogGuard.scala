package brine.lab.run

import brine.lab.plan.Mode
import brine.lab.results.{Cell, Results}
import brine.lab.studies.log.{LogPrograms, LogStudy}
import brine.lab.studies.whole.{WholePrograms, WholeStudy}
import scala.collection.mutable

/** Refuses impossible figures: one caller that waits for durability after every record cannot be faster than plain
  * writes with an fsync each. Such a rate means that the store does not fsync each record, or that the benchmark is
  * broken.
  *
  * A questionable cell is held back until the machine's limit has been measured after it as well. If other work
  * disturbs the machine, the limit may be lower before and after than in between. So the fastest measurement of the
  * whole run decides, and if the two measurements around a row differ by a factor, the limit is raised by that factor,
  * up to three. A store without fsync is faster by far more than that.
  *
  * One owner, one thread.
  *
  * @param durable
  *   the rows that promise durable appends
  * @param mode
  *   mode of the run
  * @param earlier
  *   results that a resumed run has measured already
  */
final class LogGuard(durable: Set[String], mode: Mode, earlier: Results = Results.empty):
  private type Round = (library: String, round: Int, jdk: String, jvm: String)

  private val limits = mutable.Map[Round, List[Cell]]().withDefaultValue(Nil)
  private val held   = mutable.ListBuffer[Cell]()
  earlier.cells.filter(isLimit).foreach(remember)

  /** The cells that may be written now. */
  def apply(cell: Cell): List[Cell] =
    if isLimit(cell) then
      remember(cell)
      if cell.name == LogPrograms.after then cell :: release(roundOf(cell)) else List(cell)
    // Turns have the limits of their own start, which comes before them.
    else if isQuestionable(cell) && cell.turns.nonEmpty then List(judged(cell))
    else if isQuestionable(cell) then
      held += cell
      Nil
    else List(cell)

  /** Judges the cells that are still held back by the limits measured so far. */
  def rest(): List[Cell] =
    val left = held.toList.map(judged)
    held.clear()
    left

  private def isLimit(cell: Cell) = LogGuard.guarded(cell.study) && cell.op == "R"

  private def isQuestionable(cell: Cell) =
    LogGuard.isSynchronous(cell) && cell.ok && durable(cell.library) && LogGuard.rates(cell.op)

  private def roundOf(cell: Cell): Round =
    (if cell.turns.isEmpty then cell.library else Cell.withoutLibrary, cell.round, cell.jdk, cell.jvm)

  private def remember(cell: Cell): Unit = limits(roundOf(cell)) = cell :: limits(roundOf(cell))

  private def release(round: Round): List[Cell] =
    val (mine, others) = held.toList.partition(roundOf(_) == round)
    held.clear()
    held ++= others
    mine.map(judged)

  private def judged(cell: Cell): Cell =
    def fastest(cells: Iterable[Cell]) = cells.flatMap(limit => limit.value.map(_.max(limit.hi.getOrElse(0)))).maxOption
    val own                            = (fastest(limits(roundOf(cell))) ++ cell.limit).maxOption
    (cell.value, own, fastest(limits.values.flatten)) match
      case (Some(rate), Some(limit), run)
          if rate > limit.max(run.getOrElse(0)) * LogGuard.slack(mode) * unsteady(limits(roundOf(cell))) =>
        cell.copy(
          status = "wrong",
          note =
            f"refused: ${rate / limit}%.2f times the fastest plain writes with an fsync each, before and after it; " +
              "the store did not fsync each record, or the benchmark is broken",
          figure = cell.figure.copy(value = None, unit = None, lo = None, hi = None),
          turns = Nil,
          limits = cell.limits.copy(beside = Map.empty)
        )
      case (Some(rate), Some(limit), _) if rate > limit && mode != Mode.Smoke =>
        val disturbed = "faster than plain writes with an fsync before and after it, but not than the fastest of the " +
          "run: the machine was disturbed"
        cell.copy(note = List(cell.note, disturbed).filter(_.nonEmpty).mkString("; "))
      case _ => cell

  private def unsteady(looks: List[Cell]): Double =
    val rates = looks.flatMap(_.value).filter(_ > 0)
    if rates.isEmpty then 1 else (rates.max / rates.min).min(LogGuard.mostUnsteady)

object LogGuard:
  private val mostUnsteady = 3.0

  private val rates = Set("rate", "records")

  private val guarded = Set(LogStudy.name, WholeStudy.name)

  private def isSynchronous(cell: Cell) =
    cell.study == LogStudy.name && LogPrograms.isSynchronous(cell.name) ||
      cell.study == WholeStudy.name && WholePrograms.isSynchronous(cell.name)

  /** A smoke run measures too briefly to show more than whether there is any fsync at all. */
  private def slack(mode: Mode): Double = if mode == Mode.Smoke then 4 else 1
