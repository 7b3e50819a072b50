package brine.journal

import brine.codec.{Codec, DecodeError, Schema}

/** How the bytes of a record become what a reader asks for: a type with a codec, or [[Stored]]. */
trait ReadAs[A]:
  /** @param schema
    *   what the bytes were written with
    */
  def read(bytes: Array[Byte], schema: Schema): Either[DecodeError, A]

object ReadAs:
  given stored: ReadAs[Stored] with
    def read(bytes: Array[Byte], schema: Schema): Either[DecodeError, Stored] = Right(Stored(schema, bytes))

  given decoded[A](using Codec[A]): ReadAs[A] with
    def read(bytes: Array[Byte], schema: Schema): Either[DecodeError, A] = Codec.decodeBare(bytes, schema)
