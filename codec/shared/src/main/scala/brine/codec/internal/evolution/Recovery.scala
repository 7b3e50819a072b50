package brine.codec.internal.evolution

import brine.codec.internal.Structure
import brine.codec.internal.Structure.{Part, Shape}
import brine.codec.{Codec, Schema, UnknownCase}

import scala.collection.mutable

/** Cases that somebody did not know and kept, but that are known here. Safe for use by any number of threads; bounded, because the
  * schemas they bring may come from an enemy.
  */
private[codec] final class Recovery(structure: Structure, target: Shape => Target):
  private val known = mutable.HashMap.empty[(Int, Schema), Option[Codec[?]]]

  /** What becomes of values of the case for unknown ones. */
  def of(sum: Part.Sum): Any => Any = value => of(sum, value.asInstanceOf[Product].productElement(0)).getOrElse(value)

  /** The value that was kept, if its case is one of the sum. */
  def of(sum: Part.Sum, kept: Any): Option[Any] = kept match
    case unknown: UnknownCase if sum.cases.exists(c => c.name == unknown.name || c.was.contains(unknown.name)) =>
      plan(unknown, structure.parts.indexOf(sum)).map(unknown.readBy)
    case _ => None

  private def plan(unknown: UnknownCase, sum: Int): Option[Codec[?]] = known.synchronized:
    if known.size > Recovery.Most then known.clear()
    known.getOrElseUpdate(
      (sum, unknown.schema),
      try Some(Resolver(unknown.schema).plan(target(Shape.Named(sum))))
      catch case _: Incompatible => None
    )

private[codec] object Recovery:
  private inline val Most = 256
