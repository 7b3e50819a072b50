package brine.codec.internal.evolution

import brine.codec.internal.concurrent.Once
import brine.codec.internal.matching.CaseMatching
import brine.codec.internal.schema.Structure
import brine.codec.internal.schema.Structure.{Part, Shape}
import brine.codec.{In, UnknownCase}

/** Converts kept unknown cases that this program knows. Safe for use by any number of threads; bounded like [[Plans]].
  */
private[codec] final class Recovery(structure: Structure, target: Shape => Target):
  // For each sum, the plans for the schemas of kept cases.
  private val plans = Once(structure.parts.indices.toVector.map(sum => Plans(() => target(Shape.Named(sum)))))

  /** Converts values of the case for unknown cases. */
  def of(sum: Part.Sum): (In, Any) => Any = (in, value) =>
    of(in, sum, value.asInstanceOf[Product].productElement(0)).getOrElse(value)

  /** The kept value, if its case is one of the sum. */
  def of(in: In, sum: Part.Sum, kept: Any): Option[Any] = kept match
    case unknown: UnknownCase if CaseMatching.find(unknown.name, sum.cases).isDefined =>
      plans()(structure.parts.indexOf(sum)).of(unknown.schema, in).toOption.map(unknown.readBy(in, _))
    case _ => None
