package brine.codec.internal

import brine.codec.Schema.{Case, Definition, Field, Kind, Type}
import brine.codec.Schema

/** How the values of a derived codec are made of their parts: its schema, and what only the reader of another schema needs besides, which
  * are the names fields had before, what stands in for a field that is missing, and by which number generated code makes a value.
  *
  * The macro writes one into each derived codec as a string; [[StructureBytes]] has the bytes.
  *
  * @param root
  *   the whole value
  * @param parts
  *   the records and sums that [[Structure.Shape.Named]] refers to
  */
private[codec] final case class Structure(root: Structure.Shape, parts: Vector[Structure.Part]):
  import Structure.*

  /** The schema, with a hole for each external codec. */
  lazy val schema: Schema = SchemaLinker.canonical(typeOf(root), parts.map(definition))

  private def definition(part: Part): Definition = part match
    case record: Part.Record         => Definition.Record(record.name, fields(record))
    case Part.Sum(name, _, _, cases) =>
      Definition.Sum(
        name,
        cases.map(c => Case(c.name, if c.record < 0 then Vector.empty else fields(record(c.record))))
      )

  def record(index: Int): Part.Record = parts(index) match
    case record: Part.Record => record
    case sum: Part.Sum       => throw IllegalArgumentException(s"${sum.name} is not a record")

  private def fields(record: Part.Record): Vector[Field] =
    record.fields.map(field => Field(field.name, fieldType(field.of)))

  // In a field, what another codec writes keeps its bits.
  private def fieldType(shape: Shape): Type = shape match
    case Shape.External(_, false) => Type.Boxed(typeOf(shape))
    case Shape.Optional(of)       => Type.Optional(fieldType(of))
    case wrapper: Shape.Wrapper   => fieldType(wrapper.of)
    case other                    => typeOf(other)

  private def typeOf(shape: Shape): Type = shape match
    case Shape.Primitive(kind)          => Type.Primitive(kind)
    case Shape.Optional(of)             => Type.Optional(fieldType(of))
    case Shape.Alternative(left, right) => Type.Either(typeOf(left), typeOf(right))
    case Shape.Tuple(elements)          => Type.Tuple(elements.map(typeOf))
    case Shape.Sequence(_, _, of)       => Type.Sequence(elementType(of))
    case Shape.Mapping(_, key, value)   => Type.Map(typeOf(key), typeOf(value))
    case Shape.Boxed(of)                => Type.Boxed(typeOf(of))
    case wrapper: Shape.Wrapper         => typeOf(wrapper.of)
    case Shape.Identity(_, of)          => Type.Shared(typeOf(of))
    case Shape.Repeated(_, of)          => Type.Repeated(typeOf(of))
    case Shape.Named(index)             => Type.Named(index)
    case Shape.External(number, _)      => SchemaLinker.hole(number)

  // A wrapper of an integer is not packed, so its sequences are not those of the integer.
  private def elementType(of: Shape): Type = of match
    case wrapper: Shape.Wrapper => SchemaLinker.alone(typeOf(wrapper))
    case other                  => typeOf(other)

private[codec] object Structure:
  /** How a value is written. `make` is the number by which generated code makes the value of its parts. */
  enum Shape:
    case Primitive(kind: Kind)

    /** The codec of this number among the externals writes it. */
    case External(number: Int, isBuiltIn: Boolean)
    case Optional(of: Shape)
    case Alternative(left: Shape, right: Shape)
    case Tuple(elements: Vector[Shape])

    /** `collection` says which one: see [[Structure.Collection]]. */
    case Sequence(collection: Collection, number: Int, of: Shape)
    case Mapping(number: Int, key: Shape, value: Shape)
    case Boxed(of: Shape)

    /** `field` is empty for an opaque type. */
    case Wrapper(make: Int, field: String, migration: Int, of: Shape)
    case Identity(name: String, of: Shape)
    case Repeated(name: String, of: Shape)
    case Named(index: Int)

  /** What the elements of a sequence are gathered in: a list, a vector, an array (whose number is that of making one), or a collection
    * whose codec is the external one of the number.
    */
  enum Collection:
    case List, Vector, Array, External

  /** A record or a sum; `migration` is the number of its migration, or -1. */
  enum Part:
    case Record(name: String, make: Int, migration: Int, fields: Vector[PartField])

    /** `fallback` is the number of the case for unknown ones, or -1. */
    case Sum(name: String, migration: Int, fallback: Int, cases: Vector[PartCase])

  /** @param was
    *   names it had before
    * @param default
    *   the number of what stands in for it where old data have none, or -1
    */
  final case class PartField(name: String, was: Vector[String], default: Int, of: Shape)

  /** A case of a sum: by `make` if it is a single value, otherwise the record of that number. */
  final case class PartCase(name: String, was: Vector[String], make: Int, record: Int)
