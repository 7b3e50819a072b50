package brine.journal

import brine.codec.inspect.{Inspect, Value}
import brine.codec.{Codec, DecodeError, Schema}

/** An event as it lies in the journal: for programs without its class, and for journals with events of several types.
  *
  * @param schema
  *   what it was written with
  * @param bytes
  *   as the codec wrote them; not to be changed
  */
final class Stored(val schema: Schema, val bytes: Array[Byte]):
  /** The event as a value of a type. Data of earlier and later versions of the type is read as well. */
  def as[A](using Codec[A]): Either[DecodeError, A] = Codec.decodeBare(bytes, schema)

  /** What is in it, by its schema alone. */
  def inspect: Either[DecodeError, Value] = Inspect.bareValue(bytes, schema)

  override def toString: String = s"Stored(${bytes.length} bytes)"
