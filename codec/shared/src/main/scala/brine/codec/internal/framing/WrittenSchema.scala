package brine.codec.internal.framing

import brine.codec.{Codec, In, Schema, Schemas}

/** A schema of a block and the codecs that read it; each is created once, even if messages of several types alternate.
  */
private[codec] final class WrittenSchema(val schema: Schema):
  private var readers: List[(Codec[?], Schemas, Codec[?])] = Nil

  /** The codec itself, or its plan for messages of this schema.
    *
    * @param isMixed
    *   whether messages of several types may refer to each other: then a plan must read all of them
    */
  def readerFor[A](codec: Codec[A], schemas: Schemas, in: In, isMixed: Boolean): Codec[A] =
    readers.find((known, with_, _) => (known eq codec) && (with_ eq schemas)) match
      case Some((_, _, reader)) => reader.asInstanceOf[Codec[A]]
      case None                 =>
        val reader =
          if schema.fingerprint == codec.fingerprint && !isMixed then codec
          else Envelope.plannedWithin(in, in.position, schema, codec, schemas)
        readers = (codec, schemas, reader) :: readers.take(WrittenSchema.MostReaders - 1)
        reader

private[codec] object WrittenSchema:
  // A program that reads one schema with several codecs rarely uses more.
  private inline val MostReaders = 4
