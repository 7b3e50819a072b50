package brine.codec.internal.evolution

import brine.codec.Schema.Type
import brine.codec.internal.*
import brine.codec.{Codec, Schema}

import scala.collection.mutable

/** What the data are to become: a value that a codec reads, a part of a derived codec, or anything at all, to be left out or kept. */
private[codec] enum Target:
  case Whole(codec: Codec[?])
  case Part(parts: Parts, shape: Structure.Shape)
  case Anything

/** Makes the plan by which data of one schema are read as those of this program. Both are walked together, and each pair of definitions
  * has one reader, so that recursive types have an end. Used once, by one thread.
  *
  * @param findings
  *   where problems are gathered, if only they are wanted; null to stop at the first
  */
private[codec] final class Resolver(val written: Schema, findings: Findings | Null = null):
  val layout: SchemaLayout = SchemaLayout(written)
  private val readers      = mutable.HashMap.empty[(Int, AnyRef, Int), Reader]
  private val references   = SharedTypes(this)
  // How to undo what was made for an attempt that led nowhere, the last at the end.
  private val undoing  = mutable.ArrayBuffer.empty[() => Unit]
  private val made     = mutable.ArrayBuffer.empty[Reader]
  private var steps    = 0
  private var depth    = 0
  private var compared = 0

  /** What the plan takes of memory, in no unit. */
  def weight: Int = steps

  /** The plan for whole values.
    *
    * @throws Incompatible
    *   if there is none
    */
  def plan(target: Target): Codec[?] =
    if written.definitions.size > Resolver.MostDefinitions then
      throw Incompatible(
        "",
        s"a schema of ${written.definitions.size} definitions; the most is ${Resolver.MostDefinitions}"
      )
    val root = resolve(written.root, target)
    // While nobody else has them, for what is recursive would not be seen to be so by several threads at once.
    if findings == null then
      made.foreach { reader =>
        reader.minSize: Unit
        reader.columns: Unit
      }
    root

  /** Gathers everything that is in the way of a plan. */
  def check(target: Target): Unit =
    try plan(target): Unit
    catch case error: Incompatible => report(error)

  def resolve(tpe: Type, target: Target): Codec[?] =
    count(1)
    depth += 1
    if depth > Resolver.MostDepth then throw Incompatible("", s"types nested deeper than ${Resolver.MostDepth}")
    try
      target match
        case Target.Whole(codec) if mayBeDirect(tpe) && !isWrapper(tpe, codec) && isSame(tpe, codec.schema) => codec
        case Target.Whole(derived: Derived[?]) => resolve(tpe, Target.Part(derived.parts, derived.parts.root))
        case _                                 =>
          val codec = unwrapped(tpe, target)
          codec match
            case reader: Reader => made += reader
            case _              => ()
          codec
    finally depth -= 1

  /** Accounts for so much work. */
  def count(work: Int): Unit =
    steps += work
    if steps > Resolver.MostSteps then throw Incompatible("", s"a plan of more than ${Resolver.MostSteps} steps")

  /** Whether data of a type are exactly those of a schema. */
  def isSame(tpe: Type, schema: Schema): Boolean = SameSchema(written, tpe, schema, schema.root)(countCompared)

  /** Whether the fields of a record or case are exactly those of one of a schema. */
  def isSame(fields: Vector[Schema.Field], schema: Schema, others: Vector[Schema.Field]): Boolean =
    SameSchema.ofFields(written, fields, schema, others)(countCompared)

  private val countCompared = () =>
    compared += 1
    if compared > Resolver.MostCompared then
      throw Incompatible("", s"a plan that takes more than ${Resolver.MostCompared} comparisons of types")

  // What surrounds a value without changing it.
  private def unwrapped(tpe: Type, target: Target): Codec[?] = (tpe, target) match
    case (Type.Boxed(of), _)            => Alone(resolve(of, target))
    case (Type.Repeated(of), _)         => references.repeated(of, target)
    case (Type.Shared(of), _)           => references.shared(of, target)
    case (_, Target.Whole(codec))       => codec.readerOf(tpe, this).asInstanceOf[Codec[?]]
    case (_, Target.Part(parts, shape)) => parts.resolve(tpe, shape, this)
    case (_, Target.Anything)           => Anything.resolve(tpe, this)

  /** How to undo what was just made. */
  def toUndo(action: () => Unit): Unit = undoing += action

  /** The reader for a pair of definitions: the one there is, or a new one, which `fill` completes. */
  def definition[R <: Reader](index: Int, parts: AnyRef, part: Int)(make: => R)(fill: R => Unit): Reader =
    val key = (index, parts, part)
    readers.getOrElse(
      key, {
        val reader = make
        readers(key) = reader
        toUndo(() => readers.remove(key): Unit)
        fill(reader)
        reader
      }
    )

  /** Tries one way, and if it leads nowhere another. */
  def orElse[A](first: => A)(second: Incompatible => A): A =
    val before     = undoing.size
    val madeBefore = made.size
    // What was made on the way may refer to what could not be made.
    def undo(): Unit =
      while undoing.size > before do undoing.remove(undoing.size - 1)()
      made.takeInPlace(madeBefore): Unit
    if findings == null then
      try first
      catch
        case error: Incompatible =>
          undo()
          second(error)
    else orElse(findings.nn, findings.nn.mark, undo(), first, second)

  private def orElse[A](
      findings: Findings,
      mark: Int,
      undo: => Unit,
      first: => A,
      second: Incompatible => A
  ): A =
    val tried =
      try Right(first)
      catch case error: Incompatible => Left(error)
    if tried.isRight && !findings.isWorse(mark) then tried.toOption.get
    else
      val wanting = findings.cut(mark)
      val other   =
        try
          undo
          Right(second(tried.left.getOrElse(wanting.head)))
        catch case error: Incompatible => Left(error)
      if other.isRight && !findings.isWorse(mark) then other.toOption.get
      else
        findings.cut(mark): Unit
        findings.restore(wanting)
        tried.fold(throw _, identity)

  /** Names the part in which what goes wrong does so. Where findings are gathered it is one of them, and `otherwise` stands in. */
  def within[A](part: String, otherwise: => A)(body: => A): A =
    if findings == null then
      try body
      catch case error: Incompatible => throw error.in(part)
    else
      findings.nn.enter(part)
      try body
      catch
        case error: Incompatible =>
          report(error)
          otherwise
      finally findings.nn.leave()

  def within(part: String)(body: => Codec[?]): Codec[?] = within[Codec[?]](part, Unreadable)(body)

  /** What is in the way: the end, unless findings are gathered. */
  def report(problem: Incompatible): Unit =
    if findings == null then throw problem
    findings.nn.add(problem)

  /** What is in the way of some values only. */
  def warn(problem: Incompatible): Unit = if findings != null then findings.nn.add(problem)

  /** A sequence: `make` has the codec of the collection for the reader of its elements. */
  def sequence(tpe: Type, element: Target, expected: String)(make: Codec[Any] => Codec[?]): Codec[?] = tpe match
    case Type.Sequence(of) =>
      val reader = within("[]")(resolve(of, element))
      Alone(make(reader.asInstanceOf[Codec[Any]]))
    case _ => refuse(tpe, expected)

  def map(tpe: Type, key: Target, value: Target, expected: String)(
      make: (Codec[Any], Codec[Any]) => Codec[?]
  ): Codec[?] =
    tpe match
      case Type.Map(k, v) =>
        val keys   = within("[].key")(resolve(k, key))
        val values = within("[].value")(resolve(v, value))
        Alone(make(keys.asInstanceOf[Codec[Any]], values.asInstanceOf[Codec[Any]]))
      case _ => refuse(tpe, expected)

  def option(tpe: Type, value: Target): Codec[?] = tpe match
    case Type.Optional(of) => OptionReader(resolve(of, value))
    case other             => Converted(resolve(other, value), Some(_))

  def either(tpe: Type, left: Target, right: Target): Codec[?] = tpe match
    case Type.Either(l, r) =>
      EitherReader(within("left")(resolve(l, left)), within("right")(resolve(r, right)))
    case _ => refuse(tpe, "an Either")

  /** A tuple, also of the fields of a record. */
  def tuple(tpe: Type, elements: Vector[Target])(make: Array[AnyRef] => Any): Codec[?] = tpe match
    case Type.Tuple(of) if of.size == elements.size =>
      TupleReader(positional(of.zipWithIndex.map((t, i) => s"_${i + 1}" -> t), elements)(make))
    case Type.Named(index) =>
      written.definitions(index) match
        case Schema.Definition.Record(_, fields) if fields.size == elements.size =>
          val reader = RecordReader(layout.isRecursive(index))
          reader.body = Body(layout.header(fields, 0), positional(fields.map(f => f.name -> f.of), elements)(make))
          reader
        case _ => refuse(tpe, s"a tuple of ${elements.size}")
    case _ => refuse(tpe, s"a tuple of ${elements.size}")

  private def positional(of: Vector[(String, Type)], elements: Vector[Target])(make: Array[AnyRef] => Any): Fields =
    val readers = of.lazyZip(elements).map { case ((name, tpe), target) =>
      Reader.of(within(name)(resolve(tpe, target)))
    }
    val indices = elements.indices.toArray
    Fields(of.map(_._1).toArray, readers.toArray, indices, elements.size, Array.empty, (_, all) => make(all))

  def refuse(tpe: Type, expected: String): Nothing =
    throw Incompatible("", s"it was written as ${render(tpe)} and cannot be read as $expected")

  def render(tpe: Type): String = SchemaText.render(written, tpe)

  // What refers to other values must know where they are, which reading a part directly would not tell.
  private def mayBeDirect(tpe: Type): Boolean = tpe match
    case _: (Type.Primitive | Type.Custom) => true
    case _                                 => !layout.hasReferences

  // Sequences of plain values are packed and those of wrappers are not, so one is never read for the other.
  private def isWrapper(tpe: Type, codec: Codec[?]): Boolean = (tpe, codec) match
    case (Type.Primitive(_), _: Derived[?]) => true
    case _                                  => false

private[codec] object Resolver:
  /** Larger schemas are refused, and so are larger plans: the schema may come from an enemy. */
  final val MostDefinitions = 4096
  final val MostSteps       = 1 << 16
  final val MostDepth       = 256
  final val MostCompared    = 1 << 22
