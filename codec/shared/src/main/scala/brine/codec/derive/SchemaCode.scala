package brine.codec.derive

import brine.codec.Schema
import brine.codec.Schema.{Case, Definition, Field, Type as SchemaType}
import brine.codec.internal.{SchemaBytes, SchemaLinker}

import scala.quoted.*

/** The schema of a shape, made while compiling; the schemas of external codecs are left as holes, to be filled at run time. */
private[derive] trait SchemaCode extends Externals:

  /** The canonical bytes of the schema of `shape`, as a string of one character a byte. */
  def schemaLiteral(shape: Shape): Expr[String] =
    val bytes = SchemaBytes.encode(schemaOf(shape))
    // A string constant holds at most 65535 bytes in its class file, where a byte from 0x80 on takes two, and 0 too.
    val parts = bytes.map(b => (b & 0xff).toChar).grouped(20000).map(String(_)).map(Expr(_)).toList
    if parts.sizeIs == 1 then parts.head else '{ List(${ Varargs(parts) }*).mkString }

  def schemaOf(shape: Shape): Schema =
    val definitions = named.indices.toVector.map { index =>
      definition(index) match
        case RecordShape(_, name, fields) => Definition.Record(name, fields.map(field).toVector)
        case SumShape(_, name, cases)     =>
          Definition.Sum(
            name,
            cases.map(c => Case(c.name, c.record.toVector.flatMap(record(_).fields.map(field)))).toVector
          )
    }
    SchemaLinker.canonical(typeOf(shape), definitions)

  private def field(of: FieldShape): Field = Field(of.name, fieldType(of.shape))

  // In a field, what another codec writes keeps its bits.
  private def fieldType(shape: Shape): SchemaType = shape match
    case external: External if !external.builtIn => SchemaType.Boxed(typeOf(external))
    case Optional(_, of)                         => SchemaType.Optional(fieldType(of))
    case Wrapper(_, of, _, _)                    => fieldType(of)
    case other                                   => typeOf(other)

  private def typeOf(shape: Shape): SchemaType = shape match
    case Primitive(_, kind)          => SchemaType.Primitive(kind)
    case Optional(_, of)             => SchemaType.Optional(fieldType(of))
    case Alternative(_, left, right) => SchemaType.Either(typeOf(left), typeOf(right))
    case Tuples(_, elements)         => SchemaType.Tuple(elements.map(typeOf).toVector)
    case Sequence(_, _, of, _)       => SchemaType.Sequence(elementType(of))
    case Mapping(_, key, value, _)   => SchemaType.Map(typeOf(key), typeOf(value))
    case Boxed(of)                   => SchemaType.Boxed(typeOf(of))
    case Wrapper(_, of, _, _)        => typeOf(of)
    case Identity(_, of)             => SchemaType.Shared(typeOf(of))
    case Repeated(of)                => SchemaType.Repeated(typeOf(of))
    case Named(_, index)             => SchemaType.Named(index)
    case external: External          => SchemaLinker.hole(indexOf(external))

  // A wrapper of an integer is not packed, so its sequences are not those of the integer.
  private def elementType(of: Shape): SchemaType = of match
    case wrapper: Wrapper => SchemaLinker.alone(typeOf(wrapper))
    case other            => typeOf(other)
