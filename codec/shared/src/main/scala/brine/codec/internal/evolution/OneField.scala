package brine.codec.internal.evolution

import brine.codec.Codec
import brine.codec.Schema.{Definition, Field, Type}
import brine.codec.internal.schema.Structure.{Part, Shape}
import brine.codec.internal.schema.{SchemaLayout, Structure}

import scala.annotation.tailrec

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
        case Type.Wrapped(name, field, of) =>
          if OneField.isNamed(wrapper.field, field) then inner(of)
          else
            def unwrap(): Codec[?] = resolver.content(of, parts.part(wrapper))
            val wraps              = Option.when(claims(wrapper.field.of, field))(() => wrap())
            val unwraps = Option.when(OneField.has(resolver, of)(OneField.isNamed(wrapper.field, _)))(() => unwrap())
            // One class contains the other, and the fields within both have a name in common.
            def isWithin      = OneField.has(resolver, of)(claims(wrapper.field.of, _))
            def wrapsOther    = Option.when(contains(wrapper.field.of, name) && isWithin)(() => wrap())
            def unwrapsToThis = Option.when(OneField.hasClass(resolver, of, wrapper.name) && isWithin)(() => unwrap())
            // A field that is there is never given up for a reading that drops it.
            val byName = (wraps ++ unwraps).toSeq
            val found  = if byName.nonEmpty then byName else (wrapsOther ++ unwrapsToThis).toSeq
            if found.isEmpty then read(field, of, record, resolver) else resolver.fewest(found*)()
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
  def claims(shape: Shape, name: String): Boolean = claims(shape, name, new OneField.Entered)

  private[evolution] def claims(shape: Shape, name: String, entered: OneField.Entered): Boolean = shape match
    case Shape.Optional(of)        => claims(of, name, entered)
    case Shape.Boxed(of)           => claims(of, name, entered)
    case Shape.Repeated(_, of)     => claims(of, name, entered)
    case Shape.Identity(_, of)     => claims(of, name, entered)
    case Shape.External(number, _) => Parts.of(parts.external(number)).exists(_.claims(name, entered))
    case wrapper: Shape.Wrapper    =>
      OneField.isNamed(wrapper.field, name) || claims(wrapper.field.of, name, entered) ||
      parts.migrations.olderClaims(wrapper.migration, name, entered)
    case Shape.Named(index) =>
      structure.parts(index) match
        case record: Part.Record =>
          record.fields
            .exists(OneField.isNamed(_, name)) || parts.migrations.olderClaims(record.migration, name, entered)
        case _: Part.Sum => false
    case _ => false

  /** Whether a shape is, or contains within classes of one field, the class `name`. */
  def contains(shape: Shape, name: String): Boolean = contains(shape, name, new OneField.Entered)

  private[evolution] def contains(shape: Shape, name: String, entered: OneField.Entered): Boolean = shape match
    case Shape.Optional(of)        => contains(of, name, entered)
    case Shape.Boxed(of)           => contains(of, name, entered)
    case Shape.Repeated(_, of)     => contains(of, name, entered)
    case Shape.Identity(_, of)     => contains(of, name, entered)
    case Shape.External(number, _) => Parts.of(parts.external(number)).exists(_.contains(name, entered))
    case wrapper: Shape.Wrapper    => wrapper.name == name || contains(wrapper.field.of, name, entered)
    case Shape.Named(index)        =>
      structure.parts(index) match
        case record: Part.Record => record.name == name
        case _: Part.Sum         => false
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
    def isWithin = OneField.has(resolver, tpe.of)(name => record.fields.exists(OneField.isNamed(_, name)))
    if !isField && isWithin then unwrap()
    else if !OneField.mayBeRecord(tpe.of) then byField()
    else if isField then if isWithin then resolver.fewest(byField, unwrap)() else byField()
    else resolver.fewestOr(unwrap, byField)

  /** Reads a value as the record of which it is the only field. */
  def read(name: String, of: Type, record: Part.Record, resolver: Resolver): Codec[?] =
    WrappedReader(parts.fieldsOf(Vector(Field(name, of)), record, resolver)(parts.made(record)))

private[evolution] object OneField:
  /** The codecs that a search has entered. Classes with codecs of their own may contain each other; each is entered
    * once, and generic ones may be new each time. Used by one thread.
    */
  final class Entered:
    private var all = List.empty[Parts]

    /** Enters a codec, unless it was entered before or the search is long enough. */
    def add(parts: Parts): Boolean =
      val isNew = all.sizeIs < MostEntered && !all.exists(_ eq parts)
      if isNew then all = parts :: all
      isNew

  private final val MostEntered = 64

  /** A class of one field as a record. */
  def recordOf(wrapper: Shape.Wrapper): Part.Record =
    new Part.Record(wrapper.name, wrapper.make, wrapper.migration, Vector(wrapper.field))

  /** Whether a field is or was called `name`. */
  def isNamed(field: Structure.PartField, name: String): Boolean =
    field.name == name || field.was.contains(name)

  /** Whether a shape never reads what a class of one field wrote otherwise than what the class contains. */
  def needsContent(tpe: Type, shape: Shape): Boolean = shape match
    case _: (Shape.Primitive | Shape.Alternative | Shape.Tuple) => true
    case _: Shape.Sequence                                      => !shape.isExternalCollection
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

  /** Whether what was written has a field with such a name, its own or within classes of one field. */
  private def has(resolver: Resolver, tpe: Type)(isSuch: String => Boolean): Boolean =
    def is(name: String): Boolean =
      resolver.countComparison()
      isSuch(name)
    layer(resolver, tpe) {
      case Type.Wrapped(_, field, of) => is(field) || has(resolver, of)(isSuch)
      case Type.Named(index)          =>
        resolver.written.definitions(index) match
          case Definition.Record(_, fields) => fields.exists(field => is(field.name))
          case _: Definition.Sum            => false
      case _ => false
    }

  /** Whether what was written is the class `name`, or contains it within classes of one field. */
  private def hasClass(resolver: Resolver, tpe: Type, name: String): Boolean = layer(resolver, tpe) {
    case Type.Wrapped(written, _, of) => written == name || hasClass(resolver, of, name)
    case Type.Named(index)            =>
      resolver.written.definitions(index) match
        case Definition.Record(written, _) => written == name
        case _: Definition.Sum             => false
    case _ => false
  }

  // What is within layers that have neither a name nor fields.
  @tailrec
  private def layer(resolver: Resolver, tpe: Type)(is: Type => Boolean): Boolean = tpe match
    case Type.Boxed(of)    => layer(resolver, of)(is)
    case Type.Repeated(of) => layer(resolver, of)(is)
    case Type.Shared(of)   => layer(resolver, of)(is)
    case Type.Optional(of) => layer(resolver, of)(is)
    case other             =>
      resolver.countComparison()
      is(other)
