package brine.lab.turns

import brine.lab.page.PageContext
import brine.lab.results.{Cell, LibraryRow, Results}
import scala.collection.mutable

/** Decides which start of which group comes next: first the starts that every group gets, then further ones for groups
  * whose first places are undecided. Not thread-safe.
  *
  * @param libraries
  *   the rows of the run
  * @param before
  *   cells of an earlier part of this run; starts that are whole among them are not measured again
  */
final class TurnSession(plan: TurnPlan, libraries: List[LibraryRow], before: Seq[Cell] = Nil):
  private val measured = mutable.LinkedHashMap.from(before.map(cell => cell.key -> cell))
  private val begun    = mutable.Set.empty[(String, Int)]
  private var left     = 0

  /** Number of starts that would have been next, but that there was no time for. */
  def leftOut: Int = left

  /** Number of starts that are still to come for every group. */
  def startsLeft: Int = waiting.size

  /** The start to be measured now; `None` once nothing is left to measure.
    *
    * @param hasTime
    *   whether the run has time for a start that takes this number of seconds. The first start of each group is
    *   measured in any case
    */
  def next(hasTime: Double => Boolean): Option[TurnSession.Start] =
    val start = if waiting.nonEmpty then planned(hasTime) else if plan.isOpen then further(hasTime) else None
    start.foreach(of => begun += of.group.study.name -> of.round)
    start

  /** Seconds of the starts that are still to come for every group. */
  def secondsLeft: Double = waiting.map((group, _) => plan.seconds(group)).sum

  /** Takes the cells of a start. They replace those of an attempt that was cut off. */
  def add(cells: Seq[Cell]): Unit = cells.foreach(cell => measured(cell.key) = cell)

  private def waiting: List[(TurnGroup, Int)] =
    for
      start <- (1 to plan.starts).toList
      group <- plan.groups
      if !begun(group.study.name -> group.round(start)) && !isMeasured(group, start)
    yield (group, start)

  private def planned(hasTime: Double => Boolean): Option[TurnSession.Start] =
    val next = waiting
      .map((group, start) => TurnSession.Start(group, start, plan.seconds(group), false))
      .find(start => start.number == 1 || hasTime(start.seconds))
    if next.isEmpty then left = waiting.size
    next

  private def isMeasured(group: TurnGroup, start: Int): Boolean =
    val round = group.round(start)
    group.contenders.forall: own =>
      own.cells.forall(spec =>
        measured.contains(Cell(group.study.name, spec.name, own.label, spec.op, round = round).key)
      )

  private def further(hasTime: Double => Boolean): Option[TurnSession.Start] =
    val open = contested
      .map(group => TurnSession.Start(group, last(group) + 1, plan.seconds(group), true))
      .filter(_.number <= TurnSession.most)
    val next = open.filter(start => hasTime(start.seconds)).minByOption(_.number)
    if next.isEmpty then left = open.size
    next

  /** The latest start of a group, also of one that was cut off. */
  private def last(group: TurnGroup): Int =
    val rounds = measured.keysIterator.filter(_.study == group.study.name).map(_.round) ++
      begun.iterator.collect { case (study, round) if study == group.study.name => round }
    rounds.flatMap(group.start).maxOption.getOrElse(0)

  /** The groups whose first places are undecided, with the rows and cells that would decide them. */
  private def contested: List[TurnGroup] =
    // The answers of the report decide what is undecided, so that both say the same.
    val page = PageContext(Results.empty.copy(libraries = libraries, cells = measured.values.toList))
    for
      study <- plan.groups.map(_.study).distinct
      rankings = study.rankings(page).filter(_.contested.nonEmpty)
      group <- plan.groups if group.study == study
      // What all are compared with, and its control, run in every start.
      always = group.base.map(_.name).toSet
      rows   = rankings.flatMap(_.contested).toSet
      own    = group.only((row, name, op) =>
        rankings.exists(ranking =>
          (always(row.name) || ranking.contested.contains(row.name)) && ranking.cases.contains(name -> op)
        )
      )
      if own.contenders.exists(of => rows(of.row.name) && (rows.subsetOf(always) || !always(of.row.name)))
    yield own

object TurnSession:
  /** Starts of a group at most. */
  val most = 12

  /** One start of a group.
    *
    * @param number
    *   beginning with 1
    * @param seconds
    *   expected duration
    * @param isFurther
    *   whether it is beyond those that every group gets
    */
  final case class Start(group: TurnGroup, number: Int, seconds: Double, isFurther: Boolean):
    def round: Int = group.round(number)

    def label: String =
      val libraries = group.contenders.map(_.row.name).distinct.size
      s"${group.label} in turns, start $number, $libraries librar${if libraries == 1 then "y" else "ies"}"
