package brine.pekko.entity.internal

import brine.codec.{Codec, Schema}

/** A command or a reply on its way: as it is within one process, and as bytes between two. */
private[pekko] sealed trait Payload

private[pekko] object Payload:
  /** The value itself, for the process that it is in. */
  final class Live(val value: Any, val codec: Codec[Any]) extends Payload:
    /** The value as bytes.
      *
      * @param withSchema
      *   whether the receiver may not know the schema
      * @throws brine.codec.EncodeError
      *   if the codec refuses the value
      */
    def encoded(withSchema: Boolean): Encoded =
      val bytes = Codec.encodeBare(value)(using codec)
      Encoded(codec.fingerprint, if withSchema then Some(codec.schema) else None, bytes)

  /** The value as bytes.
    *
    * @param fingerprint
    *   fingerprint of the schema that they were written with
    * @param schema
    *   that schema, if the receiver may not know it
    */
  final class Encoded(val fingerprint: Long, val schema: Option[Schema], val bytes: Array[Byte]) extends Payload
