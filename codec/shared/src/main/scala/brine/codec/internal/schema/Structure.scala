package brine.codec.internal.schema

import brine.codec.Schema
import brine.codec.Schema.{Case, Definition, Field, Kind, Type}
import brine.codec.internal.concurrent.Once

import scala.annotation.tailrec

/** How the values of a derived codec are built from their parts. It contains the schema and what only a reader of
  * another schema needs: former names of fields, values for missing fields, and the numbers by which generated code
  * builds values.
  *
  * The macro stores one in each derived codec as a string; [[StructureBytes]] defines its encoding.
  *
  * @param root
  *   shape of the whole value
  * @param parts
  *   the records and sums that [[Structure.Shape.Named]] refers to
  */
private[codec] final case class Structure(root: Structure.Shape, parts: Vector[Structure.Part]):
  import Structure.*

  /** The schema, with a placeholder for each external codec. */
  def schema: Schema = ownSchema()

  private val ownSchema = Once(SchemaLinker.canonical(typeOf(root), parts.map(definition)))

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

  /** Every shape there is, with those inside of others. */
  def shapes: Vector[Shape] =
    def within(shape: Shape): Vector[Shape] = shape +: (shape match
      case Shape.Optional(of)                                  => within(of)
      case Shape.Alternative(left, right)                      => within(left) ++ within(right)
      case Shape.Tuple(elements)                               => elements.flatMap(within)
      case Shape.Sequence(_, _, of)                            => within(of)
      case Shape.Mapping(_, key, value)                        => within(key) ++ within(value)
      case Shape.Boxed(of)                                     => within(of)
      case wrapper: Shape.Wrapper                              => within(wrapper.field.of)
      case Shape.Identity(_, of)                               => within(of)
      case Shape.Repeated(_, of)                               => within(of)
      case _: (Shape.Primitive | Shape.External | Shape.Named) => Vector.empty)
    within(root) ++ parts.flatMap {
      case record: Part.Record => record.fields.flatMap(field => within(field.of))
      case _: Part.Sum         => Vector.empty
    }

  private def fields(record: Part.Record): Vector[Field] =
    record.fields.map(field => Field(field.name, fieldType(field.of)))

  // In a field, a value written by another codec keeps its bits.
  private def fieldType(shape: Shape): Type = shape match
    case Shape.External(_, false) => Type.Boxed(typeOf(shape))
    case Shape.Optional(of)       => Type.Optional(fieldType(of))
    case wrapper: Shape.Wrapper   => wrapped(wrapper, fieldType(wrapper.field.of))
    case other                    => typeOf(other)

  private def typeOf(shape: Shape): Type = shape match
    case Shape.Primitive(kind)                 => Type.Primitive(kind)
    case Shape.Optional(of)                    => Type.Optional(fieldType(of))
    case Shape.Alternative(left, right)        => Type.Either(typeOf(left), typeOf(right))
    case Shape.Tuple(elements)                 => Type.Tuple(elements.map(typeOf))
    case Shape.Sequence(Collection.Set, _, of) => Type.Set(elementType(of))
    case Shape.Sequence(_, _, of)              => Type.Sequence(elementType(of))
    case Shape.Mapping(_, key, value)          => Type.Map(typeOf(key), typeOf(value))
    case Shape.Boxed(of)                       => Type.Boxed(typeOf(of))
    case wrapper: Shape.Wrapper                => wrapped(wrapper, typeOf(wrapper.field.of))
    case Shape.Identity(_, of)                 => Type.Shared(typeOf(of))
    case Shape.Repeated(_, of)                 => Type.Repeated(typeOf(of))
    case Shape.Named(index)                    => Type.Named(index)
    case Shape.External(number, _)             => SchemaLinker.hole(number)

  private def wrapped(wrapper: Shape.Wrapper, of: Type): Type =
    if wrapper.name.isEmpty then of else Type.Wrapped(wrapper.name, wrapper.field.name, of)

  // A wrapper of an integer is not packed, so its sequences differ from those of the integer.
  private def elementType(of: Shape): Type = of match
    case wrapper: Shape.Wrapper =>
      content(wrapper) match
        case Shape.External(number, _) => SchemaLinker.aloneHole(number)
        case _                         => SchemaLinker.alone(typeOf(wrapper))
    case other => typeOf(other)

  // What opaque types are, which leave no trace.
  @tailrec
  private def content(shape: Shape): Shape = shape match
    case wrapper: Shape.Wrapper if wrapper.name.isEmpty => content(wrapper.field.of)
    case other                                          => other

private[codec] object Structure:
  /** How a value is written. `make` is the number by which generated code builds the value from its parts. */
  enum Shape:
    case Primitive(kind: Kind)

    /** A value written by the external codec with this number. */
    case External(number: Int, isBuiltIn: Boolean)
    case Optional(of: Shape)
    case Alternative(left: Shape, right: Shape)
    case Tuple(elements: Vector[Shape])

    /** A sequence; `collection` says of which kind, see [[Structure.Collection]]. */
    case Sequence(collection: Collection, number: Int, of: Shape)
    case Mapping(number: Int, key: Shape, value: Shape)
    case Boxed(of: Shape)

    /** A class of one field, written as the value of that field; for an opaque type, the names are empty. */
    case Wrapper(name: String, make: Int, migration: Int, field: PartField)
    case Identity(name: String, of: Shape)
    case Repeated(name: String, of: Shape)
    case Named(index: Int)

    /** Whether only an external codec reads the values of a collection. */
    def isExternalCollection: Boolean = this match
      case Sequence(Collection.External, _, _) => true
      case Sequence(Collection.Set, number, _) => number >= 0
      case _: Mapping                          => true
      case _                                   => false

  /** The collection that holds the elements of a sequence: a list, a vector, an array (the number builds it), or a
    * collection or set of the external codec with the number. A set without a codec, -1, is one known by its schema.
    */
  enum Collection:
    case List, Vector, Array, External, Set

  /** A record or a sum; `migration` is the number of its migration, or -1. */
  enum Part:
    case Record(name: String, make: Int, migration: Int, fields: Vector[PartField])

    /** A sum; `fallback` is the number of the case for unknown cases, or -1. */
    case Sum(name: String, migration: Int, fallback: Int, cases: Vector[PartCase])

  /** A field of a record.
    *
    * @param was
    *   former names of the field
    * @param default
    *   number of the value it takes where old data lacks it, or -1
    */
  final case class PartField(name: String, was: Vector[String], default: Int, of: Shape)

  /** A case of a sum: built by `make` if it is a single value, otherwise the record with that number. */
  final case class PartCase(name: String, was: Vector[String], make: Int, record: Int)
