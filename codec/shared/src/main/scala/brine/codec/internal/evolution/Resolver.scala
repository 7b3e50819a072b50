package brine.codec.internal.evolution

import brine.codec.Schema.{Kind, Type}
import brine.codec.internal.columns.Columns
import brine.codec.internal.errors.SchemaText
import brine.codec.internal.matching.{Findings, Incompatible, SameSchema, Weights}
import brine.codec.internal.schema.{SchemaLayout, Structure}
import brine.codec.{Codec, PrimitiveCodecs, Schema}

import scala.annotation.tailrec
import scala.collection.mutable

/** Builds the plan that reads data of one schema as the types of this program. It walks both together. Each pair of
  * definitions has one reader, so that recursion ends. Used once, by one thread.
  *
  * @param findings
  *   collects the problems if only they are needed; null to stop at the first one
  * @param room
  *   what the plan may cost in bytes of memory
  */
private[codec] final class Resolver(
    val written: Schema,
    findings: Findings | Null = null,
    room: Long = Long.MaxValue
) extends Occurrences,
      Containers:
  val layout: SchemaLayout = SchemaLayout(written)
  private val readers      = mutable.HashMap.empty[(Int, AnyRef, Int), Resolver.Known]
  protected val attempts   = Attempts(findings)
  private val weights      = new Weights(written)
  private val budget       = PlanBudget(room)
  private var depth        = 0

  /** Estimate of the plan's memory, without a unit. */
  def weight: Int = budget.steps

  /** Estimate of what building the plan costs, in bytes of memory. */
  def cost: Long = budget.cost

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
      attempts.readers.foreach { reader =>
        reader.minSize: Unit
        val columns = reader.columns
        if columns != null then count(columns.nn.all.length / Resolver.ColumnsPerStep)
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
        case Target.Whole(codec) if mayBeDirect(tpe, codec) && isSame(tpe, codec.schema) => codec
        case Target.Whole(codec) if codec.derivedParts != null => resolve(tpe, Target.whole(codec.derivedParts.nn))
        case _                                                 =>
          val codec = unwrapped(tpe, target)
          codec match
            case reader: Reader => attempts.make(reader)
            case _              => ()
          codec
    finally depth -= 1

  /** Counts `work` steps and fails if there are too many. */
  def count(work: Int): Unit = budget.count(work)

  /** The fields of what was written, if it is a record. */
  def fieldsOf(tpe: Type): Option[Vector[Schema.Field]] = tpe match
    case Type.Wrapped(_, field, of) => Some(Vector(Schema.Field(field, of)))
    case Type.Named(index)          =>
      written.definitions(index) match
        case Schema.Definition.Record(_, fields) => Some(fields)
        case _: Schema.Definition.Sum            => None
    case _ => None

  /** Whether data of a type has exactly the given schema. */
  def isSame(tpe: Type, schema: Schema): Boolean =
    SameSchema(written, tpe, schema, schema.root)(() => countComparison())

  /** Whether the fields of a record or case are exactly those of another record or case, of another schema. */
  def areSame(fields: Vector[Schema.Field], schema: Schema, others: Vector[Schema.Field]): Boolean =
    SameSchema.ofFields(written, fields, schema, others)(() => countComparison())

  /** Counts a comparison and fails if there are too many. */
  def countComparison(): Unit = budget.countComparison()

  // Removes layers that surround a value without changing it.
  private def unwrapped(tpe: Type, wanted: Target): Codec[?] =
    // A reference and its value may be parts of several derived codecs, one of which has the other among its own.
    val target = tpe match
      case _: (Type.Shared | Type.Repeated) => normal(wanted)
      case _                                => wanted
    inside(tpe, target)

  private def inside(tpe: Type, target: Target): Codec[?] = (tpe, target) match
    case (Type.Boxed(of), _) => Alone(resolve(of, target), Columns.isNumber(of))
    case (Type.Repeated(of), Target.Part(parts, Structure.Shape.Repeated(_, inner))) =>
      repeated(of, Target.Part(parts, inner))
    case (Type.Repeated(of), _)                                                       => repeated(of, target)
    case (Type.Shared(of), Target.Part(parts, Structure.Shape.Identity(name, inner))) =>
      shared(of, Target.Part(parts, inner), Occurrences.As + name)
    case (Type.Shared(of), _) =>
      Unshared(shared(of, target, f"of ${written.fingerprint}%016x ${layout.nameOf(of)}"))
    case (Type.Wrapped(_, _, of), Target.Whole(codec)) if !codec.readsWrapped => content(of, target)
    case (_, Target.Whole(codec))       => codec.readerOf(tpe, this).asInstanceOf[Codec[?]]
    case (_, Target.Part(parts, shape)) => parts.resolve(tpe, shape, this)
    case (_, Target.Anything)           => Anything.resolve(tpe, this)

  /** Reads what a class of one field contains as a type without that class. */
  def content(of: Type, target: Target): Codec[?] =
    convert()
    resolve(of, target)

  /** The reader of a pair of definitions; creates one with `make` and completes it with `fill` if there is none. */
  def definition[R <: Reader](index: Int, parts: AnyRef, part: Int)(make: => R)(fill: R => Unit): Reader =
    val key = (index, parts, part)
    readers.get(key) match
      case Some(known) =>
        attempts.add(known.cost)
        if findings != null then findings.nn.repeat(known.dropped)
        known.reader
      case None =>
        val reader = make
        val before = attempts.cost
        val mark   = if findings == null then 0 else findings.nn.mark
        attempts.run(() => readers(key) = Resolver.Known(reader, 0, Vector.empty))(() => readers.remove(key): Unit)
        fill(reader)
        val cost = attempts.cost - before
        if cost > 0 then
          val dropped = if findings == null then Vector.empty else findings.nn.dropped(mark)
          attempts.run(() => readers(key) = Resolver.Known(reader, cost, dropped))(() => readers.remove(key): Unit)
        reader

  /** The cheapest reading of several, see [[Attempts.cost]]. If none is possible, fails like the first. `tie` is called
    * if a second one costs the same, while problems are collected.
    */
  def fewest[A](candidates: (() => A)*)(tie: => Unit = ()): A = attempts.fewest(candidates)(tie)

  /** Like [[fewest]] of two readings, but if both fail, fails like the second. */
  def fewestOr[A](first: () => A, second: () => A): A = attempts.fewest(Seq(first, second), error = 1)(())

  /** Reads data by a migration or directly, see [[Attempts.fewest]]. There is a warning if both cost the same, if only
    * reading directly is possible, and if nothing but the migration is possible and the data are `isUnclear`.
    */
  def migrated[A](old: => A, direct: => A, isUnclear: Boolean = false): A =
    attempts.fewest(
      Seq(() => old, () => direct),
      error = 1,
      unit = Attempts.FillIn,
      only = number => if number == 1 || isUnclear then warn(Incompatible.unclear)
    )(warn(Incompatible.unclear))

  /** Tries one way; if it fails, tries another; if that fails too, fails like the first. */
  def orElse[A](first: => A)(second: Incompatible => A): A = attempts.orElse(() => first)(second)

  /** A written field that nobody reads. All fields within are dropped too. */
  def drop(record: String, field: Schema.Field): Unit =
    attempts.add(Attempts.Drop * weights.of(field))
    warn(Incompatible.dropped(record, field.name))

  /** A written case whose values cannot be read. */
  def lackCase(problem: Incompatible): CaseReader =
    attempts.add(Attempts.Lack)
    warn(problem)
    CaseReader.Missing(problem.getMessage)

  /** A field here that gets a value which was not written. */
  def fillIn(): Unit = attempts.add(Attempts.FillIn)

  /** A value is converted, or found by a former name. */
  def convert(): Unit = attempts.add(Attempts.Conversion)

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

  def refuse(tpe: Type, expected: String): Nothing =
    throw Incompatible("", s"it was written as ${render(tpe)} and cannot be read as $expected")

  def render(tpe: Type): String = SchemaText.render(written, tpe)

  // A direct reader takes its value as it stands alone. It would neither record the positions of values that others
  // refer to, nor take items from the header of a record.
  private def mayBeDirect(tpe: Type, codec: Codec[?]): Boolean = (SchemaLayout.content(tpe), codec) match
    // Sequences of plain values are packed, which the codec of a wrapper would not know.
    case (Type.Primitive(_), _) if codec.isNeverPacked => false
    case (Type.Primitive(Kind.Boolean), _)             => codec eq PrimitiveCodecs.BooleanCodec
    case (_: (Type.Primitive | Type.Custom), _)        => true
    case (other, _)                                    => !layout.hasReferences && layout.items(other).isEmpty

private[codec] object Resolver:
  /** Larger schemas are refused, because the schema may be hostile. */
  final val MostDefinitions = 4096
  final val MostDepth       = 256

  private final val ColumnsPerStep = 8

  /** A reader of a pair of definitions, its cost, and what it drops. */
  private final class Known(val reader: Reader, val cost: Long, val dropped: Vector[Findings.Found])

  /** What a type contains within Options and layers without a name. */
  @tailrec
  private[evolution] def withoutOptions(tpe: Type): Type = tpe match
    case Type.Boxed(of)    => withoutOptions(of)
    case Type.Repeated(of) => withoutOptions(of)
    case Type.Shared(of)   => withoutOptions(of)
    case Type.Optional(of) => withoutOptions(of)
    case other             => other

  /** Whether neither a class nor a field says what a value is. */
  private[evolution] def isNameless(tpe: Type): Boolean = withoutOptions(tpe) match
    case _: (Type.Named | Type.Wrapped) => false
    case _                              => true
