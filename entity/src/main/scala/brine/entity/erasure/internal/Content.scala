package brine.entity.erasure.internal

import brine.codec.{Codec, DecodeError, Schema, Schemas}
import java.util.Arrays

/** What is encrypted: the value and the schema that it was written with. So it can be read as a later version of its
  * type, whoever kept or copied it. For a text the schema takes fewer bytes than a fingerprint.
  */
private[erasure] object Content:
  def encode[A](value: A)(using codec: Codec[A]): Array[Byte] =
    val bytes = Codec.encodeBare(value)
    try Codec.encodeBare((codec.schema.canonical, bytes))
    finally Arrays.fill(bytes, 0.toByte)

  def decode[A](content: Array[Byte])(using codec: Codec[A])(using Schemas): Either[DecodeError, A] =
    Codec
      .decodeBare[(Array[Byte], Array[Byte])](content)
      .flatMap: (schema, bytes) =>
        try
          if Arrays.equals(schema, codec.schema.canonical) then Codec.decodeBare[A](bytes)
          else Schema.fromCanonical(schema).flatMap(written => Codec.decodeBare[A](bytes, written, summon[Schemas]))
        finally Arrays.fill(bytes, 0.toByte)
