package brine.codec.internal.evolution

import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.matching.{Incompatible, Matching}
import brine.codec.internal.schema.Structure.{Collection, Part, Shape}
import brine.codec.internal.schema.{Kinds, Structure}
import brine.codec.{CaseNames, Codec, In, Shared}

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

  private val cases    = Cases(this, structure, maker)
  private val oneField = OneField(this, structure, maker)

  /** The migrations to whole values and to parts of them. */
  private[codec] val migrations: Migrations = Migrations(this, structure, externals, maker)

  /** Whether whole values have a field that is or was called `name`. */
  private[evolution] def claims(name: String, entered: OneField.Entered): Boolean =
    entered.add(this) && oneField.claims(root, name, entered)

  /** Whether whole values are, or contain within classes of one field, the class `name`. */
  private[evolution] def contains(name: String, entered: OneField.Entered): Boolean =
    entered.add(this) && oneField.contains(root, name, entered)

  /** The reader that reads data of type `tpe` as a shape; layers without a name are removed from the data already. */
  def resolve(tpe: Type, shape: Shape, resolver: Resolver): Codec[?] = (tpe, shape) match
    case (Type.Wrapped(_, _, of), _) if OneField.needsContent(tpe, shape) => resolver.content(of, part(shape))
    case _                                                                => reader(tpe, shape, resolver)

  private def reader(tpe: Type, shape: Shape, resolver: Resolver): Codec[?] = shape match
    case Shape.Primitive(kind)          => Kinds.codec(kind).readerOf(tpe, resolver)
    case Shape.External(number, _)      => resolver.resolve(tpe, Target.Whole(externals(number)))
    case Shape.Optional(of)             => resolver.option(tpe, part(of), part(shape))
    case Shape.Alternative(left, right) => resolver.either(tpe, part(left), part(right))
    case Shape.Tuple(elements)          =>
      resolver.tuple(tpe, elements.map(part))(values => Tuples.fromArray(values.asInstanceOf[Array[Object]]))
    case Shape.Sequence(_, number, _) if shape.isExternalCollection =>
      resolver.resolve(tpe, Target.Whole(externals(number)))
    case Shape.Sequence(collection, number, of) =>
      resolver.sequence(tpe, part(of), "a sequence", areDistinct = collection == Collection.Set) { element =>
        collection match
          case Collection.List                    => Codec.listCodec(using element)
          case Collection.Vector | Collection.Set => Codec.vectorCodec(using element)
          case _                                  =>
            Converted(Codec.vectorCodec(using element), elements => maker(number, Array(elements.asInstanceOf[AnyRef])))
      }
    case Shape.Mapping(number, _, _) => resolver.resolve(tpe, Target.Whole(externals(number)))
    case Shape.Boxed(of)             => resolver.resolve(tpe, part(of))
    case Shape.Repeated(_, of)       => resolver.resolve(tpe, part(of))
    case Shape.Identity(_, of)       => Converted(resolver.resolve(tpe, part(of)), Shared(_))
    case wrapper: Shape.Wrapper      =>
      migrations.read(tpe, shape, resolver)(oneField.of(tpe, wrapper, resolver))
    case Shape.Named(index) => migrations.read(tpe, shape, resolver)(named(tpe, index, resolver))

  /** The name of whole values, if they are records or sums. */
  private[codec] def rootName: Option[String] = root match
    case Shape.Named(index) =>
      structure.parts(index) match
        case record: Part.Record => Some(record.name)
        case sum: Part.Sum       => Some(sum.name)
    case _ => None

  /** The names of the cases of whole values, if they are a sum. */
  private[codec] def caseNames: Option[Vector[CaseNames]] =
    sumOf(root).map(_.cases.map(one => CaseNames(one.name, one.was)))

  private def sumOf(shape: Shape): Option[Part.Sum] = shape match
    case Shape.Boxed(of)       => sumOf(of)
    case Shape.Repeated(_, of) => sumOf(of)
    case Shape.Identity(_, of) => sumOf(of)
    case Shape.Named(index)    =>
      structure.parts(index) match
        case sum: Part.Sum => Some(sum)
        case _             => None
    case _ => None

  /** The record of whole values, if they have fields. */
  private[evolution] def rootRecord: Option[Part.Record] = recordOf(root)

  private[evolution] def recordOf(shape: Shape): Option[Part.Record] = shape match
    case Shape.Named(index) =>
      structure.parts(index) match
        case record: Part.Record => Some(record)
        case _: Part.Sum         => None
    case wrapper: Shape.Wrapper => Some(OneField.recordOf(wrapper))
    case _                      => None

  // ---------------------------------------------------------------- records

  private def named(tpe: Type, index: Int, resolver: Resolver): Codec[?] = (structure.parts(index), tpe) match
    case (record: Part.Record, Type.Named(from)) =>
      resolver.written.definitions(from) match
        case Definition.Record(_, fields) => this.record(from, fields, record, index, resolver)
        case Definition.Sum(name, _)      => resolver.refuse(tpe, s"the record ${record.name}: $name is a sum")
    case (record: Part.Record, Type.Tuple(elements)) =>
      // By position, unless former names say otherwise.
      val isNamed = elements.indices.exists(i => record.fields.exists(_.was.contains(s"_${i + 1}")))
      def named   = elements.zipWithIndex.map((of, i) => Field(s"_${i + 1}", of))
      // Not matched by these names: one of them may be a former name of another field.
      def inOrder = elements.lazyZip(record.fields).map((of, field) => Field(field.name, of))
      if elements.size > record.fields.size then
        resolver.refuse(tpe, s"the record ${record.name} of ${record.fields.size} fields")
      TupleReader(
        if isNamed then fieldsOf(named, record, resolver)(made(record))
        else
          resolver.warn(Incompatible.positional(record.name))
          matched(inOrder, elements.indices, record, resolver)(made(record))
      )
    case (record: Part.Record, wrapped: Type.Wrapped) =>
      oneField.asRecord(wrapped, record, Shape.Named(index), resolver)
    // A class of one field that contains itself is a record.
    case (record: Part.Record, _) if record.fields.sizeIs == 1 =>
      oneField.read(record.fields.head.name, tpe, record, resolver)
    case (record: Part.Record, _) =>
      throw Incompatible(
        "",
        s"it was written as ${resolver.render(tpe)} and cannot be read as the record ${record.name} of " +
          s"${record.fields.size} fields",
        s"write a Migration to ${record.name}, from a class of one field that contains what was written"
      )
    case (sum: Part.Sum, wrapped: Type.Wrapped) =>
      def unwrap(): Codec[?] = resolver.content(wrapped.of, part(Shape.Named(index)))
      this.cases.wrapped(wrapped, sum, resolver).fold(unwrap())(one => resolver.fewest(one, unwrap)())
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

  private[evolution] def made(record: Part.Record): (In, Array[AnyRef]) => Any = (_, parts) => maker(record.make, parts)

  /** Maps each written field to the field it has become, and gives the values of the missing ones. */
  private[evolution] def fieldsOf(fields: Vector[Field], record: Part.Record, resolver: Resolver)(
      make: (In, Array[AnyRef]) => Any
  ): Fields =
    val targets = Matching(fields.map(_.name), record.fields.map(field => field.name -> field.was))
    matched(fields, targets, record, resolver)(make)

  // `targets`: the number of the field that each written one has become, or -1.
  private def matched(fields: Vector[Field], targets: Seq[Int], record: Part.Record, resolver: Resolver)(
      make: (In, Array[AnyRef]) => Any
  ): Fields =
    val readers = fields.zip(targets).map { (field, target) =>
      val wanted = if target < 0 then Target.Anything else part(record.fields(target).of)
      if target < 0 then resolver.drop(record.name, field)
      else if record.fields(target).name != field.name then resolver.convert()
      Reader.of(resolver.within(field.name)(resolver.resolve(field.of, wanted)))
    }
    val present = targets.toSet
    val missing = record.fields.indices.filterNot(present).map { i =>
      val field = record.fields(i)
      resolver.fillIn()
      i -> absent(field).getOrElse {
        resolver.report(Incompatible.missingField(record.name, field.name))
        () => null
      }
    }
    Fields(fields.map(_.name).toArray, readers.toArray, targets.toArray, record.fields.size, missing.toArray, make)

  // The value of a field that old data lacks.
  private def absent(field: Structure.PartField): Option[() => Any] =
    if field.default >= 0 then Some(() => maker(field.default, Parts.Nothing)) else absent(field.of)

  private def absent(shape: Shape): Option[() => Any] = shape match
    case Shape.Optional(_)                            => Some(() => None)
    case Shape.Repeated(_, of)                        => absent(of)
    case opaque: Shape.Wrapper if opaque.name.isEmpty =>
      absent(opaque.field.of).map(value => () => maker(opaque.make, Array(value().asInstanceOf[AnyRef])))
    case _ => None

private[codec] object Parts:
  /** The parts of a codec, if it is derived. */
  def of(codec: Codec[?]): Option[Parts] = Option[Parts](codec.derivedParts)

  private val Nothing = Array.empty[AnyRef]

  private[evolution] def recordOf(name: String, make: Int, fields: Vector[Structure.PartField]): Part.Record =
    new Part.Record(name, make, -1, fields)

  /** Placeholder for fields that cannot be read, while only the reasons are collected. */
  private[evolution] def noFields: Fields =
    Fields(Array.empty, Array.empty, Array.empty, 0, Array.empty, (_, parts) => parts)
