package brine.codec.internal.evolution

import brine.codec.Schema.Type
import brine.codec.internal.*
import brine.codec.{Codec, Schema}

import scala.collection.mutable

/** What data becomes: a value of a codec, a part of a derived codec, or any value, to be skipped or kept. */
private[codec] enum Target:
  case Whole(codec: Codec[?])
  case Part(parts: Parts, shape: Structure.Shape)
  case Anything

/** Builds the plan that reads data of one schema as the types of this program. It walks both together. Each pair of
  * definitions has one reader, so that recursion ends. Used once, by one thread.
  *
  * @param findings
  *   collects the problems if only they are needed; null to stop at the first one
  */
private[codec] final class Resolver(val written: Schema, findings: Findings | Null = null):
  val layout: SchemaLayout = SchemaLayout(written)
  private val readers      = mutable.HashMap.empty[(Int, AnyRef, Int), Reader]
  // Undoes the results of a failed attempt, the latest last.
  private val undo     = mutable.ArrayBuffer.empty[() => Unit]
  private val made     = mutable.ArrayBuffer.empty[Reader]
  private var steps    = 0
  private var depth    = 0
  private var compared = 0

  /** Estimate of the plan's memory, without a unit. */
  def weight: Int = steps

  /** Builds the plan for whole values.
    *
    * @throws Incompatible
    *   if the data cannot be read
    */
  def plan(target: Target): Codec[?] =
    if written.definitions.size > Resolver.MostDefinitions then
      throw Incompatible(
        "",
        s"a schema of ${written.definitions.size} definitions; the most is ${Resolver.MostDefinitions}"
      )
    val root = resolve(written.root, target)
    // Computed before other threads can use the plan: recursion is detected only by a single thread.
    if findings == null then
      made.foreach { reader =>
        reader.minSize: Unit
        reader.columns: Unit
      }
    root

  /** Collects every reason why no plan is possible. */
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

  /** Counts `work` steps and fails if there are too many. */
  def count(work: Int): Unit =
    steps += work
    if steps > Resolver.MostSteps then throw Incompatible("", s"a plan of more than ${Resolver.MostSteps} steps")

  /** Whether data of a type has exactly the given schema. */
  def isSame(tpe: Type, schema: Schema): Boolean =
    SameSchema(written, tpe, schema, schema.root)(() => countComparison())

  /** Whether the fields of a record or case are exactly those of another record or case, of another schema. */
  def areSame(fields: Vector[Schema.Field], schema: Schema, others: Vector[Schema.Field]): Boolean =
    SameSchema.ofFields(written, fields, schema, others)(() => countComparison())

  private def countComparison(): Unit =
    compared += 1
    if compared > Resolver.MostCompared then
      throw Incompatible("", s"a plan that takes more than ${Resolver.MostCompared} comparisons of types")

  // Removes layers that surround a value without changing it.
  private def unwrapped(tpe: Type, wanted: Target): Codec[?] =
    // A reference and its value may be parts of several derived codecs, one of which has the other among its own.
    val target = tpe match
      case _: (Type.Shared | Type.Repeated) => normal(wanted)
      case _                                => wanted
    inside(tpe, target)

  private def inside(tpe: Type, target: Target): Codec[?] = (tpe, target) match
    case (Type.Boxed(of), _)                                                         => Alone(resolve(of, target))
    case (Type.Repeated(of), Target.Part(parts, Structure.Shape.Repeated(_, inner))) =>
      repeated(of, Target.Part(parts, inner))
    case (Type.Repeated(of), _)                                                       => repeated(of, target)
    case (Type.Shared(of), Target.Part(parts, Structure.Shape.Identity(name, inner))) =>
      shared(of, Target.Part(parts, inner), Resolver.As + name)
    case (Type.Shared(of), _) =>
      Converted(shared(of, target, f"of ${written.fingerprint}%016x $of"), _.asInstanceOf[brine.codec.Shared[?]].value)
    case (_, Target.Whole(codec))       => codec.readerOf(tpe, this).asInstanceOf[Codec[?]]
    case (_, Target.Part(parts, shape)) => parts.resolve(tpe, shape, this)
    case (_, Target.Anything)           => Anything.resolve(tpe, this)

  // The same type may be part of several derived codecs, one of which has its own codec for it.
  private def normal(target: Target): Target = target match
    case Target.Part(parts, Structure.Shape.External(number, _)) => normal(Target.Whole(parts.external(number)))
    case Target.Whole(derived: Derived[?])                       => Target.Part(derived.parts, derived.parts.root)
    case other                                                   => other

  private val repeatedReaders = mutable.HashMap.empty[(Type, Target), RepeatedReader]

  // One reader for all occurrences of a type with the same target, so that a referenced value is read once per target.
  private def repeated(of: Type, wanted: Target): Codec[?] =
    val target = normal(wanted)
    repeatedReaders.getOrElse(
      (of, target), {
        val reader = RepeatedReader(of)
        repeatedReaders((of, target)) = reader
        undo += (() => repeatedReaders.remove((of, target)): Unit)
        reader.of = resolve(of, target)
        reader
      }
    )

  private val sharedReaders = mutable.HashMap.empty[Type, SharedReader]

  // One reader for all occurrences of a type: a value skipped at its first occurrence may be needed at a reference.
  private def shared(of: Type, wanted: Target, name: String): Codec[?] =
    val target = normal(wanted)
    sharedReaders.get(of) match
      case Some(known) if target == Target.Anything || known.target == target || isOneType(known.name, name) => known
      case Some(known) if known.target == Target.Anything                                                    =>
        val (oldTarget, oldName, oldOf) = (known.target, known.name, known.of)
        undo += { () =>
          known.target = oldTarget
          known.name = oldName
          known.of = oldOf
        }
        known.target = target
        known.name = name
        known.of = resolve(of, target)
        known
      case Some(_) =>
        throw Incompatible("", s"shared values of ${render(of)} would become values of several types")
      case None =>
        val reader = SharedReader(name, target)
        sharedReaders(of) = reader
        undo += (() => sharedReaders.remove(of): Unit)
        reader.of = resolve(of, target)
        reader

  // Several codecs of one type may be derived; they read values of that type, identified by its full name.
  private def isOneType(name: String, other: String): Boolean = name == other && name.startsWith(Resolver.As)

  /** The reader of a pair of definitions; creates one with `make` and completes it with `fill` if there is none. */
  def definition[R <: Reader](index: Int, parts: AnyRef, part: Int)(make: => R)(fill: R => Unit): Reader =
    val key = (index, parts, part)
    readers.getOrElse(
      key, {
        val reader = make
        readers(key) = reader
        undo += (() => readers.remove(key): Unit)
        fill(reader)
        reader
      }
    )

  /** Tries one way; if it fails, tries another. */
  def orElse[A](first: => A)(second: Incompatible => A): A =
    val before     = undo.size
    val madeBefore = made.size
    // Results of the failed attempt may refer to readers that could not be built.
    def takeBack(): Unit =
      while undo.size > before do undo.remove(undo.size - 1)()
      made.takeInPlace(madeBefore): Unit
    if findings == null then
      try first
      catch
        case error: Incompatible =>
          takeBack()
          second(error)
    else orElse(findings.nn, findings.nn.mark, takeBack(), first, second)

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

  /** Adds the name of a part to problems within it. While problems are collected, returns `otherwise` after one. */
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

  /** Reports a problem: throws it, unless problems are collected. */
  def report(problem: Incompatible): Unit =
    if findings == null then throw problem
    findings.nn.add(problem)

  /** Reports a problem that concerns only some values. */
  def warn(problem: Incompatible): Unit = if findings != null then findings.nn.add(problem)

  /** Reads a sequence; `make` creates the collection's codec from the reader of its elements. */
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

  /** Reads a tuple, also from the fields of a record. */
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
    Fields(
      of.map(_._1).toArray,
      readers.toArray,
      elements.indices.toArray,
      elements.size,
      Array.empty,
      (_, all) => make(all)
    )

  def refuse(tpe: Type, expected: String): Nothing =
    throw Incompatible("", s"it was written as ${render(tpe)} and cannot be read as $expected")

  def render(tpe: Type): String = SchemaText.render(written, tpe)

  // Values that refer to others need their positions, which reading a part directly would not record.
  private def mayBeDirect(tpe: Type): Boolean = tpe match
    case _: (Type.Primitive | Type.Custom) => true
    case _                                 => !layout.hasReferences

  // Sequences of plain values are packed and those of wrappers are not, so one is never read directly as the other.
  private def isWrapper(tpe: Type, codec: Codec[?]): Boolean = (tpe, codec) match
    case (Type.Primitive(_), _: Derived[?]) => true
    case _                                  => false

private[codec] object Resolver:
  /** Larger schemas and larger plans are refused, because the schema may be hostile. */
  final val MostDefinitions = 4096
  final val MostSteps       = 1 << 16
  final val MostDepth       = 256
  final val MostCompared    = 1 << 22

  /** Prefix of the names of shared values with a known type. */
  private final val As = "as "
