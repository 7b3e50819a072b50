package brine.codec.internal.evolution

import brine.codec.Codec
import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.Structure.{Collection, Part, Shape}
import brine.codec.internal.{Derived, SchemaLayout, Structure}

/** Reads what classes of one field wrote, and other data as such classes. A class of one field is a record of that
  * field; `docs/evolution.md` lists the rules.
  */
private[evolution] final class OneField(parts: Parts, structure: Structure, maker: (Int, Array[AnyRef]) => Any):
  /** The reader that reads data of type `tpe` as a class of one field. */
  def of(tpe: Type, wrapper: Shape.Wrapper, resolver: Resolver): Codec[?] =
    def inner(of: Type): Codec[?] = Converted(
      resolver.resolve(of, parts.part(wrapper.field.of)),
      value => maker(wrapper.make, Array(value.asInstanceOf[AnyRef]))
    )
    def wrap(): Codec[?] =
      resolver.convert()
      inner(tpe)
    def record = OneField.recordOf(wrapper)
    if wrapper.name.isEmpty then inner(tpe)
    else
      tpe match
        case Type.Wrapped(_, field, of) =>
          if OneField.isNamed(wrapper.field, field) then inner(of)
          else
            def unwrap(): Codec[?] = resolver.content(of, parts.part(wrapper))
            val wraps              = Option.when(claims(wrapper.field.of, field))(() => wrap())
            val unwraps            = Option.when(OneField.has(resolver, of, Vector(wrapper.field)))(() => unwrap())
            // A field that is there is never given up for a reading that drops it.
            val byName = (wraps ++ unwraps).toSeq
            if byName.isEmpty then read(field, of, record, resolver) else resolver.fewest(byName*)()
        case Type.Named(index) =>
          resolver.written.definitions(index) match
            // A record of several fields that has become a class of one of them, or the content of such a class.
            case Definition.Record(_, fields) =>
              def byField(): Codec[?] = parts.record(index, fields, record, Int.MinValue + wrapper.make, resolver)
              if fields.exists(field => OneField.isNamed(wrapper.field, field.name)) then
                resolver.fewest(byField, wrap)()
              else if fields.exists(field => claims(wrapper.field.of, field.name)) then wrap()
              else resolver.fewestOr(wrap, byField)
            case _: Definition.Sum => wrap()
        case _ => wrap()

  /** Whether what a shape contains, or an older type of it, has a field that is or was called `name`. */
  def claims(shape: Shape, name: String): Boolean = shape match
    case Shape.Optional(of)        => claims(of, name)
    case Shape.Boxed(of)           => claims(of, name)
    case Shape.Repeated(_, of)     => claims(of, name)
    case Shape.Identity(_, of)     => claims(of, name)
    case Shape.External(number, _) =>
      parts.external(number) match
        case derived: Derived[?] => derived.parts.claims(name)
        case _                   => false
    case wrapper: Shape.Wrapper =>
      OneField.isNamed(wrapper.field, name) || claims(wrapper.field.of, name) ||
      parts.olderClaims(wrapper.migration, name)
    case Shape.Named(index) =>
      structure.parts(index) match
        case record: Part.Record =>
          record.fields.exists(OneField.isNamed(_, name)) || parts.olderClaims(record.migration, name)
        case _: Part.Sum => false
    case _ => false

  /** Reads what a class of one field wrote as a record. */
  def asRecord(
      tpe: Type.Wrapped,
      record: Part.Record,
      shape: Shape,
      resolver: Resolver
  ): Codec[?] =
    def byField(): Codec[?] = read(tpe.field, tpe.of, record, resolver)
    def unwrap(): Codec[?]  = resolver.content(tpe.of, parts.part(shape))
    val isField             = record.fields.exists(OneField.isNamed(_, tpe.field))
    // A field that is there is never given up for a reading that drops it.
    if !isField && OneField.has(resolver, tpe.of, record.fields) then unwrap()
    else if !OneField.mayBeRecord(tpe.of) then byField()
    else if isField then resolver.fewest(byField, unwrap)()
    else resolver.fewestOr(unwrap, byField)

  /** Reads a value as the record of which it is the only field. */
  def read(name: String, of: Type, record: Part.Record, resolver: Resolver): Codec[?] =
    WrappedReader(parts.fieldsOf(Vector(Field(name, of)), record, resolver)(parts.made(record)))

private[evolution] object OneField:
  /** A class of one field as a record. */
  def recordOf(wrapper: Shape.Wrapper): Part.Record =
    new Part.Record(wrapper.name, wrapper.make, wrapper.migration, Vector(wrapper.field))

  /** Whether a field is or was called `name`. */
  def isNamed(field: Structure.PartField, name: String): Boolean =
    field.name == name || field.was.contains(name)

  /** Whether a shape never reads what a class of one field wrote otherwise than what the class contains. */
  def needsContent(tpe: Type, shape: Shape): Boolean = shape match
    case _: (Shape.Primitive | Shape.Alternative | Shape.Tuple)                => true
    case Shape.Sequence(collection, _, _) if collection != Collection.External => true
    // The identity of what is shared already is kept.
    case _: Shape.Identity => SchemaLayout.content(tpe).isInstanceOf[Type.Shared]
    case _                 => false

  /** Whether a type may be read field by field. */
  private def mayBeRecord(tpe: Type): Boolean = tpe match
    case Type.Boxed(of)                              => mayBeRecord(of)
    case Type.Repeated(of)                           => mayBeRecord(of)
    case Type.Shared(of)                             => mayBeRecord(of)
    case _: (Type.Named | Type.Tuple | Type.Wrapped) => true
    case _                                           => false

  /** Whether what was written has one of the fields among those of its only part. */
  private def has(resolver: Resolver, tpe: Type, fields: Vector[Structure.PartField]): Boolean = tpe match
    case Type.Boxed(of)            => has(resolver, of, fields)
    case Type.Repeated(of)         => has(resolver, of, fields)
    case Type.Shared(of)           => has(resolver, of, fields)
    case Type.Optional(of)         => has(resolver, of, fields)
    case Type.Wrapped(_, name, of) => fields.exists(isNamed(_, name)) || has(resolver, of, fields)
    case Type.Named(index)         =>
      resolver.written.definitions(index) match
        case Definition.Record(_, all) => all.exists(one => fields.exists(isNamed(_, one.name)))
        case _: Definition.Sum         => false
    case _ => false
