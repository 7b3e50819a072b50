package brine.codec.inspect

import brine.codec.{Same, Shared}

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}

/** Whether a value known by its schema is that of a program: told from the structure of the program's objects, not from
  * their codecs.
  */
object Corresponds:
  def apply(value: Value, of: Any): Boolean = (value, of) match
    case (Value.Primitive(_, a), b: BigInteger)     => a == BigInt(b)
    case (Value.Primitive(_, a), b: JavaBigDecimal) => Same(a, BigDecimal(b))
    case (Value.Primitive(_, a), b) if Same(a, b)   => true
    case (Value.Absent, None)                       => true
    case (Value.Present(a), Some(b))                => Corresponds(a, b)
    case (Value.Left(a), Left(b))                   => Corresponds(a, b)
    case (Value.Right(a), Right(b))                 => Corresponds(a, b)
    case (Value.Sequence(all), b: Array[?])         => each(all, b.iterator)
    // Sets and maps may have an order of their own.
    case (Value.Sequence(all), b: collection.Set[?]) =>
      all.size == b.size && all.forall(value => b.exists(Corresponds(value, _)))
    case (Value.Sequence(all), b: Iterable[?])             => each(all, b.iterator)
    case (Value.Mapping(entries), b: collection.Map[?, ?]) =>
      entries.size == b.size && entries.forall((key, value) =>
        b.exists((k, v) => Corresponds(key, k) && Corresponds(value, v))
      )
    case (Value.Tuple(all), b: Tuple)                                         => each(all, b.productIterator)
    case (Value.Shared(_, a), b: Shared[?])                                   => Corresponds(a, b.value)
    case (Value.Same(_), _: Shared[?])                                        => true
    case (Value.Custom(_, a), b)                                              => a == b
    case (Value.Record(name, fields), b: Product) if b.productPrefix == name  => named(fields, b)
    case (Value.Case(_, name, fields), b: Product) if b.productPrefix == name => named(fields, b)
    case (Value.Case(_, name, Vector()), b: Enum[?])                          => b.toString == name
    // Wrappers leave no trace.
    case (_, b: Product) if b.productArity == 1 => Corresponds(value, b.productElement(0))
    case _                                      => false

  private def each(values: Vector[Value], of: Iterator[Any]): Boolean =
    values.iterator.corresponds(of)(Corresponds(_, _))

  private def named(fields: Vector[(String, Value)], of: Product): Boolean =
    fields.map(_._1) == of.productElementNames.toVector && each(fields.map(_._2), of.productIterator)
