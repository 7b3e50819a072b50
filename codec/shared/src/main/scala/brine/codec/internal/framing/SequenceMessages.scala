package brine.codec.internal.framing

import brine.codec.internal.collections.Packed
import brine.codec.internal.columns.{Columns, Registers}
import brine.codec.{Codec, DecodeError, In, Limits, Out, Schema}

import scala.collection.mutable
import scala.util.control.NonFatal

/** Reads the messages of a block that are one sequence, one after the other. Section 12 of the format.
  *
  * Keeps a chunk of them as rows of columns, and builds a message when it is asked for. The rows hold values of one
  * codec's types. So if another codec asks for the next message, the rest of the sequence is first written as messages
  * one by one, which any codec reads. The schema alone says how: a codec may not give back what it has read. No writer
  * of ours makes a sequence of messages that the schema alone does not read, see [[SeparateMessages.arePossible]]. If
  * another one does, each change of the codec reads the sequence from its start. That takes time, which is limited.
  *
  * Belongs to one [[brine.codec.ContainerReader]].
  *
  * @param in
  *   the block
  * @param restart
  *   makes `in` read the same block again, from `length` bytes of an array, starting at an index; the last number is
  *   how many messages of it are read again
  */
private[codec] final class SequenceMessages(in: In, limits: Limits, restart: (Array[Byte], Int, Int, Int) => Unit):
  // The block, and the place of the sequence in it.
  private var payload: Array[Byte]  = SequenceMessages.NoBytes
  private var from                  = 0
  private var length                = 0
  private var start                 = 0
  private var schema: Schema | Null = null
  private var size                  = 0
  private var next                  = 0 // number of the next message

  // The messages one by one, if they are read so.
  private var ownAlone: Out | Null = null

  private def alone: Out =
    if ownAlone == null then ownAlone = Out(limits)
    ownAlone.nn

  // The rows of the current chunk.
  private val registers                 = new Registers
  private var columns: Columns | Null   = null
  private var reader: Codec[Any] | Null = null
  private var first                     = 0 // number of the chunk's first message
  private var rows                      = 0

  // Whether the messages may still become messages one by one, and what did that for an earlier block.
  private var isSeparable                        = false
  private var separator: SeparateMessages | Null = null

  /** Whether the next message is part of a sequence. */
  def isOpen: Boolean = schema != null

  /** Starts the sequence of `size` messages that is next in `in`, in the block of these bytes.
    *
    * @param stored
    *   length of the block in the container, compressed if it is
    * @throws brine.codec.DecodeError
    *   if the messages are numbers, and are not packed as such; or if too many take too little room
    */
  def begin(payload: Array[Byte], from: Int, length: Int, stored: Int, schema: Schema, size: Int): Unit =
    this.payload = payload
    this.from = from
    this.length = length
    this.schema = schema
    this.size = size
    start = in.position
    next = 0
    isSeparable = true
    in.charge(ContainerFormat.chargeForMessages(size, in.remaining, stored, limits))
    val numbers = MessageSequence.numbers(schema)
    if numbers != null then unpack(numbers.nn)

  /** Reads the next message.
    *
    * @param reader
    *   codec of the program, or its plan for data of the schema
    */
  def read[A](reader: Codec[A]): A =
    if this.reader ne reader then use(reader.asInstanceOf[Codec[Any]])
    if isOpen then build().asInstanceOf[A] else reader.read(in)

  /** Ends the sequence, and drops all references to its objects. */
  def end(): Unit =
    forget()
    schema = null
    payload = SequenceMessages.NoBytes

  private def use(reader: Codec[Any]): Unit =
    if next == 0 then readBy(reader)
    else if !separate() then
      reopen()
      readBy(reader)

  /** Numbers become messages one by one at once. */
  private def unpack(codec: Codec[Any]): Unit =
    val packed = Packed.of(codec).nn
    val header = packed.readSize(in)
    alone.reset()
    packed.read(in, header, SequenceMessages.Alone(alone, codec))
    in.expectEnd()
    continueAlone()

  /** Makes the rest of the sequence messages one by one. Returns false if that is not possible.
    *
    * @throws brine.codec.DecodeError
    *   if one of them is malformed: it is so for every codec
    */
  private def separate(): Boolean = isSeparable && {
    val read = next
    isSeparable = false
    try writeRest(read)
    catch
      case error: DecodeError => throw error
      // The messages exceed a limit only one by one.
      case NonFatal(_) =>
        next = read
        false
  }

  private def writeRest(read: Int): Boolean =
    if separator == null || separator.nn.schema != schema then separator = SeparateMessages.of(schema.nn, in)
    val messages = separator
    messages != null && {
      reopen(size)
      readBy(messages.nn.reader)
      messages.nn.write(alone, size - read, in)(build())
      in.expectEnd()
      continueAlone()
      true
    }

  private def continueAlone(): Unit =
    end()
    restart(alone.toArray, 0, alone.size, 0)

  private def reopen(again: Int = next): Unit =
    forget()
    restart(payload, from, length, again)
    in.position = start

  private def readBy(reader: Codec[Any]): Unit =
    val found = MessageSequence.columns(schema.nn, reader)
    if found == null then in.fail("messages in a sequence, in a layout that their type does not have")
    in.readLayout(reader.minSize): Unit
    registers.in = in
    registers.prepare(found.nn, 0)
    columns = found
    this.reader = reader

  private def build(): Any =
    while next >= first + rows do readChunk()
    val message = reader.nn.build(registers, next - first, 0)
    next += 1
    message

  private def readChunk(): Unit =
    val done = first + rows
    val more = math.min(size - done, Columns.Rows)
    columns.nn.read(in, registers, more, -1)
    first = done
    rows = more

  private def forget(): Unit =
    if columns != null then registers.clear(columns.nn, math.min(size, Columns.Rows))
    registers.in = null
    columns = null
    reader = null
    first = 0
    rows = 0

private[codec] object SequenceMessages:
  private val NoBytes = new Array[Byte](0)

  /** Writes each message as it comes. */
  private final class Alone(out: Out, codec: Codec[Any]) extends mutable.Growable[Any]:
    def addOne(message: Any): this.type =
      codec.write(out, message)
      this
    def clear(): Unit = out.reset()
