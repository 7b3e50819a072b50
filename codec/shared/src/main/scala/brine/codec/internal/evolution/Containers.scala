package brine.codec.internal.evolution

import brine.codec.Schema.Type
import brine.codec.internal.matching.Incompatible
import brine.codec.internal.schema.SchemaLayout
import brine.codec.{Codec, Schema}

import scala.annotation.tailrec

/** Reads collections, Options, Eithers and tuples: values that contain others without names. A part of [[Resolver]]. */
private[evolution] trait Containers:
  def written: Schema
  def layout: SchemaLayout
  def resolve(tpe: Type, target: Target): Codec[?]
  def content(of: Type, target: Target): Codec[?]
  def convert(): Unit
  def warn(problem: Incompatible): Unit
  def within(part: String)(body: => Codec[?]): Codec[?]
  def within[A](part: String, otherwise: => A)(body: => A): A
  def fewest[A](candidates: (() => A)*)(tie: => Unit = ()): A
  def refuse(tpe: Type, expected: String): Nothing
  protected def attempts: Attempts

  /** Reads a sequence or set; `make` creates the collection's codec from the reader of its elements. */
  def sequence(tpe: Type, element: Target, expected: String, areDistinct: Boolean = false)(
      make: Codec[Any] => Codec[?]
  ): Codec[?] = tpe match
    case Type.Sequence(of) =>
      if areDistinct then within("[]", ())(warn(Incompatible.mayBeEqual))
      SequenceReader(elements(of, element, areDistinct)(make))
    case Type.Set(of) => Alone(elements(of, element, areDistinct)(make), isColumn = true)
    case _            => refuse(tpe, expected)

  private def elements(of: Type, element: Target, areDistinct: Boolean)(make: Codec[Any] => Codec[?]): Codec[?] =
    val reader =
      within("[]")(if areDistinct then distinct("elements")(resolve(of, element)) else resolve(of, element))
    make(reader.asInstanceOf[Codec[Any]])

  def map(tpe: Type, key: Target, value: Target, expected: String)(
      make: (Codec[Any], Codec[Any]) => Codec[?]
  ): Codec[?] =
    tpe match
      case Type.Map(k, v) =>
        val keys   = within("[].key")(distinct("keys")(resolve(k, key)))
        val values = within("[].value")(resolve(v, value))
        Alone(make(keys.asInstanceOf[Codec[Any]], values.asInstanceOf[Codec[Any]]), isColumn = true)
      case _ => refuse(tpe, expected)

  // Values that must be different may become equal if a field of theirs is dropped.
  private def distinct(what: String)(read: => Codec[?]): Codec[?] =
    val before = attempts.cost
    val codec  = read
    if attempts.cost - before >= Attempts.Drop then warn(Incompatible.mayBecomeEqual(what))
    codec

  /** Reads an Option, given the targets of its value and of the whole. A value that was no Option becomes one. */
  def option(tpe: Type, value: Target, whole: Target): Codec[?] =
    def present: Codec[?] =
      convert()
      Converted(resolve(tpe, value), Some(_))
    tpe match
      case Type.Optional(of)                                   => OptionReader(resolve(of, value))
      case Type.Wrapped(_, _, of) if Containers.isOptional(of) => fewest(() => present, () => content(of, whole))()
      case _                                                   => present

  def either(tpe: Type, left: Target, right: Target): Codec[?] = tpe match
    case Type.Either(l, r) =>
      EitherReader(within("left")(resolve(l, left)), within("right")(resolve(r, right)))
    case _ => refuse(tpe, "an Either")

  /** Reads a tuple, also from the fields of a record. */
  def tuple(tpe: Type, elements: Vector[Target])(make: Array[AnyRef] => Any): Codec[?] = tpe match
    case Type.Tuple(of) if of.size == elements.size =>
      TupleReader(positional(of.zipWithIndex.map((t, i) => s"_${i + 1}" -> t), elements)(make))
    case Type.Named(index) =>
      written.definitions(index) match
        case Schema.Definition.Record(name, fields) if fields.size == elements.size =>
          warn(Incompatible.positionalTuple(name))
          val reader = RecordReader(layout.isRecursive(index))
          reader.body = Body(layout.header(fields, 0), positional(fields.map(f => f.name -> f.of), elements)(make))
          reader
        case _ => refuse(tpe, s"a tuple of ${elements.size}")
    case _ => refuse(tpe, s"a tuple of ${elements.size}")

  private def positional(of: Vector[(String, Type)], elements: Vector[Target])(make: Array[AnyRef] => Any): Fields =
    val readers = of.lazyZip(elements).map { case ((name, tpe), target) =>
      Reader.of(within(name)(resolve(tpe, target)))
    }
    Fields(
      of.map(_._1).toArray,
      readers.toArray,
      elements.indices.toArray,
      elements.size,
      Array.empty,
      (_, all) => make(all)
    )

private[evolution] object Containers:
  private def isOptional(tpe: Type): Boolean = bare(tpe) match
    case _: Type.Optional => true
    case _                => false

  /** What a type contains within layers that change neither its names nor its number of values. */
  @tailrec
  private def bare(tpe: Type): Type = tpe match
    case Type.Boxed(of)         => bare(of)
    case Type.Repeated(of)      => bare(of)
    case Type.Shared(of)        => bare(of)
    case Type.Wrapped(_, _, of) => bare(of)
    case other                  => other
