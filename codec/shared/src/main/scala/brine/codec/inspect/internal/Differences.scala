package brine.codec.inspect.internal

import brine.codec.inspect.{Difference, Path, Value}

import scala.collection.mutable

/** Finds at most `most` differences between two values. */
private[inspect] final class Differences(most: Int):
  private val found = Vector.newBuilder[Difference]
  private var count = 0
  private var more  = false

  def result: Vector[Difference] = found.result()
  def isComplete: Boolean        = !more

  def compare(left: Value, right: Value, path: Path): Unit =
    if !more && !(left eq right) then
      (left, right) match
        case (Value.Present(a), Value.Present(b))                             => compare(a, b, path)
        case (Value.Left(a), Value.Left(b))                                   => compare(a, b, path)
        case (Value.Right(a), Value.Right(b))                                 => compare(a, b, path)
        case (Value.Shared(_, a), Value.Shared(_, b))                         => compare(a, b, path)
        case (Value.Sequence(a), Value.Sequence(b))                           => sequences(a, b, path)
        case (Value.Mapping(a), Value.Mapping(b))                             => maps(a, b, path)
        case (Value.Tuple(a), Value.Tuple(b))                                 => tuples(a, b, path)
        case (Value.Record(_, a), Value.Record(_, b))                         => fields(a, b, path)
        case (Value.Case(_, one, a), Value.Case(_, other, b)) if one == other => fields(a, b, path)
        case _ => if !Same(left, right) then differ(path, Some(left), Some(right))

  private def differ(path: Path, left: Option[Value], right: Option[Value]): Unit =
    if count == most then more = true
    else
      found += Difference(path.text, left, right)
      count += 1

  private def fields(left: Vector[(String, Value)], right: Vector[(String, Value)], path: Path): Unit =
    val byName = right.toMap
    val names  = left.iterator.map(_._1).toSet
    left.foreach { (name, value) =>
      byName.get(name) match
        case Some(other) => compare(value, other, path.field(name))
        case None        => differ(path.field(name), Some(value), None)
    }
    right.foreach((name, value) => if !names(name) then differ(path.field(name), None, Some(value)))

  private def tuples(left: Vector[Value], right: Vector[Value], path: Path): Unit =
    (0 until math.max(left.size, right.size)).foreach { i =>
      val inside = path.field(s"_${i + 1}")
      if i >= left.size then differ(inside, None, Some(right(i)))
      else if i >= right.size then differ(inside, Some(left(i)), None)
      else compare(left(i), right(i), inside)
    }

  // Sequences of equal length are compared element by element. Otherwise equal elements at both ends are skipped, so
  // that one additional element is one difference.
  private def sequences(left: Vector[Value], right: Vector[Value], path: Path): Unit =
    val shorter = math.min(left.size, right.size)
    var start   = 0
    var end     = 0
    if left.size != right.size then
      while start < shorter && Same(left(start), right(start)) do start += 1
      while end < shorter - start && Same(left(left.size - 1 - end), right(right.size - 1 - end)) do end += 1
    var i = start
    while i < math.max(left.size, right.size) - end && !more do
      val inside = path.element(i)
      if i >= left.size - end then differ(inside, None, Some(right(i)))
      else if i >= right.size - end then differ(inside, Some(left(i)), None)
      else compare(left(i), right(i), inside)
      i += 1

  private def maps(left: Vector[(Value, Value)], right: Vector[(Value, Value)], path: Path): Unit =
    def byKey(entries: Vector[(Value, Value)]) = mutable.HashMap.from(entries.map((key, value) => key.text -> value))
    val others                                 = byKey(right)
    val keys                                   = left.iterator.map(_._1.text).toSet
    left.foreach { (key, value) =>
      others.get(key.text) match
        case Some(other) => compare(value, other, path.key(key.text(Differences.LongestKey)))
        case None        => differ(path.key(key.text(Differences.LongestKey)), Some(value), None)
    }
    right.foreach { (key, value) =>
      if !keys(key.text) then differ(path.key(key.text(Differences.LongestKey)), None, Some(value))
    }

private[inspect] object Differences:
  private inline val LongestKey = 40
