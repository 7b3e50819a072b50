package brine.codec.internal.evolution

import brine.codec.internal.matching.{Incompatible, Lineage}
import brine.codec.{Codec, In, Schema, Schemas}

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** Caches the plans that read data of other schemas as one target. Safe for use by any number of threads. Bounded in
  * number and size, because schemas may be hostile.
  */
private[codec] final class Plans(target: () => Target):
  private val known  = new ConcurrentHashMap[Long, Plans.Known]
  private val weight = new AtomicLong

  /** The plan for data of this schema, or the reason why it cannot be read. */
  def of(written: Schema): Either[Incompatible, Codec[?]] = entry(written).plan

  /** The plan for data of this schema; none if they are of another type, see [[brine.codec.internal.matching.Lineage]].
    */
  def of(written: Schema, codec: Codec[?], schemas: Schemas): Either[Incompatible, Codec[?]] =
    checked(entry(written), codec, schemas)

  private def entry(written: Schema): Plans.Known =
    val found = known.get(written.fingerprint)
    // Fingerprints are short enough that somebody might construct two schemas with the same one.
    if found != null && ((found.schema eq written) || found.schema == written) then found
    else
      val resolver = Resolver(written)
      val made     = Plans.Known(written, make(resolver), resolver.cost)
      keep(made, resolver.weight.toLong + written.canonical.length)
      made

  /** Like [[of]], for a schema that a message contains: charges the plan to the message once, whether it is cached or
    * not.
    *
    * @throws brine.codec.DecodeError
    *   if the plans for the schemas of the message cost too much
    */
  def of(written: Schema, in: In): Either[Incompatible, Codec[?]] = entry(written, in, null).plan

  /** Like [[of]], for a schema that a message contains; none if its data are of another type.
    *
    * A program may make another codec at each call: that of a tuple, for example. Then there is another plan as well,
    * and only the first one counts in full.
    */
  def of(written: Schema, codec: Codec[?], schemas: Schemas, in: In): Either[Incompatible, Codec[?]] =
    checked(entry(written, in, codec), codec, schemas)

  private def checked(found: Plans.Known, codec: Codec[?], schemas: Schemas): Either[Incompatible, Codec[?]] =
    val problem = found.problem(codec, schemas)
    if problem == null then found.plan else Left(problem.nn)

  private def entry(written: Schema, in: In, codec: Codec[?] | Null): Plans.Known =
    val found   = known.get(written.fingerprint)
    val isFirst = in.isFirstPlan(if codec == null then this else codec.nn.fingerprint, written.fingerprint)
    if found != null && ((found.schema eq written) || found.schema == written) then
      if isFirst then in.chargeSchema(found.cost)
      found
    else
      val free     = if isFirst || codec == null then 0L else Plans.costOf(codec.nn)
      val resolver = Resolver(written, null, in.schemaRoom + free)
      val made     = Plans.Known(written, make(resolver), resolver.cost)
      in.chargeSchema(math.max(0L, resolver.cost - free))
      keep(made, resolver.weight.toLong + written.canonical.length)
      made

  /** How many plans are cached, and their total weight. */
  private[codec] def number: Int     = known.size
  private[codec] def heaviness: Long = weight.get

  // A plan that is too large is not cached; one plan too many replaces all others.
  private def keep(made: Plans.Known, size: Long): Unit = if size <= Plans.Heaviest / 4 then
    if known.size >= Plans.Most || weight.get + size > Plans.Heaviest then
      known.clear()
      weight.set(0)
    weight.addAndGet(size): Unit
    known.put(made.schema.fingerprint, made): Unit

  private def make(resolver: Resolver): Either[Incompatible, Codec[?]] =
    try Right(resolver.plan(target()))
    catch
      case error: Incompatible   => Left(error)
      case _: StackOverflowError => Left(Incompatible("", "a schema nested too deep"))

private[codec] object Plans:
  /** What a program pays for another codec object in any case, as a plan would cost it: in proportion to its own types,
    * and not to those of a message.
    */
  private def costOf(codec: Codec[?]): Long =
    PlanBudget.PlanCost + PlanBudget.StepCost * codec.schema.canonical.length

  private final class Known(val schema: Schema, val plan: Either[Incompatible, Codec[?]], val cost: Long):
    // A program usually has the same schemas for all messages.
    @volatile private var checked: Checked | Null = null

    def problem(codec: Codec[?], schemas: Schemas): Incompatible | Null =
      val last = checked
      if last != null && (last.schemas eq schemas) then last.problem
      else
        val made = Checked(schemas, Lineage.problem(schema, codec, schemas))
        checked = made
        made.problem

  private final class Checked(val schemas: Schemas, val problem: Incompatible | Null)

  /** Most schemas of one type in use at a time. */
  private[evolution] inline val Most = 256

  /** Most types and bytes of all cached schemas together. */
  private[evolution] final val Heaviest = 1L << 19
