package brine.codec.internal.matching

import brine.codec.Schema
import brine.codec.Schema.{Definition, Field, Type}

import scala.collection.mutable

/** Whether two types, of two schemas, have the same bytes and the same names. */
private[codec] object SameSchema:
  /** Compares two types. `count` is called for each comparison and may throw to stop it. */
  def apply(left: Schema, leftType: Type, right: Schema, rightType: Type)(count: () => Unit): Boolean =
    new SameSchema(left, right, count).types(leftType, rightType)

  /** Whether the fields of a record or case are those of another. */
  def ofFields(left: Schema, leftFields: Vector[Field], right: Schema, rightFields: Vector[Field])(
      count: () => Unit
  ): Boolean = new SameSchema(left, right, count).fields(leftFields, rightFields)

private final class SameSchema(left: Schema, right: Schema, count: () => Unit):
  // Pairs of definitions that are assumed equal until a difference is found.
  private val seen = mutable.HashSet.empty[(Int, Int)]

  private def types(a: Type, b: Type): Boolean =
    count()
    alike(a, b)

  private def alike(a: Type, b: Type): Boolean = (a, b) match
    case (Type.Named(i), Type.Named(j)) =>
      if seen.add((i, j)) then same(left.definitions(i), right.definitions(j)) else true
    case (Type.Optional(x), Type.Optional(y))           => types(x, y)
    case (Type.Either(x1, x2), Type.Either(y1, y2))     => types(x1, y1) && types(x2, y2)
    case (Type.Sequence(x), Type.Sequence(y))           => types(x, y)
    case (Type.Set(x), Type.Set(y))                     => types(x, y)
    case (Type.Map(x1, x2), Type.Map(y1, y2))           => types(x1, y1) && types(x2, y2)
    case (Type.Tuple(xs), Type.Tuple(ys))               => xs.size == ys.size && xs.lazyZip(ys).forall(types)
    case (Type.Boxed(x), Type.Boxed(y))                 => types(x, y)
    case (Type.Shared(x), Type.Shared(y))               => types(x, y)
    case (Type.Repeated(x), Type.Repeated(y))           => types(x, y)
    case (Type.Primitive(x), Type.Primitive(y))         => x == y
    case (Type.Custom(x), Type.Custom(y))               => x == y
    case (Type.Wrapped(_, f, x), Type.Wrapped(_, g, y)) => f == g && types(x, y)
    case _                                              => false

  private def fields(xs: Vector[Field], ys: Vector[Field]): Boolean =
    xs.size == ys.size && xs.lazyZip(ys).forall((x, y) => x.name == y.name && types(x.of, y.of))

  private def same(a: Definition, b: Definition): Boolean = (a, b) match
    case (Definition.Record(_, xs), Definition.Record(_, ys)) => fields(xs, ys)
    case (Definition.Sum(_, xs), Definition.Sum(_, ys))       =>
      xs.size == ys.size && xs.lazyZip(ys).forall((x, y) => x.name == y.name && fields(x.fields, y.fields))
    case _ => false
