package brine.lab.browser

import brine.lab.plan.Task.Iterations
import brine.lab.plan.{JavaHome, Mode, Selection, Task}
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.studies.books.BooksStudy
import java.nio.file.Path
import scala.util.Random

/** The browser part of a run: one page load per library and round.
  *
  * @param rows
  *   the requested libraries; those that cannot run have a reason
  * @param wantedRounds
  *   page loads per library, instead of the mode's number
  * @param selection
  *   the cases that are measured
  */
final class BrowserPlan(rows: List[LibraryRow], mode: Mode, wantedRounds: Option[Int], selection: Selection):
  private val able = if cells(1).isEmpty then Nil else rows.filter(_.unavailable.isEmpty)

  /** Warm-up of each cell, in turns with the others, which share its code. */
  val warmUp: Iterations = mode match
    case Mode.Smoke                 => Iterations(2, 15)
    case Mode.Quick | Mode.Standard => Iterations(4, 50)
    case Mode.Full                  => Iterations(10, 100)

  /** Batches of at least 20 ms: thousands of clock steps. */
  val measure: Iterations = mode match
    case Mode.Smoke                 => Iterations(2, 20)
    case Mode.Quick | Mode.Standard => Iterations(5, 20)
    case Mode.Full                  => Iterations(25, 40)

  /** The page load is the replicate: a single one does not show how much the next would differ. */
  val rounds: Int = wantedRounds.getOrElse(mode match
    case Mode.Smoke    => 1
    case Mode.Quick    => 2
    case Mode.Standard => 3
    case Mode.Full     => 10)

  private val secondsPerTask =
    BrowserPlan.start + cells(0).count(_.isTimed) * (warmUp.seconds + 1.3 * measure.seconds)

  /** Seconds of the mode's budget that the browser takes. */
  def seconds: Double = able.size * rounds * secondsPerTask

  def unavailable: List[Cell] =
    for row <- rows if row.unavailable.nonEmpty
    yield Cell(
      BooksStudy.name,
      "",
      row.name,
      "",
      "unavailable",
      row.unavailable,
      mode = mode.name,
      where = Cell.Where(platform = "browser")
    )

  def tasks(seed: Long): List[Task] =
    val random = Random(seed)
    (1 to rounds).toList.flatMap(round => random.shuffle(able.map(task(_, round)))).filter(_.cells.nonEmpty)

  /** Sizes of all cases, and times of the chosen ones. */
  private def cells(round: Int): List[Task.CellSpec] =
    BooksStudy
      .cells(round)
      .filter: cell =>
        if cell.isTimed then
          selection.hasCase(cell.name, BooksStudy.isHeadline(cell.name), BooksStudy.isStandard(cell.name))
        else selection.hasSize(cell.name)

  private def task(row: LibraryRow, round: Int): Task = Task(
    row,
    BooksStudy.name,
    round,
    false,
    Task.Kind.Browser,
    cells(round),
    Task.Jvm(BrowserPlan.noJava),
    Task.Times(warmUp, measure, secondsPerTask, secondsPerTask * 10 + 60, 30)
  )

object BrowserPlan:
  /** Seconds until a page in a new browser starts to measure. */
  private val start = 1.2

  private val noJava = JavaHome(Path.of(""), "", "")

  /** The rows of a run: all, or those named by library or bundle. Without a browser, all have the reason `missing`. */
  def select(bundles: List[BrowserBundle], only: List[String], missing: Option[String]): List[LibraryRow] =
    val chosen = BrowserLibraries.rows(bundles).filter(row => only.isEmpty || only.contains(row.name))
    chosen.map(row => if row.unavailable.isEmpty then row.copy(unavailable = missing.getOrElse("")) else row)
