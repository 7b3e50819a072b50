package brine.codec.evolution.oracle

import brine.codec.Schema.Kind

/** The function of a migration, as a user writes it: a new field gets the text of an old one, fields that both classes
  * have are copied, the others get their default.
  */
final class Migrate(old: Old, rec: Ty.Rec) extends (Any => Any):
  // What was written, and the field that is computed.
  private val sources: Vector[Fld] = old.of.fields :+ Fld(old.to, "", old.toType)

  private val fields: Vector[Vector[Any] => Any] = rec.fields.map { field =>
    def byDefault = field.default.getOrElse(Values.first(field.of))
    Truth.lineageOf(sources, field).fold((_: Vector[Any]) => byDefault) { make => values =>
      try make(values)
      catch case _: Truth.RefusedValue => byDefault
    }
  }

  def apply(value: Any): Any =
    val values = value.asInstanceOf[Obj].fields
    val all    = values :+ s"was ${values(old.of.fields.indexWhere(_.id == old.from))}"
    Obj(rec.name, fields.map(_(all)))

object Migrate:
  /** The type of the field that a migration computes. */
  def computed(id: Int): Ty = Ty.Prim(id, Kind.String)

  /** What becomes of an Option of an empty Option, where an Option is added around it. */
  private enum Emptiness:
    case Kept, Emptied, Unchanged

  /** The result of a migration, which gets one value: where an Option of nothing may be none, several are right. */
  def plain(migrate: Any => Any, value: Any): Any =
    Emptiness.values.toVector.map(plain(value, _)).distinct.map(migrate).reduceRight(OneOf(_, _))

  private def plain(value: Any, nothing: Emptiness): Any =
    def inner(value: Any): Any = value match
      case OrNone(value) =>
        (nothing, value) match
          case (Emptiness.Emptied, _)                                                       => None
          case (Emptiness.Unchanged, Some(inside: (Option[?] | OrNone))) if isEmpty(inside) => inner(inside)
          case _                                                                            => inner(value)
      case OneOf(first, other) => inner(if nothing == Emptiness.Kept then first else other)
      case Some(value)         => Some(inner(value))
      case Left(value)         => Left(inner(value))
      case Right(value)        => Right(inner(value))
      case Obj(name, fields)   => Obj(name, fields.map(inner))
      case all: List[?]        => all.map(inner)
      case all: Vector[?]      => all.map(inner)
      case all: Set[?]         => all.map(inner(_): Any)
      case all: Map[?, ?]      => all.map((k, v) => inner(k) -> inner(v))
      case tuple: Product if tuple.productPrefix.startsWith("Tuple") =>
        Values.tuple(tuple.productIterator.map(inner).toVector)
      case other => other
    inner(value)

  // Whether Options contain nothing but an empty one, so that one of them less is a value of any Option.
  private def isEmpty(value: Any): Boolean = value match
    case None         => true
    case Some(inside) => isEmpty(inside)
    case OrNone(of)   => isEmpty(of)
    case _            => false
