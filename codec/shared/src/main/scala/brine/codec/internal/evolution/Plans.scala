package brine.codec.internal.evolution

import brine.codec.{Codec, Schema}

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** Caches the plans that read data of other schemas as one target. Safe for use by any number of threads. Bounded in
  * number and size, because schemas may be hostile.
  */
private[codec] final class Plans(target: () => Target):
  private val known  = new ConcurrentHashMap[Long, Plans.Known]
  private val weight = new AtomicLong

  /** The plan for data of this schema, or the reason why it cannot be read. */
  def of(written: Schema): Either[Incompatible, Codec[?]] =
    val found = known.get(written.fingerprint)
    // Fingerprints are short enough that somebody might construct two schemas with the same one.
    if found != null && ((found.schema eq written) || found.schema == written) then found.plan
    else
      val resolver = Resolver(written)
      val plan     = make(resolver)
      keep(Plans.Known(written, plan), resolver.weight.toLong + written.canonical.length)
      plan

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
  private final class Known(val schema: Schema, val plan: Either[Incompatible, Codec[?]])

  /** Most schemas of one type in use at a time. */
  private[evolution] inline val Most = 256

  /** Most types and bytes of all cached schemas together. */
  private[evolution] final val Heaviest = 1L << 19
