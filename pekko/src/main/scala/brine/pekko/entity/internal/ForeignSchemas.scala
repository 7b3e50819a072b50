package brine.pekko.entity.internal

import brine.codec.{Codec, Schema}
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** Reads payloads, also those of nodes that run another version of the program. A node sends the schema of a payload
  * when it is asked for it; then it is remembered here. Thread-safe.
  */
private[pekko] final class ForeignSchemas:
  import ForeignSchemas.*
  private val known      = ConcurrentHashMap[java.lang.Long, Schema]()
  private val knownBytes = AtomicLong()

  /** The value of a payload, or why there is none. */
  def read[A](payload: Payload, codec: Codec[A]): Either[Problem, A] = payload match
    case live: Payload.Live       => Right(live.value.asInstanceOf[A])
    case encoded: Payload.Encoded =>
      try decoded(encoded, codec)
      catch case CodecFailure(reason) => Left(Unreadable(reason))

  private def decoded[A](encoded: Payload.Encoded, codec: Codec[A]): Either[Problem, A] =
    if encoded.fingerprint == codec.fingerprint then
      Codec.decodeBare(encoded.bytes)(using codec).left.map(error => Unreadable(error.getMessage))
    else
      encoded.schema.foreach(remember)
      known.get(encoded.fingerprint) match
        case null   => Left(SchemaNeeded)
        case schema =>
          Codec.decodeBare(encoded.bytes, schema)(using codec).left.map(error => Unreadable(error.getMessage))

  /** Bytes of the schemas that are remembered. */
  private[internal] def bytes: Long = knownBytes.get

  private def remember(schema: Schema): Unit =
    val size = schema.canonical.length.toLong
    // A cluster has few versions at a time: whoever comes with more is asked for the schema again.
    if known.size >= MostKnown || knownBytes.get + size > MostBytes then
      known.clear()
      knownBytes.set(0)
    if known.put(schema.fingerprint, schema) == null then knownBytes.addAndGet(size): Unit

private[pekko] object ForeignSchemas:
  private inline val MostKnown = 1_000

  /** The most bytes of the schemas that are remembered, but for the last one. Whoever sends them may be hostile. */
  private[internal] final val MostBytes = 4L << 20

  sealed trait Problem

  /** The payload was written with a schema that is not known. */
  case object SchemaNeeded extends Problem

  /** The bytes are no value of the type. */
  final case class Unreadable(reason: String) extends Problem
