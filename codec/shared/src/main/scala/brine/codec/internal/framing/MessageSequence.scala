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
  * was added. Where it cannot, [[AddedRows]] does the same for less.
  */
private[codec] final class MessageSequence(limits: Limits):
  private val out = Out(limits)
  // The messages as they were added, and as they are written again.
  private val in    = In(Array.emptyByteArray, 0, 0, limits)
  private val again = Out(limits)

  /** The payload of a block of `count` messages of one codec, which take the first `length` bytes of `block`; none if
    * they are better one by one.
    */
  def payload(codec: Codec[?], block: Out, length: Int, count: Int): Option[SequencePayload] =
    if count < IntSequences.Fewest then None
    else
      val schema  = codec.schema
      val numbers = MessageSequence.numbers(schema)
      val columns = if numbers == null then MessageSequence.columns(schema, codec) else null
      if numbers == null && (columns == null || count < columns.nn.fewest) then None
      else if !SeparateMessages.arePossible(schema) then None
      else
        val messages = block.toArray
        in.reset(messages, 0, length)
        in.useDictionary()
        out.reset()
        SequencePayload.begin(out, codec)
        out.useDictionary()
        val start = out.size
        try
          val isWhole =
            if numbers != null then writeNumbers(numbers.nn, count)
            else writeRows(codec.asInstanceOf[Codec[Any]], columns.nn, count, messages, length)
          // Numbers may be smallest in layout 0, where a sequence of them is longer than the messages.
          if !isWhole then None
          else Some(SequencePayload(out.toArray, start, count, out.joinedElements)).filter(_.isLayout1)
        catch
          // The codec does not read what it wrote, or the messages exceed a limit only as a sequence.
          case NonFatal(_) | _: StackOverflowError => None
        finally in.release()

  // No other codec writes the bytes of such numbers, so they need no comparison.
  private def writeNumbers(codec: Codec[Any], count: Int): Boolean =
    Packed.of(codec).nn.write(out, Iterator.fill(count)(codec.read(in)), count)
    true

  private def writeRows(
      codec: Codec[Any],
      columns: Columns,
      count: Int,
      messages: Array[Byte],
      length: Int
  ): Boolean =
    again.reset()
    again.useDictionary()
    val each = Iterator.fill(count):
      val message = codec.read(in)
      codec.write(again, message)
      message
    ColumnSequences.writeRows(out, each, count, codec, columns, isOptional = true) && isSame(messages, length)

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
