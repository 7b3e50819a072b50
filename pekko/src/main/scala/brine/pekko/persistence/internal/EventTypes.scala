package brine.pekko.persistence.internal

import brine.codec.{Codec, DecodeError, Schema, Schemas}
import java.util.concurrent.ConcurrentHashMap

/** A type whose events are records of their own in the log, as Brine's entities write them. */
private[persistence] final class EventType[E](val runtimeClass: Class[?], val codec: Codec[E], schemas: Schemas):
  def encode(event: Any): Array[Byte] = Codec.encodeBare(event.asInstanceOf[E])(using codec)

  def decode(bytes: Array[Byte], schema: Schema): Either[DecodeError, Any] =
    given Codec[E] = codec
    Codec.decodeBare[E](bytes, schema, schemas)

/** The types whose events are records of their own. Thread-safe. */
private[persistence] final class EventTypes(all: Vector[EventType[?]]):
  // By the fingerprint of a schema, the type whose codec has read it.
  private val readers = ConcurrentHashMap[Long, EventType[?]]()

  /** The type of an event: the first one whose class it is of. */
  def of(event: Any): Option[EventType[?]] = all.find(_.runtimeClass.isInstance(event))

  /** Decodes an event of any of the types.
    *
    * @return
    *   why no type has read it, each with its class
    */
  def decode(bytes: Array[Byte], schema: Schema): Either[Vector[(Class[?], DecodeError)], Any] =
    val known = Option(readers.get(schema.fingerprint))
    known.toVector
      .concat(all)
      .foldLeft[Either[Vector[(Class[?], DecodeError)], Any]](Left(Vector.empty)):
        case (Left(errors), one) =>
          one.decode(bytes, schema) match
            case Left(error)  => Left(errors :+ (one.runtimeClass -> error))
            case Right(event) =>
              readers.put(schema.fingerprint, one)
              Right(event)
        case (found, _) => found
