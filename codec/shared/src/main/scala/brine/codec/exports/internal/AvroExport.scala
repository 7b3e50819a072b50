package brine.codec.exports.internal

import brine.codec.Schema
import brine.codec.Schema.{Definition, Field, Kind, Type}
import brine.codec.exports.Inexpressible
import brine.codec.internal.schema.SchemaLayout.content

import scala.collection.mutable

/** One export to Avro. A name is defined at its first occurrence and only mentioned afterwards. All names are full
  * names, since a name without a dot would be looked up in the enclosing namespace.
  */
private[codec] final class AvroExport(schema: Schema, namespace: String):
  import AvroExport.*
  import Json.{members, Text}

  private val unique                = UniqueNames(identity, Seq(Root))
  private val names: Vector[String] = schema.definitions.map(one => unique.of(UniqueNames.identifier(one.name)))
  private val month                 = unique.of("Month")
  private val dayOfWeek             = unique.of("DayOfWeek")
  private val defined               = mutable.HashSet.empty[String]
  private var open                  = 0
  private var written               = 0

  def json: Json = of(schema.root, Vector(Root))

  /** Exports a type.
    *
    * @param place
    *   position of the type; names of definitions inside it and reasons for errors are built from it
    */
  private def of(tpe: Type, place: Vector[String]): Json =
    count(place)
    ExportNames.plain(tpe) match
      case Type.Primitive(kind)   => primitive(kind)
      case it: Type.Optional      => Json.Items(branches(it, place))
      case it: Type.Either        => Json.Items(branches(it, place))
      case Type.Sequence(element) => sequence(element, place)
      case Type.Set(element)      => sequence(element, place)
      case Type.Map(key, value)   => map(key, value, place)
      case Type.Tuple(elements)   =>
        val fields = elements.zipWithIndex.map((element, i) => Field(s"_${i + 1}", element))
        record(full(place :+ s"Tuple${elements.size}"), None, fields, place)
      case Type.Named(index) => named(index, place)
      case Type.Custom(name) => members("type" -> Text("bytes"), BrineType -> Text(s"custom $name"))
      case _: Type.Shared    =>
        refuse(place, "Avro has no references, so a value's identity cannot be kept; export a type without Shared")
      case _: (Type.Boxed | Type.Repeated | Type.Wrapped) => refuse(place, "a type that is no type")

  /** The alternatives that a type adds to the enclosing union, because Avro has no nested unions. */
  private def branches(tpe: Type, place: Vector[String]): Vector[Json] = ExportNames.plain(tpe) match
    case Type.Optional(inner) =>
      ExportNames.plain(inner) match
        // The value has a null of its own, which could not be distinguished from the enclosing null.
        case _: Type.Optional | Type.Primitive(Kind.Unit) =>
          Vector(Text("null"), record(full(place :+ "Some"), None, Vector(Field("value", inner)), place))
        case one => Text("null") +: branches(one, place)
    case Type.Either(left, right) =>
      Vector(
        record(full(place :+ "Left"), None, Vector(Field("value", left)), place :+ "left"),
        record(full(place :+ "Right"), None, Vector(Field("value", right)), place :+ "right")
      )
    case Type.Named(index) if !ExportNames.isEnumeration(schema.definitions(index)) =>
      schema.definitions(index) match
        case Definition.Sum(name, cases) =>
          if cases.isEmpty then refuse(place, s"$name is a sum without cases, and Avro has no type without values")
          val cased = UniqueNames(identity)
          cases.map { one =>
            count(place)
            val own = cased.of(UniqueNames.identifier(one.name))
            record(full(Vector(names(index), own)), other(one.name, own), one.fields, Vector(names(index), own))
          }
        case _: Definition.Record => Vector(named(index, place))
    case one => Vector(of(one, place))

  private def named(index: Int, place: Vector[String]): Json = schema.definitions(index) match
    case Definition.Record(name, fields) =>
      record(full(Vector(names(index))), other(name, names(index)), fields, Vector(names(index)))
    case sum: Definition.Sum if ExportNames.isEnumeration(sum) => enumeration(names(index), sum.cases.map(_.name))
    case _: Definition.Sum                                     => Json.Items(branches(Type.Named(index), place))

  private def sequence(element: Type, place: Vector[String]): Json = ExportNames.plain(element) match
    case Type.Primitive(Kind.Byte) => Text("bytes")
    case one                       => members("type" -> Text("array"), "items" -> of(one, place :+ "element"))

  private def map(key: Type, value: Type, place: Vector[String]): Json = ExportNames.plain(key) match
    case Type.Primitive(kind) if isText(kind) =>
      val note = if kind == Kind.String then None else Some("brineKeyType" -> Text(kind.toString))
      Json.Members(Vector("type" -> Text("map"), "values" -> of(value, place :+ "value")) ++ note)
    case _ =>
      val entry = record(full(place :+ "Entry"), None, Vector(Field("key", key), Field("value", value)), place)
      members("type" -> Text("array"), "items" -> entry)

  private def record(name: String, doc: Option[String], fields: Vector[Field], place: Vector[String]): Json =
    if !defined.add(name) then Text(name)
    else
      open += 1
      if open > MostOpen then
        refuse(place, s"definitions nest more than $MostOpen deep, which Avro's readers may not take")
      val unique = UniqueNames(identity)
      val result = fields.map { field =>
        val own = unique.of(UniqueNames.identifier(field.name))
        // Absent if it was not written, so that such a field may be added later.
        val default = content(field.of) match
          case _: Type.Optional => Some("default" -> Json.Null)
          case _                => None
        val note = other(field.name, own).map("doc" -> Text(_))
        Json.Members(Vector("name" -> Text(own), "type" -> of(field.of, place :+ own)) ++ default ++ note)
      }
      open -= 1
      val head = Vector("type" -> Text("record"), "name" -> Text(name))
      Json.Members(head ++ doc.map("doc" -> Text(_)) :+ ("fields" -> Json.Items(result)))

  private def enumeration(name: String, symbols: Vector[String]): Json =
    val fullName = full(Vector(name))
    if !defined.add(fullName) then Text(fullName)
    else
      val unique = UniqueNames(identity)
      val safe   = symbols.map(symbol => unique.of(UniqueNames.identifier(symbol)))
      val doc    = if safe == symbols then None else Some("doc" -> Text(symbols.mkString(", ")))
      val head   = Vector("type" -> Text("enum"), "name" -> Text(fullName))
      Json.Members(head ++ doc :+ ("symbols" -> Json.texts(safe)))

  private def primitive(kind: Kind): Json = kind match
    case Kind.Unit              => Text("null")
    case Kind.Boolean           => Text("boolean")
    case Kind.Int               => Text("int")
    case Kind.Byte | Kind.Short => noted("int", kind)
    case Kind.Char | Kind.Year  => noted("int", kind)
    case Kind.Long              => Text("long")
    case Kind.Float             => Text("float")
    case Kind.Double            => Text("double")
    case Kind.String            => Text("string")
    case Kind.UUID              => logical("string", "uuid")
    case Kind.BigDecimal        => logical("bytes", "big-decimal")
    case Kind.Instant           => logical("long", "timestamp-nanos")
    case Kind.LocalDate         => logical("int", "date")
    case Kind.LocalDateTime     => logical("long", "local-timestamp-nanos")
    case Kind.Month             => enumeration(month, ExportNames.months)
    case Kind.DayOfWeek         => enumeration(dayOfWeek, ExportNames.daysOfWeek)
    case Kind.BigInt            =>
      val decimal =
        Vector("logicalType" -> Text("decimal"), "precision" -> Json.number(BigIntDigits), "scale" -> Json.number(0))
      Json.Members(Vector("type" -> Text("bytes")) ++ decimal)
    case _ => noted("string", kind)

  private def isText(kind: Kind): Boolean = kind match
    case Kind.String | Kind.UUID                                                                           => true
    case Kind.Unit | Kind.Boolean | Kind.Byte | Kind.Short | Kind.Int | Kind.Long | Kind.Char | Kind.Float => false
    case Kind.Double | Kind.BigInt | Kind.BigDecimal | Kind.Instant | Kind.LocalDate | Kind.LocalDateTime  => false
    case Kind.Year | Kind.Month | Kind.DayOfWeek                                                           => false
    case _                                                                                                 => true

  private def logical(tpe: String, name: String): Json = members("type" -> Text(tpe), "logicalType" -> Text(name))

  private def noted(tpe: String, kind: Kind): Json = members("type" -> Text(tpe), BrineType -> Text(kind.toString))

  private def other(name: String, own: String): Option[String] = if name == own then None else Some(name)

  private def full(parts: Vector[String]): String = (namespace +: parts).mkString(".")

  private def count(place: Vector[String]): Unit =
    written += 1
    if written > MostTypes then refuse(place, s"the Avro schema would have more than $MostTypes types")

  private def refuse(place: Vector[String], reason: String): Nothing =
    throw Inexpressible(if place.head == Root then place.tail.mkString(".") else place.mkString("."), reason)

private[codec] object AvroExport:
  /** The place of a type outside all definitions. */
  private final val Root = "root"

  /** An attribute that Avro ignores; it names Brine's kind of the values. */
  private final val BrineType = "brineType"

  /** Digits that 1,024 bytes hold, the default limit of a BigInt. */
  private final val BigIntDigits = 2466

  // Unions are repeated wherever a sum occurs, so a small untrusted schema could produce a large result.
  private final val MostTypes = 100000
  private final val MostOpen  = 200
