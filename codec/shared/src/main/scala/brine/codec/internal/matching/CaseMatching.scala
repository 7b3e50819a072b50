package brine.codec.internal.matching

import brine.codec.internal.schema.Structure.PartCase

/** Matches written cases of a sum to those of this program.
  *
  * The name of a case is qualified, as in `PayEvent.Created`, only where another case of its sum has the same short
  * name. So a name may become qualified, or short, because another case came or went.
  */
private[codec] object CaseMatching:
  /** What a written case is here: the number of a case, [[Missing]] or [[Unclear]]. */
  def apply(written: Vector[String], here: Vector[PartCase]): Vector[Int] =
    val named = Matching(written, here.map(c => c.name -> c.was))
    if named.forall(_ >= 0) then named else byShortName(written, here, named)

  private def byShortName(written: Vector[String], here: Vector[PartCase], named: Vector[Int]): Vector[Int] =
    val taken   = named.toSet
    val open    = here.indices.filterNot(taken).groupBy(i => short(here(i).name))
    val hereAll = here.groupBy(c => short(c.name))
    val theirs  = written.indices.filter(named(_) < 0).groupBy(i => short(written(i)))
    written.indices.toVector.map { i =>
      val name   = short(written(i))
      val others = open.getOrElse(name, Nil)
      if named(i) >= 0 then named(i)
      else if others.isEmpty then Missing
      else if theirs(name).sizeIs == 1 && hereAll(name).sizeIs == 1 then others.head
      else Unclear
    }

  /** The case here that a single written case is. */
  def find(written: String, here: Vector[PartCase]): Option[PartCase] =
    CaseMatching(Vector(written), here).headOption.filter(_ >= 0).map(here(_))

  /** No case here. */
  final val Missing = -1

  /** One of several cases here, or one of several written ones. */
  final val Unclear = -2

  private def short(name: String): String = name.substring(name.lastIndexOf('.') + 1)
