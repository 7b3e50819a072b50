package brine.codec.internal.schema

import brine.codec.Schema.{Case, Definition, Field, Kind, Type}
import brine.codec.{DecodeError, In, Limits, Out, Schema}

/** Encodes and decodes schemas: a version, the definitions, the root. The normative text is
  * `docs/spec/codec-format.md`.
  */
private[codec] object SchemaBytes:
  private val Version  = 1
  private val MaxDepth = 64
  private val Kinds    = Kind.values.length

  def encode(schema: Schema): Array[Byte] =
    val out = Out.sized(128, Limits.defaults)
    out.writeByte(Version.toByte)
    out.writeUnsignedInt(schema.definitions.size)
    schema.definitions.foreach {
      case Definition.Record(name, fields) =>
        out.writeByte(0)
        out.writeString(name)
        writeFields(out, fields)
      case Definition.Sum(name, cases) =>
        out.writeByte(1)
        out.writeString(name)
        out.writeUnsignedInt(cases.size)
        cases.foreach { c =>
          out.writeString(c.name)
          writeFields(out, c.fields)
        }
    }
    writeType(out, schema.root)
    out.toArray

  def decode(bytes: Array[Byte]): Either[DecodeError, Schema] =
    try
      val in     = In(bytes)
      val schema = read(in)
      in.expectEnd()
      Right(schema)
    catch case error: DecodeError => Left(error)

  private def read(in: In): Schema =
    val version = in.readByte()
    if version != Version then
      in.failAt(in.position - 1, s"a schema of version $version, this reader knows version $Version")
    val count       = this.count(in, 3)
    val definitions = Vector.fill(count)(readDefinition(in, count))
    Schema(readType(in, count, 0), definitions)

  private def readDefinition(in: In, count: Int): Definition =
    val tag = in.readByte()
    if tag != 0 && tag != 1 then
      in.failAt(in.position - 1, s"a definition of kind $tag; kinds are 0 for a record and 1 for a sum")
    val name = in.readString()
    if tag == 0 then Definition.Record(name, readFields(in, count))
    else Definition.Sum(name, Vector.fill(this.count(in, 2))(Case(in.readString(), readFields(in, count))))

  private def readFields(in: In, definitions: Int): Vector[Field] =
    Vector.fill(count(in, 2))(Field(in.readString(), readType(in, definitions, 0)))

  private def writeFields(out: Out, fields: Vector[Field]): Unit =
    out.writeUnsignedInt(fields.size)
    fields.foreach { field =>
      out.writeString(field.name)
      writeType(out, field.of)
    }

  private def writeType(out: Out, tpe: Type): Unit = tpe match
    case Type.Primitive(kind)     => out.writeByte(kind.ordinal.toByte)
    case Type.Optional(of)        => out.writeByte(64); writeType(out, of)
    case Type.Either(left, right) => out.writeByte(65); writeType(out, left); writeType(out, right)
    case Type.Sequence(of)        => out.writeByte(66); writeType(out, of)
    case Type.Map(key, value)     => out.writeByte(67); writeType(out, key); writeType(out, value)
    case Type.Tuple(elements)     =>
      out.writeByte(68); out.writeUnsignedInt(elements.size); elements.foreach(writeType(out, _))
    case Type.Boxed(of)                => out.writeByte(69); writeType(out, of)
    case Type.Named(index)             => out.writeByte(70); out.writeUnsignedInt(index)
    case Type.Custom(name)             => out.writeByte(71); out.writeString(name)
    case Type.Shared(of)               => out.writeByte(72); writeType(out, of)
    case Type.Repeated(of)             => out.writeByte(73); writeType(out, of)
    case Type.Wrapped(name, field, of) =>
      out.writeByte(74); out.writeString(name); out.writeString(field); writeType(out, of)
    case Type.Set(of) => out.writeByte(75); writeType(out, of)

  private def readType(in: In, definitions: Int, depth: Int): Type =
    if depth > MaxDepth then in.fail(s"a type nested deeper than $MaxDepth levels")
    def inner() = readType(in, definitions, depth + 1)
    in.readByte().toInt match
      case kind if kind >= 0 && kind < Kinds => Type.Primitive(Kind.fromOrdinal(kind))
      case 64                                => Type.Optional(inner())
      case 65                                => Type.Either(inner(), inner())
      case 66                                => Type.Sequence(inner())
      case 67                                => Type.Map(inner(), inner())
      case 68                                => Type.Tuple(Vector.fill(count(in, 1))(inner()))
      case 69                                => Type.Boxed(inner())
      case 70                                =>
        val at    = in.position
        val index = in.readUnsignedInt()
        if index < 0 || index >= definitions then
          in.failAt(at, s"a reference to definition ${Integer.toUnsignedString(index)} of $definitions")
        Type.Named(index)
      case 71  => Type.Custom(in.readString())
      case 72  => Type.Shared(inner())
      case 73  => Type.Repeated(inner())
      case 74  => Type.Wrapped(in.readString(), in.readString(), inner())
      case 75  => Type.Set(inner())
      case tag => in.failAt(in.position - 1, s"a type of kind ${tag & 0xff}, which this reader does not know")

  private def count(in: In, minSize: Int): Int =
    val at = in.position
    val n  = in.readUnsignedInt()
    if n < 0 || n.toLong * minSize > in.remaining then
      in.failAt(at, s"a count of ${Integer.toUnsignedString(n)}, with ${in.remaining} bytes left")
    n
