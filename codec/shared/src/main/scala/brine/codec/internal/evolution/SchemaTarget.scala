package brine.codec.internal.evolution

import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.schema.Structure
import brine.codec.internal.schema.Structure.{Collection, Part, PartCase, PartField, Shape}
import brine.codec.{Codec, In, Out, Schema, UnknownCase}

import scala.collection.mutable

/** A program known only by its schema, as a reader of other data: without defaults, former names and migrations, which
  * a schema does not contain. Plans for it are built only to check whether they exist; they read nothing.
  */
private[codec] final class SchemaTarget private (schema: Schema):
  private val externals = mutable.ArrayBuffer.empty[Codec[?]]
  private val records   = mutable.ArrayBuffer.empty[Part.Record]

  // The number that makes the values of a class of one field identifies its readers.
  private var wrappers = 0

  private val structure: Structure =
    val root        = shape(schema.root)
    val definitions = schema.definitions.map(part)
    Structure(root, definitions ++ records)

  private val parts: Parts = Parts(structure, externals.toArray, (_, _) => SchemaTarget.Nothing)

  private def part(definition: Definition): Part = definition match
    case Definition.Record(name, of) => Part.Record(name, -1, -1, fields(of))
    case Definition.Sum(name, cases) =>
      // Only a fallback has such a field.
      val fallback = cases.indexWhere(c => c.fields.map(_.of) == Vector(Type.Custom(UnknownCase.Name)))
      Part.Sum(name, -1, fallback, cases.map(c => PartCase(c.name, Vector.empty, -1, record(c.name, c.fields))))

  private def record(name: String, of: Vector[Field]): Int =
    if of.isEmpty then -1
    else
      val made = new Part.Record(name, -1, -1, fields(of))
      records += made
      schema.definitions.size + records.size - 1

  private def fields(of: Vector[Field]): Vector[PartField] =
    of.map(field => PartField(field.name, Vector.empty, -1, shape(field.of)))

  private def shape(tpe: Type): Shape = tpe match
    case Type.Primitive(kind)     => Shape.Primitive(kind)
    case Type.Optional(of)        => Shape.Optional(shape(of))
    case Type.Either(left, right) => Shape.Alternative(shape(left), shape(right))
    case Type.Tuple(elements)     => Shape.Tuple(elements.map(shape))
    case Type.Sequence(of)        => Shape.Sequence(Collection.Vector, -1, shape(of))
    case Type.Set(of)             => Shape.Sequence(Collection.Set, -1, shape(of))
    case Type.Map(key, value)     =>
      val (keys, values) = (shape(key), shape(value))
      val codec          = Codec.vectorMapCodec(using Known(key, keys), Known(value, values))
      Shape.Mapping(external(codec), keys, values)
    case Type.Boxed(of)                => Shape.Boxed(shape(of))
    case Type.Named(index)             => Shape.Named(index)
    case Type.Custom(UnknownCase.Name) => Shape.External(external(UnknownCase.codec), isBuiltIn = true)
    case Type.Custom(name)             =>
      Shape.External(external(Foreign(name)), isBuiltIn = true)
    case Type.Shared(of)               => Shape.Identity("", shape(of))
    case Type.Repeated(of)             => Shape.Repeated("", shape(of))
    case Type.Wrapped(name, field, of) =>
      Shape.Wrapper(name, number(), -1, PartField(field, Vector.empty, -1, shape(of)))

  private def number(): Int =
    wrappers += 1
    wrappers

  private def external(codec: Codec[?]): Int =
    externals += codec
    externals.size - 1

  /** The codec of a part, as far as a plan needs it. */
  private final class Known(tpe: Type, of: Shape) extends Codec[Any]:
    def schema: Schema                                = Schema(tpe, SchemaTarget.this.schema.definitions)
    def minSize: Int                                  = 0
    def write(out: Out, value: Any): Unit             = SchemaTarget.unread
    def read(in: In): Any                             = SchemaTarget.unread
    private[codec] override def readsWrapped: Boolean = true
    private[codec] override def readerOf(written: Type, resolver: Resolver): Codec[?] =
      resolver.resolve(written, Target.Part(parts, of))

  /** A hand-written codec of which only the name is known. */
  private final class Foreign(name: String) extends Codec[Any]:
    val schema: Schema                    = Schema.custom(name)
    def minSize: Int                      = 0
    def write(out: Out, value: Any): Unit = SchemaTarget.unread
    def read(in: In): Any                 = SchemaTarget.unread

private[codec] object SchemaTarget:
  def apply(schema: Schema): Target =
    val target = new SchemaTarget(schema)
    Target.Part(target.parts, target.structure.root)

  // Placeholder for single values, which plans create in advance.
  private object Nothing

  private def unread: scala.Nothing = throw UnsupportedOperationException(
    "a program known by its schema only reads nothing"
  )
