package brine.lab.turns

import brine.lab.results.LibraryRow
import brine.lab.studies.Turned

/** Contenders of a study whose JVMs are alive together.
  *
  * A study with more libraries than fit has several groups. Each contains the same library to compare with, which
  * connects them, and its second JVM. One group also contains the second JVM of a rival.
  *
  * @param number
  *   of the group, beginning with 0
  * @param of
  *   number of the study's groups
  */
final case class TurnGroup(study: Turned, number: Int, of: Int, contenders: List[Contender]):
  /** The library that all others are compared with, if it takes part. */
  def base: Option[LibraryRow] = contenders.find(_.control).map(_.row)

  /** The field `round` of the cells of a start, so that the same round is the same moment for all that have it. */
  def round(start: Int): Int = (start - 1) * of + number + 1

  /** The start that a round belongs to; `None` if it is another group's. */
  def start(round: Int): Option[Int] = Option.when((round - 1) % of == number)((round - 1) / of + 1)

  /** The same group with some of its cells; contenders without any are left out. */
  def only(wanted: (LibraryRow, String, String) => Boolean): TurnGroup =
    copy(contenders =
      contenders.map(own => own.only(spec => wanted(own.row, spec.name, spec.op))).filter(_.cells.nonEmpty)
    )

  /** Number of turns in a round, over all contenders. A turn that is longer counts as several. */
  def turns: Int = contenders.map(_.turns.map(study.lengthOf).sum).sum

  def label: String = study.name + (if of == 1 then "" else s" (group ${number + 1} of $of)")

object TurnGroup:
  /** With fewer JVMs beside the base and its control, a rival's second JVM would take the place of another library. */
  private val roomForRival = 4

  /** Divides the contenders of a study.
    *
    * @param base
    *   the library to compare with, one of the contenders; it runs a second time as the control
    * @param most
    *   number of JVMs at a time
    * @param rival
    *   a further library that runs a second time, beside its first JVM, where there is room for that
    */
  def of(
      study: Turned,
      contenders: List[Contender],
      base: Option[LibraryRow],
      most: Int,
      rival: Option[LibraryRow] = None
  ): List[TurnGroup] =
    val (bases, others) = contenders.filter(_.cells.nonEmpty).partition(own => base.contains(own.row))
    val always          = bases.flatMap(own => List(own, controlOf(study, own)))
    if bases.isEmpty && others.isEmpty then Nil
    else
      val room          = (most - always.size).max(1)
      val (twice, once) = others.partition(own => rival.contains(own.row) && room >= roomForRival)
      // Both JVMs of a rival belong to one group.
      val together = twice.map(own => List(own, controlOf(study, own))) ++ once.map(List(_))
      val groups   = ((together.map(_.size).sum + room - 1) / room).max(1)
      val filled   = together.foldLeft(Vector.fill(groups)(always)): (filled, own) =>
        val emptiest = filled.indices.minBy(filled(_).size)
        filled.updated(emptiest, filled(emptiest) ++ own)
      filled.toList.zipWithIndex.map((contenders, number) => TurnGroup(study, number, groups, contenders))

  private def controlOf(study: Turned, own: Contender): Contender =
    val some = own.copy(control = true).only(study.isControlled)
    if some.cells.isEmpty then own.copy(control = true) else some
