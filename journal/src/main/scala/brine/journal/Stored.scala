package brine.journal

import brine.codec.inspect.{Inspect, Value}
import brine.codec.{Codec, DecodeError, Schema}

/** An event as it is stored, for programs without its class and for journals with events of several types.
  *
  * {{{
  * journal.readAll[Stored]().foreach(record => println(record.value.inspect)) // prints values of any type
  * }}}
  *
  * @param schema
  *   the schema that the event was written with
  * @param bytes
  *   the event as the codec wrote it; do not change the array
  */
final class Stored(val schema: Schema, val bytes: Array[Byte]):
  /** Decodes the event as a value of a type. Reads data of earlier and later versions of the type as well, and those of
    * any other type whose fields fit.
    */
  def as[A](using Codec[A]): Either[DecodeError, A] = Codec.decodeBare(bytes, schema)

  /** Decodes the event by its schema alone. */
  def inspect: Either[DecodeError, Value] = Inspect.bareValue(bytes, schema)

  override def toString: String = s"Stored(${bytes.length} bytes)"
