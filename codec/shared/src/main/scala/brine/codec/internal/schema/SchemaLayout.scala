package brine.codec.internal.schema

import brine.codec.Schema
import brine.codec.Schema.{Definition, Field, Kind, Type}
import brine.codec.internal.columns.{Column, Columns, Nested}
import brine.codec.internal.concurrent.Once

import scala.annotation.tailrec

/** Where the bits of a schema's values are placed: what generated code knows about its own types, for types known only
  * as data. Sections 6 to 8 of the format are normative.
  *
  * Works on any schema, including one from a hostile message. Not safe for use by several threads at once.
  */
private[codec] final class SchemaLayout(val schema: Schema):
  import SchemaLayout.*

  def definition(index: Int): Definition = schema.definitions(index)

  /** The widths of the items that a field of this type moves into the header of its record. */
  def items(tpe: Type): List[Int] = tpe match
    case Type.Primitive(Kind.Boolean) => List(1)
    case Type.Optional(of)            => 1 :: items(of)
    case _: Type.Either               => List(1)
    case Type.Wrapped(_, _, of)       => items(of)
    case Type.Named(index)            =>
      definition(index) match
        case Definition.Sum(_, cases) if cases.size > 1 && cases.size <= TagLimit => List(tagBits(cases.size))
        case _                                                                    => Nil
    case _ => Nil

  /** The header of a record with these fields, after `prefix` bits that are taken by the tag of a case. */
  def header(fields: Vector[Field], prefix: Int): Header =
    val used   = Array.newBuilder[Int]
    var group  = 0
    var bits   = prefix
    val places = fields.map(field =>
      items(field.of).toArray.map { width =>
        if bits + width > 32 then
          used += bits
          group += 1
          bits = 0
        val place = Place(group, bits, width)
        bits += width
        place
      }
    )
    if bits > 0 then used += bits
    Header(places.toArray, used.result())

  /** Whether values of a definition may contain values of the same definition, or of a user's codec, so that depth is
    * counted.
    */
  def isRecursive(index: Int): Boolean = recursive()(index)

  /** Whether any value may be a reference: one that is shared or marked by `@dict`. */
  def hasReferences: Boolean = anyReference()

  private val anyReference = Once {
    def refers(tpe: Type): Boolean = tpe match
      case _: (Type.Shared | Type.Repeated) => true
      case other                            => parts(other).exists(refers)
    exists(refers)
  }

  /** Whether a user's codec writes any part of a value. */
  def hasCustom: Boolean = exists(hidesValues)

  private def exists(is: Type => Boolean): Boolean =
    is(schema.root) || schema.definitions.exists {
      case Definition.Record(_, fields) => fields.exists(field => is(field.of))
      case Definition.Sum(_, cases)     => cases.exists(_.fields.exists(field => is(field.of)))
    }

  /** A short name for the type of shared values, equal for equal types. Comparing types takes as long as they are
    * large.
    */
  def nameOf(of: Type): String =
    val known = sharedNames().get(of)
    if known != null then known else of.toString

  private val sharedNames = Once {
    val numbers                  = scala.collection.mutable.HashMap.empty[Type, String]
    val names                    = new java.util.IdentityHashMap[Type, String]
    def collect(tpe: Type): Unit =
      tpe match
        case Type.Shared(of) => names.put(of, numbers.getOrElseUpdate(of, s"#${numbers.size}")): Unit
        case _               => ()
      parts(tpe).foreach(collect)
    collect(schema.root)
    schema.definitions.foreach {
      case Definition.Record(_, fields) => fields.foreach(field => collect(field.of))
      case Definition.Sum(_, cases)     => cases.foreach(_.fields.foreach(field => collect(field.of)))
    }
    names
  }

  private val recursive = Once {
    val inCycle = Cycles.of(schema.definitions.size)(next)
    schema.definitions.indices.map(index => inCycle(index) || hides(index)).toArray
  }

  private def hides(index: Int): Boolean = definition(index) match
    case Definition.Record(_, fields) => fields.exists(field => hidesValues(field.of))
    case Definition.Sum(_, cases)     => cases.exists(_.fields.exists(field => hidesValues(field.of)))

  private def next(index: Int): Array[Int] = definition(index) match
    case Definition.Record(_, fields) => fields.flatMap(field => references(field.of)).toArray
    case Definition.Sum(_, cases)     => cases.flatMap(_.fields.flatMap(field => references(field.of))).toArray

  private def references(tpe: Type): Seq[Int] = tpe match
    case Type.Named(index) => Seq(index)
    case other             => parts(other).flatMap(references)

  /** The columns of a flat type, else null; `codec` gives the codec for each kind of value that is written one by one.
    */
  def columns(tpe: Type, codec: Kind => brine.codec.Codec[?]): Columns | Null = columns(tpe, codec, 0)

  private def columns(tpe: Type, codec: Kind => brine.codec.Codec[?], within: Int): Columns | Null = tpe match
    case Type.Primitive(kind) =>
      val column = Column.of(kind, "", -1, 0, if kind.ordinal > Kind.Double.ordinal then codec(kind) else null)
      if column == null then null else Columns.one(column)
    case Type.Boxed(of) if Columns.isNumber(of) => Columns.one(Column.values(null))
    case _: (Type.Set | Type.Map)               => Columns.one(Column.values(null))
    case Type.Optional(of)                      => Columns.optional(columns(of, codec, within))
    case Type.Either(left, right)               =>
      Columns.either(columns(left, codec, within), columns(right, codec, within))
    case Type.Wrapped(_, _, of) => columns(of, codec, within)
    case Type.Sequence(of)      =>
      val inner = columns(of, codec, within)
      if inner == null || inner.nn.total >= Columns.Most then null
      else Columns.one(Column.sequences(Nested(inner.nn, Nested.fewest(isPacked(of)))))
    case Type.Tuple(elements) =>
      if elements.isEmpty || elements.size > Columns.Most then null
      else Columns.of(elements.zipWithIndex.map((of, i) => s"_${i + 1}" -> columns(of, codec, within)).toArray)
    case Type.Named(index) if within >= Deepest || isRecursive(index) => null
    case Type.Named(index)                                            =>
      // Each definition once: a schema in which every record has two of the next would take exponential time otherwise.
      known.getOrElseUpdate(index, columnsOf(index, codec, within))
    case _ => null

  private val known = scala.collection.mutable.HashMap.empty[Int, Columns | Null]

  private def columnsOf(index: Int, codec: Kind => brine.codec.Codec[?], within: Int): Columns | Null =
    definition(index) match
      case Definition.Record(_, fields) =>
        if fields.isEmpty then null else columnsOfFields(fields, codec, within + 1)
      case Definition.Sum(_, cases) =>
        if cases.size <= 1 || cases.size > TagLimit then null
        else Columns.sum(cases.map(c => columnsOfFields(c.fields, codec, within + 1)).toArray)

  /** The columns of the fields of a case; none if it has no fields, null if one is not flat. */
  def columnsOfFields(fields: Vector[Field], codec: Kind => brine.codec.Codec[?]): Columns | Null =
    columnsOfFields(fields, codec, 0)

  private def columnsOfFields(
      fields: Vector[Field],
      codec: Kind => brine.codec.Codec[?],
      within: Int
  ): Columns | Null =
    if fields.isEmpty then Columns.none
    else if fields.size > Columns.Most then null
    else Columns.of(fields.map(field => field.name -> columns(field.of, codec, within)).toArray)

private[codec] object SchemaLayout:
  /** A sum with more cases than this has its tag before the case instead of in a header. */
  final val TagLimit = 64

  /** Records nested deeper than this are not searched for columns: no program has them, and a hostile schema must not
    * exhaust the stack.
    */
  private final val Deepest = 64

  /** Number of bits of a sum's tag. */
  def tagBits(cases: Int): Int = if cases <= 1 then 0 else 32 - Integer.numberOfLeadingZeros(cases - 1)

  /** The position of an item: its group of 32 bits, its lowest bit, its number of bits. */
  final class Place(val group: Int, val shift: Int, val bits: Int):
    val mask: Int = if bits == 32 then -1 else (1 << bits) - 1

  /** The header of a record: the positions of each field's items, and the number of bits used in each group. */
  final class Header(val places: Array[Array[Place]], val used: Array[Int]):
    def bytes(group: Int): Int = (used(group) + 7) / 8

  /** What a class of one field, or a chain of such, contains; any other type itself. */
  @tailrec
  def content(tpe: Type): Type = tpe match
    case Type.Wrapped(_, _, of) => content(of)
    case other                  => other

  /** Whether sequences of a type are packed: it is exactly a number, a character or a Boolean. */
  def isPacked(element: Type): Boolean = content(element) match
    case Type.Primitive(kind) => kind.ordinal <= Kind.Double.ordinal && kind != Kind.Unit && kind != Kind.Byte
    case _                    => false

  /** Whether values of a type, outside of named types, may be those of a user's codec. */
  def hidesValues(tpe: Type): Boolean = tpe match
    case Type.Custom(_) => true
    case other          => parts(other).exists(hidesValues)

  /** The types that a type consists of. */
  def parts(tpe: Type): Seq[Type] = tpe match
    case Type.Optional(of)        => Seq(of)
    case Type.Either(left, right) => Seq(left, right)
    case Type.Sequence(of)        => Seq(of)
    case Type.Set(of)             => Seq(of)
    case Type.Map(key, value)     => Seq(key, value)
    case Type.Tuple(elements)     => elements
    case Type.Boxed(of)           => Seq(of)
    case Type.Shared(of)          => Seq(of)
    case Type.Repeated(of)        => Seq(of)
    case Type.Wrapped(_, _, of)   => Seq(of)
    case _                        => Nil
