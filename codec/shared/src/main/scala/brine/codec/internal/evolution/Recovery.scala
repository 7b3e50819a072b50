package brine.codec.internal.evolution

import brine.codec.internal.Structure
import brine.codec.internal.Structure.{Part, Shape}
import brine.codec.{In, UnknownCase}

/** Cases that somebody did not know and kept, but that are known here. Safe for use by any number of threads. */
private[codec] final class Recovery(structure: Structure, target: Shape => Target):
  // For each of the parts, what reads kept cases as it.
  private lazy val plans: Vector[Plans] =
    structure.parts.indices.toVector.map(part => Plans(() => target(Shape.Named(part))))

  /** What becomes of values of the case for unknown ones. */
  def of(sum: Part.Sum): (In, Any) => Any =
    (in, value) => of(in, sum, value.asInstanceOf[Product].productElement(0)).getOrElse(value)

  /** The value that was kept, if its case is one of the sum. */
  def of(in: In, sum: Part.Sum, kept: Any): Option[Any] = kept match
    case unknown: UnknownCase if sum.cases.exists(c => c.name == unknown.name || c.was.contains(unknown.name)) =>
      plans(structure.parts.indexOf(sum)).of(unknown.schema).toOption.map(unknown.readBy(in, _))
    case _ => None
