package brine.codec.internal.errors

import brine.codec.Schema
import brine.codec.Schema.{Definition, Field, Type}

/** Renders schemas for people, in `Schema.toString` and error messages.
  *
  * A name may be long and occur often, and a schema may be hostile, so long names, and long types in messages, are cut.
  */
private[codec] object SchemaText:
  private val LongestName = 100
  private val LongestType = 300

  def render(schema: Schema): String =
    val text = new StringBuilder
    put(text, schema, schema.root, Int.MaxValue)
    schema.definitions.foreach {
      case Definition.Record(name, fields) =>
        text ++= "\nrecord " ++= cut(name)
        putFields(text, schema, fields)
      case Definition.Sum(name, cases) =>
        text ++= "\nsum " ++= cut(name)
        cases.foreach { c =>
          text ++= "\n  " ++= cut(c.name)
          putFields(text, schema, c.fields)
        }
    }
    text.toString

  /** Renders a type of a schema for a message. */
  def render(schema: Schema, tpe: Type): String =
    val text = new StringBuilder
    put(text, schema, tpe, LongestType)
    if text.length <= LongestType then text.toString else text.substring(0, LongestType) + "..."

  /** Cuts a long name for a message. */
  def cut(name: String): String = if name.length <= LongestName then name else name.take(LongestName) + "..."

  private def putFields(text: StringBuilder, schema: Schema, fields: Vector[Field]): Unit =
    text += '('
    var isFirst = true
    fields.foreach { field =>
      if !isFirst then text ++= ", "
      isFirst = false
      text ++= cut(field.name) ++= ": "
      put(text, schema, field.of, Int.MaxValue)
    }
    text += ')'

  /** Appends a type, and stops after more than `most` characters. */
  private def put(text: StringBuilder, schema: Schema, tpe: Type, most: Int): Unit = if text.length <= most then
    def around(open: String, of: Seq[Type], close: String): Unit =
      text ++= open
      var i = 0
      while i < of.size && text.length <= most do
        if i > 0 then text ++= ", "
        put(text, schema, of(i), most)
        i += 1
      text ++= close
    tpe match
      case Type.Primitive(kind)             => text ++= kind.toString
      case Type.Optional(inner)             => around("Option[", Seq(inner), "]")
      case Type.Either(left, right)         => around("Either[", Seq(left, right), "]")
      case Type.Sequence(inner)             => around("Seq[", Seq(inner), "]")
      case Type.Set(inner)                  => around("Set[", Seq(inner), "]")
      case Type.Map(key, value)             => around("Map[", Seq(key, value), "]")
      case Type.Tuple(elements)             => around("(", elements, ")")
      case Type.Boxed(inner)                => around("boxed ", Seq(inner), "")
      case Type.Named(index)                => text ++= cut(schema.definitions(index).name)
      case Type.Shared(inner)               => around("Shared[", Seq(inner), "]")
      case Type.Repeated(inner)             => around("@dict ", Seq(inner), "")
      case Type.Custom(name)                => text ++= s"custom ${cut(name)}": Unit
      case Type.Wrapped(name, field, inner) => around(s"${cut(name)}(${cut(field)}: ", Seq(inner), ")")
