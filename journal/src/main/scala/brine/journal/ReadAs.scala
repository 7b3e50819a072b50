package brine.journal

import brine.codec.{Codec, DecodeError, Schema}

/** Decodes the bytes of a record as what a reader asks for: a type with a codec, or [[Stored]]. */
trait ReadAs[A]:
  /** Decodes a payload.
    *
    * @param bytes
    *   the payload, which must not be changed
    * @param schema
    *   the schema that the bytes were written with
    */
  def read(bytes: Array[Byte], schema: Schema): Either[DecodeError, A]

  /** Whether deletions of streams, which are events of type [[StreamDeleted]], are read as well. Otherwise they are
    * passed.
    */
  def readsDeletions: Boolean = false

object ReadAs:
  /** Reads records of any type, without decoding them. */
  given stored: ReadAs[Stored] with
    def read(bytes: Array[Byte], schema: Schema): Either[DecodeError, Stored] = Right(Stored(schema, bytes))

    override def readsDeletions: Boolean = true

  /** Decodes records with the codec of their type, whatever version of the type wrote them. */
  given decoded[A](using Codec[A]): ReadAs[A] with
    def read(bytes: Array[Byte], schema: Schema): Either[DecodeError, A] = Codec.decodeBare(bytes, schema)

    override def readsDeletions: Boolean = StreamDeleted.is(summon[Codec[A]].schema)
