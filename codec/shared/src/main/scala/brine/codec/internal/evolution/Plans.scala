package brine.codec.internal.evolution

import brine.codec.{Codec, Schema}

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** The plans for data of other schemas that are to become the same thing here, each made once. Safe for use by any number of threads;
  * bounded in number and in size, because schemas may come from an enemy.
  */
private[codec] final class Plans(target: () => Target):
  private val known  = new ConcurrentHashMap[Long, Plans.Known]
  private val weight = new AtomicLong

  /** What reads data of this schema, or why nothing does. */
  def of(written: Schema): Either[Incompatible, Codec[?]] =
    val found = known.get(written.fingerprint)
    // Fingerprints are short enough that somebody might make two schemas of one.
    if found != null && ((found.schema eq written) || found.schema == written) then found.plan
    else
      val resolver = Resolver(written)
      val plan     = make(resolver)
      keep(Plans.Known(written, plan), resolver.weight.toLong + written.canonical.length)
      plan

  /** How many are kept, and how heavy they are together. */
  private[codec] def number: Int     = known.size
  private[codec] def heaviness: Long = weight.get

  // One plan that is too large is made anew each time; one too many takes the place of all others.
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
  private final class Known(val schema: Schema, val plan: Either[Incompatible, Codec[?]])

  /** More schemas than this of one type are not in use at a time. */
  private[evolution] inline val Most = 256

  /** Nor have they more types and bytes than this, all together. */
  private[evolution] final val Heaviest = 1L << 19
