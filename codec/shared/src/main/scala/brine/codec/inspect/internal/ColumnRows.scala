package brine.codec.inspect.internal

import brine.codec.Schema.{Definition, Field, Kind, Type}
import brine.codec.inspect.Value

/** A chunk of rows in columns, and the values built from them. */
private[inspect] final class ColumnRows(walk: Walk, types: Types, columns: Int):
  /** Integers, booleans, presences and tags. */
  val ints: Array[Array[Int]]            = new Array(columns)
  val longs: Array[Array[Long]]          = new Array(columns)
  val doubles: Array[Array[Double]]      = new Array(columns)
  val values: Array[Array[Value | Null]] = new Array(columns)
  private var row                        = 0
  private var next                       = 0

  /** Builds the value of a row, starting at the first column. */
  def value(tpe: Type, row: Int): Value =
    this.row = row
    next = 0
    value(tpe)

  /** Builds a value of the same row from the next columns. */
  def value(tpe: Type): Value = tpe match
    case Type.Primitive(kind) => primitive(kind)
    case Type.Optional(of)    =>
      val isPresent = ints(take())(row) != 0
      if isPresent then
        walk.charge(0)
        Value.Present(value(of))
      else
        skip(of)
        Value.Absent
    case Type.Either(left, right) =>
      val isRight = ints(take())(row) != 0
      walk.charge(0)
      if isRight then
        skip(left)
        Value.Right(value(right))
      else
        val inner = value(left)
        skip(right)
        Value.Left(inner)
    case Type.Tuple(elements) =>
      walk.charge(elements.size)
      Value.Tuple(elements.map(value))
    case Type.Named(index) =>
      types.definition(index) match
        case Definition.Record(name, fields) => Value.Record(name, all(fields))
        case Definition.Sum(name, cases)     =>
          val tag = ints(take())(row)
          cases.take(tag).foreach(_.fields.foreach(field => skip(field.of)))
          val fields = all(cases(tag).fields)
          cases.drop(tag + 1).foreach(_.fields.foreach(field => skip(field.of)))
          Value.Case(name, cases(tag).name, fields)
    case Type.Wrapped(_, _, of)                                => value(of)
    case _: (Type.Sequence | Type.Set | Type.Map | Type.Boxed) => whole()
    case other                                                 => throw AssertionError(s"$other is not flat")

  private def skip(tpe: Type): Unit = next += types.columnCount(tpe)

  // What a value contains that is not divided in columns was charged when it was read.
  private def whole(): Value =
    val known = values(take())(row)
    if known == null then Value.Unread else known.nn

  private def all(fields: Vector[Field]): Vector[(String, Value)] =
    walk.charge(fields.size)
    fields.map(field => field.name -> value(field.of))

  private def primitive(kind: Kind): Value =
    val column = take()
    if kind == Kind.Boolean then Booleans.of(ints(column)(row) != 0)
    else
      walk.charge(0)
      kind match
        case Kind.Byte | Kind.Short | Kind.Int | Kind.Char => SequenceWalk.int(kind, ints(column)(row))
        case Kind.Long                                     => Value.Primitive(kind, longs(column)(row))
        case Kind.Float | Kind.Double                      => SequenceWalk.double(kind, doubles(column)(row))
        case _                                             => values(column)(row).asInstanceOf[Value]

  private def take(): Int =
    next += 1
    next - 1
