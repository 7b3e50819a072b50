package brine.codec.internal.evolution

import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.*
import brine.codec.internal.Structure.{Collection, Part, Shape}
import brine.codec.{Codec, In, Migration, Shared}

import scala.runtime.Tuples

/** The parts of a derived codec, as targets for data of other schemas. */
private[codec] final class Parts(
    structure: Structure,
    externals: => Array[Codec[?]],
    maker: (Int, Array[AnyRef]) => Any
):
  def root: Shape = structure.root

  /** The external codec with a number. */
  def external(number: Int): Codec[?] = externals(number)

  private[evolution] def part(shape: Shape): Target = Target.Part(this, shape)

  private val cases = Cases(this, structure, maker)

  /** The reader that reads data of type `tpe` as a shape; wrapping layers of the data are removed already. */
  def resolve(tpe: Type, shape: Shape, resolver: Resolver): Codec[?] = shape match
    case Shape.Primitive(kind)          => Kinds.codec(kind).readerOf(tpe, resolver)
    case Shape.External(number, _)      => resolver.resolve(tpe, Target.Whole(externals(number)))
    case Shape.Optional(of)             => resolver.option(tpe, part(of))
    case Shape.Alternative(left, right) => resolver.either(tpe, part(left), part(right))
    case Shape.Tuple(elements)          =>
      resolver.tuple(tpe, elements.map(part))(values => Tuples.fromArray(values.asInstanceOf[Array[Object]]))
    case Shape.Sequence(Collection.External, number, _) => resolver.resolve(tpe, Target.Whole(externals(number)))
    case Shape.Sequence(collection, number, of)         =>
      resolver.sequence(tpe, part(of), "a sequence") { element =>
        collection match
          case Collection.List   => ListCodec(element)
          case Collection.Vector => VectorCodec(element)
          case _ => Converted(VectorCodec(element), elements => maker(number, Array(elements.asInstanceOf[AnyRef])))
      }
    case Shape.Mapping(number, _, _) => resolver.resolve(tpe, Target.Whole(externals(number)))
    case Shape.Boxed(of)             => resolver.resolve(tpe, part(of))
    case Shape.Repeated(_, of)       => resolver.resolve(tpe, part(of))
    case Shape.Identity(_, of)       => Converted(resolver.resolve(tpe, part(of)), Shared(_))
    case wrapper: Shape.Wrapper      => migrated(tpe, wrapper.migration, resolver)(wrapped(tpe, wrapper, resolver))
    case Shape.Named(index)          =>
      val migration = structure.parts(index) match
        case record: Part.Record => record.migration
        case sum: Part.Sum       => sum.migration
      migrated(tpe, migration, resolver)(named(tpe, index, resolver))

  // ---------------------------------------------------------------- migrations

  private def migration(number: Int): Option[Migration[Any, Any]] =
    if number < 0 then None else Some(maker(number, Array.empty).asInstanceOf[Migration[Any, Any]])

  /** The migration to whole values from their older type. */
  private[evolution] def ownMigration: Option[Migration[Any, Any]] = migration(root match
    case Shape.Named(index) =>
      structure.parts(index) match
        case record: Part.Record => record.migration
        case sum: Part.Sum       => sum.migration
    case wrapper: Shape.Wrapper => wrapper.migration
    case _                      => -1)

  /** The record of whole values, if they have fields. */
  private[evolution] def rootRecord: Option[Part.Record] = root match
    case Shape.Named(index) =>
      structure.parts(index) match
        case record: Part.Record => Some(record)
        case _: Part.Sum         => None
    case wrapper: Shape.Wrapper => Some(Parts.recordOf(wrapper))
    case _                      => None

  /** Data with the fields of a migration's older type is read as that type and then migrated; other data is read
    * directly.
    */
  private def migrated(tpe: Type, number: Int, resolver: Resolver)(direct: => Codec[?]): Codec[?] =
    migration(number) match
      case None            => direct
      case Some(migration) =>
        def old: Codec[?] = Converted(resolver.resolve(tpe, Target.Whole(migration.old)), migration.migrate)
        if OlderTypes.include(migration.old, resolver, tpe) then old
        else resolver.orElse(direct)(error => resolver.orElse(old)(_ => throw error))

  /** Like [[migrated]], for the fields of a case, which is not a value of its own. */
  private[evolution] def recordFields(fields: Vector[Field], record: Part.Record, resolver: Resolver)(
      make: (In, Any) => Any
  ): Fields =
    def direct: Fields = fieldsOf(fields, record, resolver)((in, parts) => make(in, maker(record.make, parts)))
    migration(record.migration).flatMap(OlderTypes.record) match
      case None                            => direct
      case Some((migration, parts, older)) =>
        def old: Fields = parts.recordFields(fields, older, resolver)((in, value) => make(in, migration.migrate(value)))
        if OlderTypes.include(migration.old, resolver, fields) then old
        else resolver.orElse(direct)(error => resolver.orElse(old)(_ => throw error))

  // ---------------------------------------------------------------- wrappers

  private def wrapped(tpe: Type, wrapper: Shape.Wrapper, resolver: Resolver): Codec[?] =
    def wrap(value: Any): Any = maker(wrapper.make, Array(value.asInstanceOf[AnyRef]))
    resolver.orElse(Converted(resolver.resolve(tpe, part(wrapper.of)), wrap)) { error =>
      tpe match
        case Type.Named(index) =>
          resolver.written.definitions(index) match
            // A record of several fields that has become a wrapper of one of them.
            case Definition.Record(_, fields) if fields.exists(_.name == wrapper.field) =>
              record(index, fields, Parts.recordOf(wrapper), Int.MinValue + wrapper.make, resolver)
            case _ => throw error
        case _ => throw error
    }

  // ---------------------------------------------------------------- records

  private def named(tpe: Type, index: Int, resolver: Resolver): Codec[?] = (structure.parts(index), tpe) match
    case (record: Part.Record, Type.Named(from)) =>
      resolver.written.definitions(from) match
        case Definition.Record(_, fields) => this.record(from, fields, record, index, resolver)
        case Definition.Sum(name, _)      => resolver.refuse(tpe, s"the record ${record.name}: $name is a sum")
    case (record: Part.Record, Type.Tuple(elements)) =>
      val fields = elements.zipWithIndex.map((of, i) => Field(record.fields.lift(i).fold(s"_${i + 1}")(_.name), of))
      if elements.size > record.fields.size then
        resolver.refuse(tpe, s"the record ${record.name} of ${record.fields.size} fields")
      TupleReader(fieldsOf(fields, record, resolver)(made(record)))
    case (record: Part.Record, _)          => grown(tpe, record, resolver)
    case (sum: Part.Sum, Type.Named(from)) =>
      resolver.written.definitions(from) match
        case Definition.Sum(name, cases)     => this.cases.sum(from, name, cases, sum, index, resolver)
        case Definition.Record(name, fields) => this.cases.single(from, name, fields, sum, resolver)
    case (sum: Part.Sum, _) => resolver.refuse(tpe, s"the sum ${sum.name}")

  private[evolution] def record(
      from: Int,
      fields: Vector[Field],
      record: Part.Record,
      key: Int,
      resolver: Resolver
  ): Reader =
    resolver.definition(from, this, key)(RecordReader(resolver.layout.isRecursive(from))) { reader =>
      reader.body = Body(resolver.layout.header(fields, 0), fieldsOf(fields, record, resolver)(made(record)))
    }

  /** A former wrapper, which leaves no trace in the bytes, has got more fields: old data holds the field that has no
    * default.
    */
  private def grown(tpe: Type, record: Part.Record, resolver: Resolver): Codec[?] =
    val without = record.fields.filter(field => absent(field).isEmpty)
    val field   = without match
      case Vector(one) => one
      case Vector()    => record.fields.headOption.getOrElse(resolver.refuse(tpe, s"the record ${record.name}"))
      case _           => resolver.refuse(tpe, s"the record ${record.name}")
    TupleReader(fieldsOf(Vector(Field(field.name, tpe)), record, resolver)(made(record)))

  private def made(record: Part.Record): (In, Array[AnyRef]) => Any = (_, parts) => maker(record.make, parts)

  /** Maps each written field to the field it has become, and gives the values of the missing ones. */
  private def fieldsOf(fields: Vector[Field], record: Part.Record, resolver: Resolver)(
      make: (In, Array[AnyRef]) => Any
  ): Fields =
    val targets = Matching(fields.map(_.name), record.fields.map(field => field.name -> field.was))
    val readers = fields.zip(targets).map { (field, target) =>
      val wanted = if target < 0 then Target.Anything else part(record.fields(target).of)
      Reader.of(resolver.within(field.name)(resolver.resolve(field.of, wanted)))
    }
    val missing = record.fields.indices.filterNot(targets.contains).map { i =>
      val field = record.fields(i)
      i -> absent(field).getOrElse {
        resolver.report(Incompatible.missingField(record.name, field.name))
        () => null
      }
    }
    Fields(fields.map(_.name).toArray, readers.toArray, targets.toArray, record.fields.size, missing.toArray, make)

  // The value of a field that old data lacks.
  private def absent(field: Structure.PartField): Option[() => Any] =
    if field.default >= 0 then Some(() => maker(field.default, Parts.Nothing))
    else
      field.of match
        case Shape.Optional(_) | Shape.Repeated(_, Shape.Optional(_)) => Some(() => None)
        case _                                                        => None

private[codec] object Parts:
  private val Nothing = Array.empty[AnyRef]

  private[evolution] def recordOf(name: String, make: Int, fields: Vector[Structure.PartField]): Part.Record =
    new Part.Record(name, make, -1, fields)

  // A wrapper as the record of its only field, as it is declared.
  private def recordOf(wrapper: Shape.Wrapper): Part.Record =
    new Part.Record(
      "",
      wrapper.make,
      wrapper.migration,
      Vector(Structure.PartField(wrapper.field, Vector.empty, -1, wrapper.of))
    )

  /** Placeholder for fields that cannot be read, while only the reasons are collected. */
  private[evolution] def noFields: Fields =
    Fields(Array.empty, Array.empty, Array.empty, 0, Array.empty, (_, parts) => parts)
