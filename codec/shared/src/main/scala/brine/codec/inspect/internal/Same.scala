package brine.codec.inspect.internal

import brine.codec.inspect.Value

/** Whether two values are the same: like `==`, but floating-point numbers are compared by their bits (`NaN` equals
  * itself, `-0.0` differs from `0.0`), and numbers of different kinds always differ.
  */
private[inspect] object Same:
  def apply(left: Value, right: Value): Boolean = (left eq right) || ((left, right) match
    case (Value.Primitive(one, a), Value.Primitive(other, b)) => one == other && primitives(a, b)
    case (Value.Present(a), Value.Present(b))                 => Same(a, b)
    case (Value.Left(a), Value.Left(b))                       => Same(a, b)
    case (Value.Right(a), Value.Right(b))                     => Same(a, b)
    case (Value.Sequence(a), Value.Sequence(b))               => all(a, b)
    case (Value.Tuple(a), Value.Tuple(b))                     => all(a, b)
    case (Value.Mapping(a), Value.Mapping(b))                 =>
      a.size == b.size && a.corresponds(b)((one, other) => Same(one._1, other._1) && Same(one._2, other._2))
    case (Value.Record(one, a), Value.Record(other, b))          => one == other && fields(a, b)
    case (Value.Case(sum, one, a), Value.Case(sumToo, other, b)) => sum == sumToo && one == other && fields(a, b)
    case (Value.Shared(_, a), Value.Shared(_, b))                => Same(a, b)
    case (Value.Opaque(one, a), Value.Opaque(other, b))          =>
      one == other && java.util.Arrays.equals(a.unsafeArray, b.unsafeArray)
    case _ => left == right)

  private def primitives(left: Any, right: Any): Boolean = (left, right) match
    case (a: Double, b: Double)         => a.compare(b) == 0
    case (a: Float, b: Float)           => a.compare(b) == 0
    case (a: BigDecimal, b: BigDecimal) => a == b && a.scale == b.scale
    case (a, b)                         => a == b

  private def all(left: Vector[Value], right: Vector[Value]): Boolean =
    left.size == right.size && left.corresponds(right)(Same(_, _))

  private def fields(left: Vector[(String, Value)], right: Vector[(String, Value)]): Boolean =
    left.size == right.size && left.corresponds(right)((one, other) => one._1 == other._1 && Same(one._2, other._2))
