package brine.codec.internal.schema

import brine.codec.Schema.Kind
import brine.codec.internal.schema.Structure.{Collection, Part, PartCase, PartField, Shape}
import brine.codec.{In, Out}

/** Encodes a [[Structure]]. The same version of the library writes and reads it, so the encoding may change between
  * versions.
  */
private[codec] object StructureBytes:

  def encode(structure: Structure): Array[Byte] =
    val out = Out()
    out.writeUnsignedInt(structure.parts.size)
    structure.parts.foreach(writePart(out, _))
    writeShape(out, structure.root)
    out.toArray

  /** Decodes a structure.
    *
    * @throws brine.codec.DecodeError
    *   if the bytes were not written by [[encode]]
    */
  def decode(bytes: Array[Byte]): Structure =
    val in    = In(bytes)
    val parts = many(in)(readPart(in))
    val root  = readShape(in)
    in.expectEnd()
    Structure(root, parts)

  private def writePart(out: Out, part: Part): Unit = part match
    case Part.Record(name, make, migration, fields) =>
      out.writeByte(0)
      out.writeString(name)
      out.writeInt(make)
      out.writeInt(migration)
      out.writeUnsignedInt(fields.size)
      fields.foreach(writeField(out, _))
    case Part.Sum(name, migration, fallback, cases) =>
      out.writeByte(1)
      out.writeString(name)
      out.writeInt(migration)
      out.writeInt(fallback)
      out.writeUnsignedInt(cases.size)
      cases.foreach { c =>
        writeNames(out, c.name, c.was)
        out.writeInt(c.make)
        out.writeInt(c.record)
      }

  private def readPart(in: In): Part =
    if in.readByte() == 0 then
      val (name, make, migration) = (in.readString(), in.readInt(), in.readInt())
      Part.Record(
        name,
        make,
        migration,
        many(in)(readField(in))
      )
    else
      val (name, migration, fallback) = (in.readString(), in.readInt(), in.readInt())
      Part.Sum(
        name,
        migration,
        fallback,
        many(in) {
          val (name, was) = readNames(in)
          PartCase(name, was, in.readInt(), in.readInt())
        }
      )

  private def writeField(out: Out, field: PartField): Unit =
    writeNames(out, field.name, field.was)
    out.writeInt(field.default)
    writeShape(out, field.of)

  private def readField(in: In): PartField =
    val (name, was) = readNames(in)
    PartField(name, was, in.readInt(), readShape(in))

  private def writeNames(out: Out, name: String, was: Vector[String]): Unit =
    out.writeString(name)
    out.writeUnsignedInt(was.size)
    was.foreach(out.writeString)

  private def readNames(in: In): (String, Vector[String]) =
    val name = in.readString()
    (name, many(in)(in.readString()))

  private def writeShape(out: Out, shape: Shape): Unit =
    out.writeByte(shape.ordinal.toByte)
    shape match
      case Shape.Primitive(kind)             => out.writeByte(kind.ordinal.toByte)
      case Shape.External(number, isBuiltIn) => out.writeInt(number); out.writeBoolean(isBuiltIn)
      case Shape.Optional(of)                => writeShape(out, of)
      case Shape.Alternative(left, right)    => writeShape(out, left); writeShape(out, right)
      case Shape.Tuple(elements) => out.writeUnsignedInt(elements.size); elements.foreach(writeShape(out, _))
      case Shape.Sequence(collection, number, of) =>
        out.writeByte(collection.ordinal.toByte); out.writeInt(number); writeShape(out, of)
      case Shape.Mapping(number, key, value) => out.writeInt(number); writeShape(out, key); writeShape(out, value)
      case Shape.Boxed(of)                   => writeShape(out, of)
      case Shape.Wrapper(name, make, migration, field) =>
        out.writeString(name); out.writeInt(make); out.writeInt(migration); writeField(out, field)
      case Shape.Identity(name, of) => out.writeString(name); writeShape(out, of)
      case Shape.Repeated(name, of) => out.writeString(name); writeShape(out, of)
      case Shape.Named(index)       => out.writeInt(index)

  private def readShape(in: In): Shape = in.readByte().toInt match
    case 0  => Shape.Primitive(Kind.fromOrdinal(in.readByte()))
    case 1  => Shape.External(in.readInt(), in.readBoolean())
    case 2  => Shape.Optional(readShape(in))
    case 3  => Shape.Alternative(readShape(in), readShape(in))
    case 4  => Shape.Tuple(many(in)(readShape(in)))
    case 5  => Shape.Sequence(Collection.fromOrdinal(in.readByte()), in.readInt(), readShape(in))
    case 6  => Shape.Mapping(in.readInt(), readShape(in), readShape(in))
    case 7  => Shape.Boxed(readShape(in))
    case 8  => Shape.Wrapper(in.readString(), in.readInt(), in.readInt(), readField(in))
    case 9  => Shape.Identity(in.readString(), readShape(in))
    case 10 => Shape.Repeated(in.readString(), readShape(in))
    case 11 => Shape.Named(in.readInt())
    case n  => in.fail(s"a shape of kind $n")

  private def many[A](in: In)(read: => A): Vector[A] = Vector.fill(in.readUnsignedInt())(read)
