package brine.cli.journal

import brine.codec.Schema.Kind
import brine.codec.inspect.Value

/** Renders values as JSON, by their schema alone.
  *
  * Records, and maps with string keys, become objects; other maps become arrays of pairs. A case of a sum is an object
  * with one member, named for the case; a case without fields is its name. Numbers that JSON readers might round, times
  * and similar values become strings.
  */
private[journal] object ValueJson:
  def of(value: Value): ujson.Value = value match
    case Value.Primitive(kind, of)     => primitive(kind, of)
    case Value.Absent                  => ujson.Null
    case Value.Present(of)             => present(of)
    case Value.Left(of)                => ujson.Obj("left" -> ValueJson.of(of))
    case Value.Right(of)               => ujson.Obj("right" -> ValueJson.of(of))
    case Value.Sequence(elements)      => ujson.Arr.from(elements.map(of))
    case Value.Mapping(entries)        => mapping(entries)
    case Value.Tuple(elements)         => ujson.Arr.from(elements.map(of))
    case Value.Record(_, fields)       => record(fields)
    case Value.Case(_, name, Vector()) => ujson.Str(name)
    case Value.Case(_, name, fields)   => ujson.Obj(name -> record(fields))
    case Value.Shared(number, of)      => ujson.Obj("&" -> ujson.Num(number), "of" -> ValueJson.of(of))
    case Value.Same(number)            => ujson.Obj("*" -> ujson.Num(number))
    case Value.Custom(name, of)        => ujson.Obj(name -> ujson.Str(s"$of"))
    case Value.Opaque(name, bytes) => ujson.Obj(name -> ujson.Str(bytes.iterator.map(byte => f"$byte%02x").mkString))
    case Value.Unread              => ujson.Null

  private def record(fields: Vector[(String, Value)]): ujson.Obj =
    val json = ujson.Obj()
    fields.foreach((name, value) => json(name) = of(value))
    json

  // Rendered without a wrapper, unless it could be mistaken for the enclosing option.
  private def present(value: Value): ujson.Value = value match
    case Value.Absent | Value.Present(_) => ujson.Obj("some" -> of(value))
    case other                           => of(other)

  private def mapping(entries: Vector[(Value, Value)]): ujson.Value =
    val names = entries.collect { case (Value.Primitive(_, name: String), _) => name }
    if names.sizeIs == entries.size && names.distinct.sizeIs == names.size then
      val json = ujson.Obj()
      names.zip(entries).foreach { case (name, (_, value)) => json(name) = of(value) }
      json
    else ujson.Arr.from(entries.map((key, value) => ujson.Arr(of(key), of(value))))

  private inline val Exact = 1L << 53

  private def primitive(kind: Kind, of: Any): ujson.Value = of match
    case flag: Boolean                                         => ujson.Bool(flag)
    case number: Byte                                          => ujson.Num(number)
    case number: Short                                         => ujson.Num(number)
    case number: Int                                           => ujson.Num(number)
    case number: Long if number >= -Exact && number <= Exact   => ujson.Num(number.toDouble)
    case number: Float if !number.isNaN && !number.isInfinite  => ujson.Num(number.toString.toDouble)
    case number: Double if !number.isNaN && !number.isInfinite => ujson.Num(number)
    case _ if kind == Kind.Unit                                => ujson.Obj()
    case other                                                 => ujson.Str(s"$other")
