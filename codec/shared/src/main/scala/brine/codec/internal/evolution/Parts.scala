package brine.codec.internal.evolution

import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.*
import brine.codec.internal.Structure.{Collection, Part, PartCase, Shape}
import brine.codec.{Codec, In, Migration, Schema, Shared, UnknownCase}

import scala.runtime.Tuples

/** The parts of a derived codec, as what data of other schemas become. */
private[codec] final class Parts(
    structure: Structure,
    externals: => Array[Codec[?]],
    maker: (Int, Array[AnyRef]) => Any
):
  def root: Shape = structure.root

  /** The external codec of a number. */
  def external(number: Int): Codec[?] = externals(number)

  private def part(shape: Shape): Target = Target.Part(this, shape)

  /** The reader of data of type `tpe` for a shape; what surrounds the data is gone already. */
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

  /** Data that have the fields of the older type of a migration become that, and then go through it. */
  private def migrated(tpe: Type, number: Int, resolver: Resolver)(direct: => Codec[?]): Codec[?] =
    if number < 0 then direct
    else
      val migration     = maker(number, Array.empty).asInstanceOf[Migration[Any, Any]]
      def old: Codec[?] = Converted(resolver.resolve(tpe, Target.Whole(migration.old)), migration.migrate)
      if isOlder(tpe, migration, resolver) then old
      else resolver.orElse(direct)(error => resolver.orElse(old)(_ => throw error))

  // The chain of older types: whether the data are exactly of one of them.
  private def isOlder(tpe: Type, migration: Migration[Any, Any], resolver: Resolver): Boolean =
    resolver.isSame(tpe, migration.old.schema) || (migration.old match
      case derived: Derived[?] => derived.parts.isOlder(tpe, resolver)
      case _                   => false)

  private def isOlder(tpe: Type, resolver: Resolver): Boolean =
    val number = root match
      case Shape.Named(index) =>
        structure.parts(index) match
          case record: Part.Record => record.migration
          case sum: Part.Sum       => sum.migration
      case wrapper: Shape.Wrapper => wrapper.migration
      case _                      => -1
    number >= 0 && isOlder(tpe, maker(number, Array.empty).asInstanceOf[Migration[Any, Any]], resolver)

  // ---------------------------------------------------------------- wrappers

  private def wrapped(tpe: Type, wrapper: Shape.Wrapper, resolver: Resolver): Codec[?] =
    def wrap(value: Any): Any = maker(wrapper.make, Array(value.asInstanceOf[AnyRef]))
    resolver.orElse(Converted(resolver.resolve(tpe, part(wrapper.of)), wrap)) { error =>
      tpe match
        case Type.Named(index) =>
          resolver.written.definitions(index) match
            // A record of several fields that has become a wrapper of one of them.
            case Definition.Record(_, fields) if fields.exists(_.name == wrapper.field) =>
              val only = Parts.recordOf(
                "",
                wrapper.make,
                Vector(Structure.PartField(wrapper.field, Vector.empty, -1, wrapper.of))
              )
              record(index, fields, only, Int.MinValue + wrapper.make, resolver)
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
        case Definition.Sum(name, cases)     => this.sum(from, name, cases, sum, index, resolver)
        case Definition.Record(name, fields) => single(from, name, fields, sum, resolver)
    case (sum: Part.Sum, _) => resolver.refuse(tpe, s"the sum ${sum.name}")

  private def record(from: Int, fields: Vector[Field], record: Part.Record, key: Int, resolver: Resolver): Reader =
    resolver.definition(from, this, key)(RecordReader(resolver.layout.isRecursive(from))) { reader =>
      reader.body = Body(resolver.layout.header(fields, 0), fieldsOf(fields, record, resolver)(made(record)))
    }

  /** What was a wrapper, and so left no trace, has got more fields: the one that old data cannot do without is what it wrapped. */
  private def grown(tpe: Type, record: Part.Record, resolver: Resolver): Codec[?] =
    val without = record.fields.filter(field => absent(field).isEmpty)
    val field   = without match
      case Vector(one) => one
      case Vector()    => record.fields.headOption.getOrElse(resolver.refuse(tpe, s"the record ${record.name}"))
      case _           => resolver.refuse(tpe, s"the record ${record.name}")
    TupleReader(fieldsOf(Vector(Field(field.name, tpe)), record, resolver)(made(record)))

  private def made(record: Part.Record): (In, Array[AnyRef]) => Any = (_, parts) => maker(record.make, parts)

  /** The fields written, each with the place of the field it has become, and what stands in for the others. */
  private def fieldsOf(fields: Vector[Field], record: Part.Record, resolver: Resolver)(
      make: (In, Array[AnyRef]) => Any
  ): Fields =
    val targets = Matching(fields.map(_.name), record.fields.map(field => field.name -> field.was))
    val readers = fields.zip(targets).map { (field, target) =>
      val wanted = if target < 0 then Target.Anything else part(record.fields(target).of)
      Reader.of(Incompatible.within(field.name)(resolver.resolve(field.of, wanted)))
    }
    val missing = record.fields.indices.filterNot(targets.contains).map { i =>
      val field = record.fields(i)
      i -> absent(field).getOrElse(
        throw Incompatible(field.name, s"it is missing in what was written; ${Parts.remedy(record.name, field.name)}")
      )
    }
    Fields(fields.map(_.name).toArray, readers.toArray, targets.toArray, record.fields.size, missing.toArray, make)

  // What stands in for a field that old data do not have.
  private def absent(field: Structure.PartField): Option[() => Any] =
    if field.default >= 0 then Some(() => maker(field.default, Parts.Nothing))
    else
      field.of match
        case Shape.Optional(_) | Shape.Repeated(_, Shape.Optional(_)) => Some(() => None)
        case _                                                        => None

  // ---------------------------------------------------------------- sums

  private def sum(
      from: Int,
      name: String,
      cases: Vector[Schema.Case],
      sum: Part.Sum,
      index: Int,
      resolver: Resolver
  ): Reader =
    resolver.definition(from, this, index)(SumReader(name, cases.size, resolver.layout.isRecursive(from))) { reader =>
      resolver.count(cases.size)
      val targets = Matching(cases.map(_.name), sum.cases.map(c => c.name -> c.was))
      reader.isEnumeration = cases.forall(_.fields.isEmpty)
      reader.cases = cases
        .zip(targets)
        .map((c, target) => Incompatible.within(c.name)(caseReader(c, name, cases.size, sum, target, resolver)))
        .toArray
    }

  private def caseReader(
      c: Schema.Case,
      sumName: String,
      count: Int,
      sum: Part.Sum,
      target: Int,
      resolver: Resolver
  ): CaseReader =
    if target >= 0 then
      val make: (In, Any) => Any = if target == sum.fallback then recovering(sum) else (_, value) => value
      val fields                 = caseFields(c.fields, sum.cases(target), resolver)(make)
      if c.fields.isEmpty then CaseReader.Single(() => fields.nothing)
      else fielded(c, count, fields, resolver)
    else if c.fields.sizeIs == 1 && c.fields.head.of == Type.Custom(UnknownCase.Name) then
      // A case that stood for unknown ones: what it kept may be known here, and nothing else of it is wanted.
      val fields =
        Anything.fields(c.fields, resolver)((in, parts) => recovered(in, sum, parts(0)).getOrElse(Parts.refuse(c, sum)))
      fielded(c, count, fields, resolver)
    else if sum.fallback >= 0 then unknown(c, sumName, count, sum, resolver)
    else CaseReader.Missing(Parts.missing(c, sum))

  private def fielded(c: Schema.Case, count: Int, fields: Fields, resolver: Resolver): CaseReader =
    val tag = if count <= SchemaLayout.TagLimit then SchemaLayout.tagBits(count) else 0
    CaseReader.Fielded(
      Body(resolver.layout.header(c.fields, tag), fields),
      Body(resolver.layout.header(c.fields, 0), fields)
    )

  private def caseFields(fields: Vector[Field], target: PartCase, resolver: Resolver)(
      make: (In, Any) => Any
  ): Fields =
    val record =
      if target.record >= 0 then structure.record(target.record)
      else Parts.recordOf(target.name, target.make, Vector.empty)
    fieldsOf(fields, record, resolver)((in, parts) => make(in, maker(record.make, parts)))

  /** A record that has become a case of a sum. */
  private def single(
      from: Int,
      name: String,
      fields: Vector[Field],
      sum: Part.Sum,
      resolver: Resolver
  ): Codec[?] =
    sum.cases.find(c => c.name == name || c.was.contains(name)) match
      case Some(target) if target.record >= 0 =>
        record(from, fields, structure.record(target.record), target.record, resolver)
      case _ => resolver.refuse(Type.Named(from), s"the sum ${sum.name}, which has no case $name")

  // ---------------------------------------------------------------- unknown cases

  private def unknown(c: Schema.Case, sumName: String, count: Int, sum: Part.Sum, resolver: Resolver): CaseReader =
    val kept = UnknownCase.Kept(resolver.layout, sumName, c)
    val make = structure.record(sum.cases(sum.fallback).record).make
    if c.fields.isEmpty then CaseReader.Single(() => maker(make, Array(kept.empty)))
    else
      val anything =
        Anything.fields(c.fields, resolver)((in, parts) => maker(make, Array(kept.of(in, parts))))
      fielded(c, count, anything, resolver)

  /** A case that somebody did not know and kept may be one that is known here. */
  private def recovering(sum: Part.Sum): (In, Any) => Any = (in, value) =>
    recovered(in, sum, value.asInstanceOf[Product].productElement(0)).getOrElse(value)

  private def recovered(in: In, sum: Part.Sum, kept: Any): Option[Any] = kept match
    case unknown: UnknownCase if sum.cases.exists(c => c.name == unknown.name || c.was.contains(unknown.name)) =>
      recoveries(structure.parts.indexOf(sum)).of(unknown.schema).toOption.map(unknown.readBy(in, _))
    case _ => None

  // For each sum, the plans for cases that somebody kept.
  private lazy val recoveries: Vector[Plans] =
    structure.parts.indices.toVector.map(sum => Plans(() => part(Shape.Named(sum))))

private[codec] object Parts:
  private val Nothing = Array.empty[AnyRef]

  private def missing(c: Schema.Case, sum: Part.Sum): String =
    s"a ${SchemaText.cut(c.name)}, a case that ${sum.name} does not have here; add it, or one marked by @fallback"

  private def refuse(c: Schema.Case, sum: Part.Sum): Nothing = throw IllegalArgumentException(missing(c, sum))

  private def recordOf(name: String, make: Int, fields: Vector[Structure.PartField]): Part.Record =
    new Part.Record(name, make, -1, fields)

  private def remedy(record: String, field: String): String =
    s"give $field of $record a value for old data by @added(...), a default, or make it an Option; if it had another name, name it by @was(...)"

/** Which of the things of this program each of those written is, by its name or a former one; -1 for none. */
private[codec] object Matching:
  def apply(written: Vector[String], here: Vector[(String, Vector[String])]): Vector[Int] =
    val byName = written.map(name => here.indexWhere(_._1 == name))
    written.zip(byName).map { (name, found) =>
      if found >= 0 then found
      else here.indexWhere((current, was) => was.contains(name) && !written.contains(current))
    }
