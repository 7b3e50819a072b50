package brine.codec.internal.evolution

import brine.codec.{Codec, Schema}

import java.util.concurrent.ConcurrentHashMap

/** The plans of a codec for the data of other schemas, each made once. Safe for use by any number of threads; bounded, because schemas may
  * come from an enemy.
  */
private[codec] final class Plans(codec: Codec[?]):
  private val known = new ConcurrentHashMap[Long, Plans.Known]

  /** What reads data of this schema, or why nothing does. */
  def of(written: Schema): Either[Incompatible, Codec[?]] =
    val found = known.get(written.fingerprint)
    // Fingerprints are short enough that somebody might make two schemas of one.
    if found != null && (found.schema eq written) || found != null && found.schema == written then found.plan
    else
      val made = Plans.Known(written, make(written))
      if known.size >= Plans.Most then known.clear()
      known.put(written.fingerprint, made): Unit
      made.plan

  private def make(written: Schema): Either[Incompatible, Codec[?]] =
    try Right(Resolver(written).plan(Target.Whole(codec)))
    catch
      case error: Incompatible   => Left(error)
      case _: StackOverflowError => Left(Incompatible("", "a schema nested too deep"))

private[codec] object Plans:
  private final class Known(val schema: Schema, val plan: Either[Incompatible, Codec[?]])

  /** More schemas than this of one type are not in use at a time. */
  private inline val Most = 256
