package brine.journal

import brine.codec.{Codec, DecodeError, Schema, Schemas}

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

  /** Whether all that is no deletion is passed: an event of another type may have the tag of deletions, and fields that
    * fit.
    */
  private[journal] def readsDeletionsAlone: Boolean = false

object ReadAs:
  /** Reads records of any type, without decoding them. */
  given stored: ReadAs[Stored] with
    def read(bytes: Array[Byte], schema: Schema): Either[DecodeError, Stored] = Right(Stored(schema, bytes))

    override def readsDeletions: Boolean = true

  /** Decodes records with the codec of their type, whatever version of the type wrote them. A record of another type is
    * an error, even if its fields would fit. [[brine.codec.Schemas]] says which types are the same; a program needs
    * them only if a type has another name by now and does not say its former one by [[brine.codec.was]].
    */
  given decoded[A](using Codec[A])(using schemas: Schemas): ReadAs[A] with
    def read(bytes: Array[Byte], schema: Schema): Either[DecodeError, A] = Codec.decodeBare(bytes, schema, schemas)

    private val isOfDeletions = StreamDeleted.is(summon[Codec[A]].schema)

    override def readsDeletions: Boolean                       = isOfDeletions
    override private[journal] def readsDeletionsAlone: Boolean = isOfDeletions
