package brine.codec.internal.framing

import brine.codec.Schema.Type
import brine.codec.internal.collections.Packed
import brine.codec.internal.columns.{ColumnSequences, Columns}
import brine.codec.internal.numbers.IntSequences
import brine.codec.internal.schema.{Kinds, SchemaLinker}
import brine.codec.{Codec, In, Limits, Out, Schema}

import scala.util.control.NonFatal

/** Makes the messages of a block one sequence if a list of them would be packed or in columns: section 12 of the
  * format. Which lists are, [[Packed]] and [[Columns]] decide. Belongs to one [[brine.codec.ContainerWriter]].
  *
  * The messages are read back from the bytes as which they were added, because a program may change an object after it
  * was added.
  */
private[codec] final class MessageSequence(limits: Limits):
  private val out = Out(limits)
  // The messages as they were added, and as they are written again.
  private val in    = In(Array.emptyByteArray, 0, 0, limits)
  private val again = Out(limits)

  /** The payload of a block of `count` messages of one codec, which are the first `length` bytes of an array; none if
    * they are better one by one.
    */
  def payload(codec: Codec[?], messages: Array[Byte], length: Int, count: Int): Option[Array[Byte]] =
    if count < IntSequences.Fewest then None
    else
      val schema  = codec.schema
      val numbers = MessageSequence.numbers(schema)
      val columns = if numbers == null then MessageSequence.columns(schema, codec) else null
      if numbers == null && (columns == null || count < columns.nn.fewest) then None
      else
        begin(messages, length)
        out.writeUnsignedInt(0)
        ContainerFormat.writeSchema(out, schema)
        out.useDictionary()
        val start = out.size
        try
          if numbers != null then Packed.of(numbers.nn).nn.write(out, each(numbers.nn, count), count)
          else
            val own = codec.asInstanceOf[Codec[Any]]
            ColumnSequences.writeRows(out, each(own, count), count, own, columns.nn, isOptional = true): Unit
          Option.when(out.size > start && isSame(messages, length))(out.toArray).filter(all => (all(start) & 1) != 0)
        catch
          // The codec does not read what it wrote, or the messages exceed a limit only as a sequence.
          case NonFatal(_) | _: StackOverflowError => None
        finally in.release()

  private def begin(messages: Array[Byte], length: Int): Unit =
    in.reset(messages, 0, length)
    in.useDictionary()
    again.reset()
    again.useDictionary()
    out.reset()

  private def each(codec: Codec[Any], count: Int): Iterator[Any] = Iterator.fill(count):
    val message = codec.read(in)
    codec.write(again, message)
    message

  /** Whether the codec, or several with equal schemas, gave the messages back as they were. */
  private def isSame(messages: Array[Byte], length: Int): Boolean =
    again.size == length && {
      // JavaScript has no comparison of parts of arrays. There are no other bytes, unless a later message failed.
      val added = if messages.length == length then messages else java.util.Arrays.copyOf(messages, length)
      java.util.Arrays.equals(again.toArray, added)
    }

private[codec] object MessageSequence:
  /** The type of the sequence's elements, by the schema of a message. A class of one number is boxed, as in lists. */
  def element(schema: Schema): Type = schema.root match
    case kind: Type.Primitive => kind
    case other                => SchemaLinker.alone(other)

  /** The codec of messages that are exactly a number, a character or a Boolean; null for others. Such messages are
    * packed whichever codec wrote them, because their schemas are equal.
    */
  def numbers(schema: Schema): Codec[Any] | Null = element(schema) match
    case number @ Type.Primitive(kind) if Columns.isNumber(number) => Kinds.codec(kind).asInstanceOf[Codec[Any]]
    case _                                                         => null

  /** The columns of messages of this schema, which a codec writes or reads; null if they are never in columns. */
  def columns(schema: Schema, codec: Codec[?]): Columns | Null = element(schema) match
    case _: Type.Boxed => null
    case _             => ColumnSequences.of(codec)
