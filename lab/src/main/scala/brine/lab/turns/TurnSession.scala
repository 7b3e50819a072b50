package brine.lab.turns

import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, Mode}
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.statistics.TurnRatio
import brine.lab.studies.Study
import java.nio.file.Path
import scala.collection.mutable

/** Measures studies in turns: one start of each study after the other, until the first places are decided or the time
  * is over.
  *
  * @param contenders
  *   the rows of a study that take turns, in the order of its tables
  * @param control
  *   the row of a study that runs a second time
  * @param classPath
  *   of a row's JVM
  * @param before
  *   cells of an earlier part of this run, which are not measured again
  */
final class TurnSession(
    mode: Mode,
    studies: List[Study],
    contenders: Study => List[LibraryRow],
    control: Study => Option[LibraryRow],
    classPath: LibraryRow => String,
    java: JavaHome,
    siteData: Option[Path],
    scratch: Path,
    logs: Path,
    cancellation: Cancellation,
    seed: Long,
    starts: Option[Int],
    before: Seq[Cell]
):
  private val measured = mutable.Map.empty[Study, Vector[Cell]].withDefaultValue(Vector.empty)
  before.filter(_.turns.nonEmpty).foreach(cell => studies.find(_.name == cell.study).foreach(add(_, List(cell))))

  private def add(study: Study, cells: Seq[Cell]): Unit = measured(study) = measured(study) ++ cells

  private val turning = studies.filter(study => TurnedStudy.takesTurns(study) && players(study, everything).nonEmpty)

  private def everything: Cell => Boolean = _ => true

  private def players(study: Study, wanted: Cell => Boolean): List[Contender] =
    val rows = contenders(study).map(_ -> false) ++ control(study).filter(contenders(study).contains).map(_ -> true)
    for
      (row, isControl) <- rows
      cells = TurnedStudy
        .cells(study, row)
        .filter(spec => wanted(Cell(study.name, spec.name, row.name, spec.op)))
      if cells.nonEmpty
    yield Contender(row, isControl, cells, TurnedStudy.heap, java)

  private def estimate(players: List[Contender]): Double =
    TurnedStudy.estimate(players.map(_.cells.size).sum, players.size)

  /** Seconds for the starts that every study gets. */
  def seconds: Double =
    starts.getOrElse(TurnRatio.enoughStarts) * turning.map(study => estimate(players(study, everything))).sum

  /** Measures.
    *
    * @param until
    *   time on the clock `System.nanoTime` after which no further start of an undecided study begins
    * @return
    *   number of starts that were left out for lack of time
    */
  def run(until: Long, emit: Cell => Unit, say: String => Unit): Int =
    val wanted = starts.getOrElse(TurnRatio.enoughStarts)
    for
      start <- 1 to wanted
      study <- turning if !cancellation.requested
      if !measured(study).exists(_.round == start)
    do begin(study, start, players(study, everything), emit, say)
    var left = 0
    if starts.isEmpty then
      var start = wanted + 1
      while start <= TurnSession.most && !cancellation.requested && left == 0 do
        val open = turning.map(study => study -> undecided(study)).filter(_._2.nonEmpty)
        if open.isEmpty then start = TurnSession.most
        for (study, cells) <- open if !cancellation.requested do
          val own     = players(study, cell => cells(cell.library, cell.name, cell.op))
          val seconds = estimate(own)
          if System.nanoTime() + (seconds * 1e9).toLong < until then begin(study, start, own, emit, say) else left += 1
        start += 1
    left

  private def begin(study: Study, start: Int, own: List[Contender], emit: Cell => Unit, say: String => Unit): Unit =
    val contest = Contest(
      study.name,
      start,
      own,
      TurnedStudy.times,
      classPath,
      mode.name,
      siteData,
      scratch,
      logs,
      cancellation,
      seed
    )
    val cells = contest.run(step => say(s"${study.name}, start $start, ${own.size} libraries in turns: $step"))
    add(study, cells)
    cells.foreach(emit)

  /** The rows that may still be first in some cell, as library, case and operation; with the control's. */
  private def undecided(study: Study): Set[(String, String, String)] =
    val open = for
      ((name, op), cells) <- measured(study)
        .filter(cell => cell.ok && !cell.isControl)
        .groupBy(c => (c.name, c.op))
        .toList
      if study.headline.contains(name -> op)
      libraries = cells.groupBy(_.library).toList.sortBy((_, own) => own.flatMap(_.value).min)
      (first, best)  <- libraries.headOption.toList
      (second, next) <- libraries.drop(1)
      ratio          <- TurnRatio.of(next, best).toList
      if TurnRatio.standing(ratio, TurnSession.band) == TurnRatio.Standing.Open && ratio.value < TurnSession.near
      row <- List(first, second)
    yield (row, name, op)
    open.toSet

object TurnSession:
  /** Starts of a study at most. */
  val most = 12

  /** Ratios within this factor are noise until the control says otherwise. */
  private val band = 1.03

  /** Rows that take longer than the first by more than this factor are not worth more time. */
  private val near = 1.5
