package brine.codec

import brine.codec.internal.concurrent.Readers
import brine.codec.internal.framing.Envelope

import java.nio.ByteBuffer
import scala.util.control.NonFatal

/** Numbers for message types, agreed on by both ends of a connection or by the writers and readers of a log.
  *
  * A *tagged* message is such a number (one byte below 128) followed by the bare bytes. With a one-byte number it is
  * eight bytes shorter than a standalone message with its fingerprint.
  *
  * {{{
  * val ids   = SchemaIds(1 -> Codec[Ping], 2 -> Codec[Pong])
  * val bytes = ids.encode(Ping(42))      // 01, then the value
  * ids.decode[Ping](bytes)               // Either[DecodeError, Ping]
  * ids.decodeAny(bytes)                  // Either[DecodeError, Any], if several types may arrive
  * }}}
  *
  * If the two ends may run different versions, each sends its [[table]] first, and reads messages with [[writtenWith]]
  * applied to the other's table. Otherwise a number must keep its schema as long as messages with that number exist:
  * give a type whose fields change a new number.
  *
  * Immutable and safe to share between threads. Looking up the number of a type takes one comparison per type in the
  * table.
  */
final class SchemaIds private (
    options: MessageOptions,
    ids: Array[Int],
    codecs: Array[Codec[?]],
    readers: Array[Codec[?] | Null]
):

  /** The numbers and their schemas, as bytes: what the other end, or a later reader, needs to decode the messages. */
  def table: Array[Byte] =
    val out = Out()
    out.writeUnsignedInt(ids.length)
    ids.indices.foreach { i =>
      val schema = codecs(i).schema.canonical
      out.writeUnsignedInt(ids(i))
      out.writeUnsignedInt(schema.length)
      out.writeBytes(schema, 0, schema.length)
    }
    out.toArray

  /** The same types, for reading messages from the sender of this [[table]].
    *
    * Numbers keep their meaning, but the sender's schemas may belong to earlier or later versions. A number that the
    * sender has given to another type is an error. Decoding a message whose number only one end has is an error. The
    * result writes as before.
    *
    * The cost grows with the size of the schemas; call this once per connection.
    *
    * @return
    *   an error if the bytes are not a table, or if data of one of the schemas cannot be read as the type of its number
    *   here
    */
  def writtenWith(table: Array[Byte])(using schemas: Schemas): Either[DecodeError, SchemaIds] =
    val in = In(table)
    try
      val known = new Array[Codec[?] | Null](ids.length)
      var left  = in.readUnsignedInt()
      if left < 0 then in.failAt(0, s"a table of ${Integer.toUnsignedString(left)} types")
      while left > 0 do
        readType(in, known, schemas)
        left -= 1
      in.expectEnd()
      Right(new SchemaIds(options, ids, codecs, known))
    catch case error: DecodeError => Left(error)

  private def readType(in: In, known: Array[Codec[?] | Null], schemas: Schemas): Unit =
    val at     = in.position
    val id     = in.readUnsignedInt()
    val length = in.readUnsignedInt()
    val start  = in.take(length)
    in.chargeSchema(Envelope.SchemaStorage * length)
    Schema.fromCanonical(java.util.Arrays.copyOfRange(in.array, start, start + length)) match
      case Left(error)    => throw error.at(in.offset - length + error.offset)
      case Right(written) =>
        val place = ids.indexOf(id)
        if place >= 0 && known(place) != null then
          in.failAt(at, s"two schemas for type ${Integer.toUnsignedString(id)}")
        if place >= 0 then
          val codec = codecs(place)
          known(place) =
            if written.fingerprint == codec.fingerprint then codec
            else Envelope.plannedWithin(in, at, written, codec, schemas)

  /** Encodes a value as a tagged message.
    *
    * @throws IllegalArgumentException
    *   if its type has no number in this table
    * @throws EncodeError
    *   if the value contains a null or exceeds one of the default [[Limits]]
    */
  def encode[A](value: A)(using Codec[A]): Array[Byte] =
    BufferPool.default.use { out =>
      write(out, value)
      out.toArray
    }

  /** Appends a value as a tagged message. If the options use a dictionary, `out` must be at the start of a message.
    *
    * @throws IllegalArgumentException
    *   if its type has no number in this table
    * @throws EncodeError
    *   if the value contains a null or exceeds one of the [[Limits]] of `out`
    */
  def write[A](out: Out, value: A)(using codec: Codec[A]): Unit =
    out.writeUnsignedInt(ids(placeOf(codec)))
    Codec.write(codec, out, value, options)

  /** Decodes a tagged message of this type; a message of another type is an error.
    *
    * @throws IllegalArgumentException
    *   if the type has no number in this table
    */
  def decode[A](bytes: Array[Byte])(using codec: Codec[A]): Either[DecodeError, A] =
    val expected = placeOf(codec)
    pooled(bytes): (in, place) =>
      if place != expected then
        in.failAt(
          0,
          s"a message of type ${ids(place)} (${nameOf(place)}) where one of type ${ids(expected)} is expected"
        )
      readerAt(in, place).asInstanceOf[Codec[A]].read(in)

  /** Decodes a tagged message of any type in the table. */
  def decodeAny(bytes: Array[Byte]): Either[DecodeError, Any] =
    pooled(bytes)((in, place) => readerAt(in, place).read(in))

  /** Decodes a tagged message of any type in the table, between a buffer's position and its limit; changes neither. */
  def decodeAny(buffer: ByteBuffer): Either[DecodeError, Any] =
    read(In(buffer))((in, place) => readerAt(in, place).read(in))

  private def pooled[A](bytes: Array[Byte])(body: (In, Int) => A): Either[DecodeError, A] =
    val in = Readers.take(bytes)
    try read(in)(body)
    finally Readers.give(in)

  private def read[A](in: In)(body: (In, Int) => A): Either[DecodeError, A] =
    try
      val id    = in.readUnsignedInt()
      val place = ids.indexOf(id)
      if place < 0 then
        in.failAt(0, s"a message of type ${Integer.toUnsignedString(id)}; known here are ${ids.sorted.mkString(", ")}")
      if options.dictionary then in.useDictionary()
      val value = body(in, place)
      in.expectEnd()
      Right(value)
    catch
      case error: DecodeError        => Left(error)
      case error: StackOverflowError => Left(in.refused(error))
      case NonFatal(error)           => Left(in.refused(error))

  private def readerAt(in: In, place: Int): Codec[?] =
    val reader = readers(place)
    if reader == null then in.failAt(0, s"a message of type ${ids(place)}, of which the writer's table has no schema")
    reader.nn

  // Usually the codec itself is in the table; a given that is created on each use has the same fingerprint.
  private def placeOf(codec: Codec[?]): Int =
    val same  = codecs.indexWhere(_ eq codec)
    val place = if same >= 0 then same else codecs.indexWhere(_.fingerprint == codec.fingerprint)
    if place < 0 then
      throw IllegalArgumentException(
        s"no number was given for ${codec.schema.toString.linesIterator.next()}; add it to the table"
      )
    place

  private def nameOf(place: Int): String = codecs(place).schema.toString.linesIterator.next()

object SchemaIds:
  /** Creates a table for messages with the default options.
    *
    * @throws IllegalArgumentException
    *   if a number is negative or used twice, or if two types have the same schema
    */
  def apply(types: (Int, Codec[?])*): SchemaIds = of(MessageOptions.defaults, types*)

  /** Creates a table for messages with these options, which both ends must know.
    *
    * @throws IllegalArgumentException
    *   if a number is negative or used twice, or if two types have the same schema
    */
  def of(options: MessageOptions, types: (Int, Codec[?])*): SchemaIds =
    types.foreach((id, _) => require(id >= 0, s"the number of a type must not be negative, not $id"))
    types.groupBy(_._1).collectFirst { case (id, all) if all.sizeIs > 1 => id }.foreach { id =>
      throw IllegalArgumentException(s"the number $id was given to ${types.count(_._1 == id)} types")
    }
    types.groupBy(_._2.fingerprint).valuesIterator.find(_.sizeIs > 1).foreach { all =>
      throw IllegalArgumentException(
        s"the types of the numbers ${all.map(_._1).mkString(" and ")} have the same schema"
      )
    }
    val codecs = types.map(_._2).toArray
    new SchemaIds(options, types.map(_._1).toArray, codecs, codecs.clone.asInstanceOf[Array[Codec[?] | Null]])
