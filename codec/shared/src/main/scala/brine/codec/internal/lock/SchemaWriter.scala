package brine.codec.internal.lock

import brine.codec.Schema
import brine.codec.Schema.{Definition, Field, Type}

import scala.collection.mutable

/** Renders a schema as lines of a lock file, one per field. The normative text is `docs/spec/schemas-format.md`. */
private[codec] final class SchemaWriter(schema: Schema):
  private val labels: Vector[String] =
    val counts = mutable.HashMap.empty[String, Int]
    schema.definitions.map { definition =>
      val number = counts.getOrElse(definition.name, 0) + 1
      counts(definition.name) = number
      Words.definition(definition.name) + (if number == 1 then "" else s"#$number")
    }

  def lines: Vector[String] = s"root ${of(schema.root)}" +: schema.definitions.zip(labels).flatMap {
    case (Definition.Record(_, fields), label) => s"record $label" +: fields.map(line)
    case (Definition.Sum(_, cases), label)     =>
      s"sum $label" +: cases.flatMap(c => s"  case ${Words.name(c.name)}" +: c.fields.map(field => s"  ${line(field)}"))
  }

  private def line(field: Field): String = s"  ${Words.name(field.name)}: ${of(field.of)}"

  private def of(tpe: Type): String = tpe match
    case Type.Primitive(kind)             => kind.toString
    case Type.Optional(inner)             => s"Option[${of(inner)}]"
    case Type.Either(left, right)         => s"Either[${of(left)}, ${of(right)}]"
    case Type.Sequence(inner)             => s"Seq[${of(inner)}]"
    case Type.Set(inner)                  => s"Set[${of(inner)}]"
    case Type.Map(key, value)             => s"Map[${of(key)}, ${of(value)}]"
    case Type.Tuple(elements)             => elements.map(of).mkString("(", ", ", ")")
    case Type.Boxed(inner)                => s"boxed ${of(inner)}"
    case Type.Named(index)                => labels(index)
    case Type.Custom(name)                => s"custom ${Words.quoted(name, '"')}"
    case Type.Shared(inner)               => s"Shared[${of(inner)}]"
    case Type.Repeated(inner)             => s"@dict ${of(inner)}"
    case Type.Wrapped(name, field, inner) => s"${Words.definition(name)}(${Words.name(field)}: ${of(inner)})"
