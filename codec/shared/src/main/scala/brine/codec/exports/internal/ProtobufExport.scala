package brine.codec.exports.internal

import brine.codec.Schema
import brine.codec.Schema.{Case, Definition, Field, Kind, Type}
import brine.codec.exports.Inexpressible

import scala.collection.mutable

/** One export to protobuf. Definitions are at the top of the file, in the schema's order. The cases of a sum are in the
  * sum's message; tuples and Eithers are in the message of the record that contains them.
  */
private[codec] final class ProtobufExport(schema: Schema, packageName: String):
  import ProtobufExport.*

  // Values of an enum belong to the scope around it, so their names are assigned here too.
  private val fileNames             = UniqueNames(identity)
  private val names: Vector[String] = schema.definitions.map(one => fileNames.of(ProtobufNames.message(one.name)))
  private val imports               = mutable.TreeSet.empty[String]
  private val calendar       = Map(Kind.Month -> fileNames.of("Month"), Kind.DayOfWeek -> fileNames.of("DayOfWeek"))
  private val usedOfCalendar = mutable.TreeSet.empty[Kind](using Ordering.by(_.ordinal))

  def text: String =
    checkRoot()
    val body  = schema.definitions.indices.map(definition).toVector
    val enums = usedOfCalendar.toVector.map { kind =>
      enumeration(calendar(kind), if kind == Kind.Month then ExportNames.months else ExportNames.daysOfWeek)
    }
    val head     = if packageName.isEmpty then Vector.empty else Vector(Vector(s"package $packageName;"))
    val imported = if imports.isEmpty then Vector.empty else Vector(imports.toVector.map(path => s"import \"$path\";"))
    val parts    = (Vector("syntax = \"proto3\";") +: (head ++ imported)) ++ body ++ enums
    parts.map(_.mkString("", "\n", "\n")).mkString("\n")

  private def checkRoot(): Unit = ExportNames.plain(schema.root) match
    case _: Type.Named => ()
    case other         =>
      val what = ExportNames.describe(schema, other)
      refuse(
        "",
        s"the root is $what, and protobuf has messages only; export a record of two fields or more that holds it"
      )

  private def definition(index: Int): Vector[String] = schema.definitions(index) match
    case Definition.Record(name, fields)                           => record(names(index), fields, name, Nil)
    case sum: Definition.Sum if sum.cases.forall(_.fields.isEmpty) => enumeration(names(index), sum.cases.map(_.name))
    case Definition.Sum(name, cases)                               => oneof(names(index), cases, name)

  private def record(message: String, fields: Vector[Field], path: String, outer: List[Nested]): Vector[String] =
    val nested = Nested()
    val unique = UniqueNames(ProtobufNames.key)
    val lines  = fields.zipWithIndex.map { (field, i) =>
      val at   = s"$path.${field.name}"
      val form = this.field(field.of, at, Hint(field.name, nested :: outer))
      line(form, unique.of(ProtobufNames.field(field.name)), i, field.name)
    }
    block(s"message $message", nested.definitions.toVector.flatten ++ lines)

  private def oneof(message: String, cases: Vector[Case], path: String): Vector[String] =
    val nested = Nested()
    val unique = UniqueNames(ProtobufNames.key)
    // Assigns all names first: a type within a case must know whether one of them hides the message it refers to.
    val types    = cases.map(one => nested.names.of(ProtobufNames.message(one.name)))
    val fields   = cases.map(one => unique.of(ProtobufNames.field(one.name)))
    val members  = cases.indices.map(i => line(Form("", types(i), ""), fields(i), i, cases(i).name)).toVector
    val messages = cases.zip(types).flatMap((one, name) => record(name, one.fields, s"$path.${one.name}", List(nested)))
    block(s"message $message", block(s"oneof ${unique.of("kind")}", members) ++ messages)

  private def enumeration(name: String, cases: Vector[String]): Vector[String] =
    val prefix  = ProtobufNames.value(name)
    val unique  = UniqueNames(ProtobufNames.key)
    val wanted  = "UNSPECIFIED" +: cases.map(ProtobufNames.value)
    val symbols = wanted.map(one => fileNames.of(s"${prefix}_${unique.of(one)}"))
    block(s"enum $name", symbols.zipWithIndex.map((symbol, i) => s"$symbol = $i;"))

  /** A field of a record: the only place for optional values, lists and maps. */
  private def field(tpe: Type, path: String, hint: Hint): Form = ExportNames.plain(tpe) match
    case Type.Optional(of)    => single(of, path, hint, "an Option of").copy(label = "optional ")
    case Type.Sequence(of)    => repeated(of, path, hint)
    case Type.Set(of)         => repeated(of, path, hint)
    case Type.Map(key, value) =>
      val ofKey = ExportNames.plain(key) match
        case Type.Primitive(kind) => single(key, s"$path.key", hint, "a map by")
        case _                    => Form("", "", "")
      if !MapKeys(ofKey.tpe) then
        refuse(s"$path.key", s"protobuf has no maps by ${ExportNames.describe(schema, key)}; use a list of records")
      val ofValue = single(value, s"$path.value", hint, "a map of")
      Form("", s"map<${ofKey.tpe}, ${ofValue.tpe}>", Seq(ofKey.note, ofValue.note).filter(_.nonEmpty).mkString(", "))
    case one => single(one, path, hint, "")

  private def repeated(of: Type, path: String, hint: Hint): Form = ExportNames.plain(of) match
    case Type.Primitive(Kind.Byte) => Form("", "bytes", "")
    case element                   => single(element, s"$path.element", hint, "a sequence of").copy(label = "repeated ")

  /** A single value, neither optional nor repeated. */
  private def single(tpe: Type, path: String, hint: Hint, within: String): Form = ExportNames.plain(tpe) match
    case Type.Primitive(kind) => primitive(kind, hint)
    case Type.Named(index)    => Form("", reference(names(index), hint.scopes), "")
    case Type.Tuple(elements) =>
      val fields = elements.zipWithIndex.map((element, i) => Field(s"element${i + 1}", element))
      hint.nest(fileNames)(name => record(name, fields, path, hint.scopes))
    case Type.Either(left, right) =>
      hint.nest(fileNames) { name =>
        val nested = Nested()
        val sides  = Vector("left" -> left, "right" -> right).zipWithIndex.map { case ((side, of), i) =>
          line(single(of, s"$path.$side", Hint(side, nested :: hint.scopes), "an Either of"), side, i, side)
        }
        block(s"message $name", block("oneof kind", sides) ++ nested.definitions.toVector.flatten)
      }
    case Type.Custom(name) => refuse(path, s"only the hand-written codec '$name' knows what its values are made of")
    case _: Type.Shared    =>
      refuse(path, "protobuf has no references, so a value's identity cannot be kept; export a type without Shared")
    case other =>
      val what = ExportNames.describe(schema, other)
      refuse(path, s"protobuf has no form for $within $what; give it a record of its own, with one more field")

  private def primitive(kind: Kind, hint: Hint): Form = kind match
    case Kind.Unit                           => known("Empty")
    case Kind.Boolean                        => Form("", "bool", "")
    case Kind.Int                            => Form("", "int32", "")
    case Kind.Byte | Kind.Short | Kind.Year  => Form("", "int32", kind.toString)
    case Kind.Char                           => Form("", "uint32", "a UTF-16 unit")
    case Kind.Long                           => Form("", "int64", "")
    case Kind.Float                          => Form("", "float", "")
    case Kind.Double                         => Form("", "double", "")
    case Kind.String                         => Form("", "string", "")
    case Kind.Instant                        => known("Timestamp")
    case Kind.Duration | Kind.FiniteDuration => known("Duration")
    case Kind.Month | Kind.DayOfWeek         =>
      usedOfCalendar += kind
      Form("", reference(calendar(kind), hint.scopes), "")
    case _ => Form("", "string", kind.toString)

  /** A message that is part of protobuf. */
  private def known(name: String): Form =
    imports += s"google/protobuf/${name.map(_.toLower)}.proto"
    // Names are looked up from the innermost scope, so part of the package may hide them.
    val dot = if packageName.split('.').contains("google") then "." else ""
    Form("", s"${dot}google.protobuf.$name", "")

  private def reference(name: String, scopes: List[Nested]): String =
    if scopes.exists(_.names.has(name)) then (if packageName.isEmpty then s".$name" else s".$packageName.$name")
    else name

  private def line(form: Form, name: String, index: Int, original: String): String =
    val renamed = if ProtobufNames.key(original) == ProtobufNames.key(name) then "" else comment(original)
    val notes   = Seq(renamed, form.note).filter(_.nonEmpty).mkString(", ")
    s"${form.label}${form.tpe} $name = ${number(index)};${if notes.isEmpty then "" else s" // $notes"}"

  /** The numbers 19000 to 19999 are reserved by protobuf. */
  private def number(index: Int): Int = if index < 18999 then index + 1 else index + 1001

  private def comment(name: String): String =
    name.map(unit => if unit < ' ' || unit == '\u007f' || Character.isSurrogate(unit) then '?' else unit)

  private def block(head: String, lines: Vector[String]): Vector[String] =
    if lines.isEmpty then Vector(s"$head {}") else (s"$head {" +: lines.map(one => s"  $one")) :+ "}"

  private def refuse(path: String, reason: String): Nothing = throw Inexpressible(path, reason)

private[codec] object ProtobufExport:
  /** The type of a field: its label, its name, a comment. */
  final case class Form(label: String, tpe: String, note: String)

  /** The messages nested in a message. */
  final class Nested:
    val names       = UniqueNames(identity)
    val definitions = mutable.ArrayBuffer.empty[Vector[String]]

  /** The name for a message created for a field, and the enclosing messages, innermost first. */
  final case class Hint(name: String, scopes: List[Nested]):
    /** Adds a nested message whose name does not hide a message of the file that another field may refer to. */
    def nest(file: UniqueNames)(definition: String => Vector[String]): Form =
      val base       = ProtobufNames.message(this.name)
      val candidates = Iterator(base) ++ Iterator.from(2).map(number => s"${base}_$number")
      val name       = scopes.head.names.of(candidates.find(one => !file.has(one) && !scopes.head.names.has(one)).get)
      scopes.head.definitions += definition(name)
      Form("", name, "")

  private val MapKeys = Set("int32", "int64", "uint32", "bool", "string")
