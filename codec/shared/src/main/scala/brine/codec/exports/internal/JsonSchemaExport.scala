package brine.codec.exports.internal

import brine.codec.Schema
import brine.codec.Schema.{Case, Definition, Field, Kind, Type}

/** One export to JSON Schema. */
private[codec] final class JsonSchemaExport(schema: Schema):
  import Json.{items, members, Bool, Items, Members, Text}

  private val unique                = UniqueNames(identity)
  private val names: Vector[String] = schema.definitions.map(one => unique.of(UniqueNames.identifier(one.name)))

  def json(id: String): Json =
    val head        = Vector("$schema" -> Text("https://json-schema.org/draft/2020-12/schema"))
    val named       = if id.isEmpty then Vector.empty else Vector("$id" -> Text(id))
    val definitions =
      if names.isEmpty then Vector.empty
      else Vector("$defs" -> Members(names.zip(schema.definitions.map(definition))))
    Members(head ++ named ++ of(schema.root).values ++ definitions)

  private def definition(one: Definition): Json = one match
    case Definition.Record(name, fields) => Members(("title" -> Text(name)) +: record(fields, Vector.empty))
    case Definition.Sum(name, cases) if cases.isEmpty => members("title" -> Text(name), "not" -> Members(Vector.empty))
    case Definition.Sum(name, cases) if ExportNames.isEnumeration(one) =>
      members("title" -> Text(name), "enum" -> Json.texts(cases.map(_.name).distinct))
    case Definition.Sum(name, cases) =>
      val key      = discriminator(cases)
      val branches = cases.map(one => Members(record(one.fields, Vector(key -> members("const" -> Text(one.name))))))
      // Nested sealed types may have two cases with the same name.
      val keyword = if cases.map(_.name).distinct.size == cases.size then "oneOf" else "anyOf"
      members("title" -> Text(name), keyword -> Items(branches))

  private def discriminator(cases: Vector[Case]): String =
    val fields = cases.flatMap(_.fields.map(_.name)).toSet
    Iterator.iterate("type")("$" + _).find(!fields(_)).get

  private def record(all: Vector[Field], first: Vector[(String, Json)]): Vector[(String, Json)] =
    val fields     = all.distinctBy(_.name) // an untrusted schema may have fields of the same name, a class may not
    val properties = first ++ fields.map(field => field.name -> of(field.of))
    val required   = first.map(_._1) ++ fields.filterNot(field => isOptional(field.of)).map(_.name)
    Vector("type" -> Text("object"), "properties" -> Members(properties)) ++
      (if required.isEmpty then Vector.empty else Vector("required" -> Json.texts(required))) :+
      ("additionalProperties" -> Bool(false))

  private def isOptional(tpe: Type): Boolean = ExportNames.plain(tpe) match
    case _: Type.Optional => true
    case _                => false

  private def of(tpe: Type): Json.Members = ExportNames.plain(tpe) match
    case Type.Primitive(kind)     => JsonSchemaKinds.of(kind)
    case Type.Optional(one)       => members("anyOf" -> items(of(one), members("type" -> Text("null"))))
    case Type.Either(left, right) => members("oneOf" -> items(side("Left", left), side("Right", right)))
    case Type.Sequence(element)   => members("type" -> Text("array"), "items" -> of(element))
    case Type.Set(element)    => members("type" -> Text("array"), "items" -> of(element), "uniqueItems" -> Bool(true))
    case Type.Map(key, value) => map(key, value)
    case Type.Tuple(elements) => tuple(elements)
    case Type.Named(index)    => members("$ref" -> Text(s"#/$$defs/${names(index)}"))
    case Type.Shared(one)     =>
      members("allOf" -> items(of(one)), "description" -> Text("a shared value; one that contains itself has no JSON"))
    case Type.Custom(name)       => members("description" -> Text(s"a value of the hand-written codec '$name'"))
    case Type.Boxed(one)         => of(one)
    case Type.Repeated(one)      => of(one)
    case Type.Wrapped(_, _, one) => of(one)

  private def side(name: String, value: Type): Json.Members =
    Members(record(Vector(Field("value", value)), Vector("type" -> members("const" -> Text(name)))))

  private def tuple(elements: Vector[Type]): Json.Members =
    val size = Json.number(elements.size)
    val head = Vector("type" -> Text("array"))
    // Draft 2020-12 forbids empty lists of schemas.
    val prefix = if elements.isEmpty then Vector.empty else Vector("prefixItems" -> Items(elements.map(of)))
    Members(head ++ prefix ++ Vector("items" -> Bool(false), "minItems" -> size, "maxItems" -> size))

  /** An object if the keys are strings or integers in JSON, else a list of pairs. */
  private def map(key: Type, value: Type): Json.Members =
    val kind = ExportNames.plain(key) match
      case Type.Primitive(kind) => Some(kind)
      case _                    => None
    val isText = ExportNames.isEnumeration(schema, key) || kind.exists(JsonSchemaKinds.isText)
    if isText then
      val keys = if kind.contains(Kind.String) then Vector.empty else Vector("propertyNames" -> of(key))
      Members(Vector("type" -> Text("object")) ++ keys :+ ("additionalProperties" -> of(value)))
    else if kind.exists(JsonSchemaKinds.isWhole) then
      val keys = members("pattern" -> Text(JsonSchemaKinds.Whole))
      members("type" -> Text("object"), "propertyNames" -> keys, "additionalProperties" -> of(value))
    else members("type" -> Text("array"), "items" -> tuple(Vector(key, value)))
