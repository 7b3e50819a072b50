package brine.codec.internal.framing

import brine.codec.{Codec, In, Schema, Schemas}

/** A schema of a block and the codecs that read it; each is created once, even if messages of several types alternate.
  */
private[codec] final class WrittenSchema(val schema: Schema):
  private var readers: List[WrittenSchema.Known] = Nil

  /** The codec itself, or its plan for messages of this schema.
    *
    * @param isMixed
    *   whether messages of several types may refer to each other: then a plan must read all of them
    */
  def readerFor[A](codec: Codec[A], schemas: Schemas, in: In, isMixed: Boolean): Codec[A] =
    // No object for a message, because there may be thousands that take no byte.
    var rest = readers
    while rest.nonEmpty && !rest.head.isFor(codec, schemas) do rest = rest.tail
    if rest.nonEmpty then rest.head.reader.asInstanceOf[Codec[A]] else find(codec, schemas, in, isMixed)

  private def find[A](codec: Codec[A], schemas: Schemas, in: In, isMixed: Boolean): Codec[A] =
    val reader =
      if schema.fingerprint == codec.fingerprint && !isMixed then codec
      else Envelope.plannedWithin(in, in.position, schema, codec, schemas)
    readers = WrittenSchema.Known(codec, schemas, reader) :: readers.take(WrittenSchema.MostReaders - 1)
    reader

private[codec] object WrittenSchema:
  private final class Known(codec: Codec[?], schemas: Schemas, val reader: Codec[?]):
    def isFor(other: Codec[?], with_ : Schemas): Boolean =
      (schemas eq with_) && ((codec eq other) || codec.isSameAs(other))

  // A program that reads one schema with several codecs rarely uses more.
  private inline val MostReaders = 4
