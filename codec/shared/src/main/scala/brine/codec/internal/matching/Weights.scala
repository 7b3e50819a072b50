package brine.codec.internal.matching

import brine.codec.Schema
import brine.codec.Schema.{Definition, Field, Type}

import scala.collection.mutable

/** How many fields without further fields a written field contains, or is. So a plan that drops a field never costs
  * less than one that drops some fields of it. Used by one thread.
  */
private[codec] final class Weights(written: Schema):
  private val known = mutable.HashMap.empty[Int, Long]
  private var depth = 0

  def of(field: Field): Long = math.max(1, within(field.of))

  private def all(fields: Vector[Field]): Long = fields.foldLeft(0L)((sum, field) => capped(sum + of(field)))

  private def within(tpe: Type): Long = tpe match
    case Type.Optional(of)      => within(of)
    case Type.Boxed(of)         => within(of)
    case Type.Repeated(of)      => within(of)
    case Type.Shared(of)        => within(of)
    case Type.Sequence(of)      => within(of)
    case Type.Set(of)           => within(of)
    case Type.Wrapped(_, _, of) => math.max(1, within(of))
    case Type.Either(l, r)      => capped(within(l) + within(r))
    case Type.Map(k, v)         => capped(within(k) + within(v))
    case Type.Tuple(elements)   => elements.foldLeft(0L)((sum, of) => capped(sum + within(of)))
    case Type.Named(index)      => known.getOrElse(index, definition(index))
    case _                      => 0

  // A definition within itself adds nothing.
  private def definition(index: Int): Long =
    if depth > Weights.MostDepth then 0
    else
      known(index) = 0
      depth += 1
      val weight = written.definitions(index) match
        case Definition.Record(_, fields) => all(fields)
        case Definition.Sum(_, cases)     => cases.foldLeft(0L)((sum, c) => capped(sum + all(c.fields)))
      depth -= 1
      known(index) = weight
      weight

  private def capped(weight: Long): Long = math.min(weight, Weights.Most)

private object Weights:
  /** A hostile schema may nest deeper. */
  private final val MostDepth = 64

  private final val Most = 1L << 16
