package brine.codec.internal

import brine.codec.Schema
import brine.codec.Schema.{Definition, Field, Type}

/** Schemas for people: what `Schema.toString` and error messages show. */
private[codec] object SchemaText:

  def render(schema: Schema): String =
    val lines = schema.definitions.map {
      case Definition.Record(name, fields) => s"record $name${this.fields(schema, fields)}"
      case Definition.Sum(name, cases)     =>
        cases.map(c => s"  ${c.name}${this.fields(schema, c.fields)}").mkString(s"sum $name\n", "\n", "")
    }
    (of(schema, schema.root) +: lines).mkString("\n")

  /** One type within a schema. */
  def render(schema: Schema, tpe: Type): String = of(schema, tpe)

  private def fields(schema: Schema, fields: Vector[Field]): String =
    fields.map(f => s"${f.name}: ${of(schema, f.of)}").mkString("(", ", ", ")")

  private def of(schema: Schema, tpe: Type): String = tpe match
    case Type.Primitive(kind)     => kind.toString
    case Type.Optional(inner)     => s"Option[${of(schema, inner)}]"
    case Type.Either(left, right) => s"Either[${of(schema, left)}, ${of(schema, right)}]"
    case Type.Sequence(inner)     => s"Seq[${of(schema, inner)}]"
    case Type.Map(key, value)     => s"Map[${of(schema, key)}, ${of(schema, value)}]"
    case Type.Tuple(elements)     => elements.map(of(schema, _)).mkString("(", ", ", ")")
    case Type.Boxed(inner)        => s"boxed ${of(schema, inner)}"
    case Type.Named(index)        => schema.definitions(index).name
    case Type.Shared(inner)       => s"Shared[${of(schema, inner)}]"
    case Type.Repeated(inner)     => s"@dict ${of(schema, inner)}"
    case Type.Custom(name)        => s"custom $name"
