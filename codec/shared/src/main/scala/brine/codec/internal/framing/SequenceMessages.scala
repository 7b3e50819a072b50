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
  * one by one, which any codec reads. Programs may well change it: the codec of a tuple is another object at each use.
  * A codec of the messages' own version does that, else the schema alone. If neither is possible, each change
  * of the codec reads the sequence from its start. That takes time, which is limited.
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
  private var writer: Codec[Any] | Null = null // the reader, unless it is a plan
  private var first                     = 0    // number of the chunk's first message
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
    * @param codec
    *   codec of the program
    * @param reader
    *   the same codec, or its plan for data of the schema
    */
  def read[A](codec: Codec[A], reader: Codec[A]): A =
    if this.reader ne reader then use(reader.asInstanceOf[Codec[Any]], isOwn = reader eq codec)
    if isOpen then build().asInstanceOf[A] else reader.read(in)

  /** Ends the sequence, and drops all references to its objects. */
  def end(): Unit =
    forget()
    schema = null
    payload = SequenceMessages.NoBytes

  private def use(reader: Codec[Any], isOwn: Boolean): Unit =
    val own = if isOwn then reader else null
    if next == 0 then readBy(reader, own)
    else if !separate(if own != null then own else writer) then
      reopen()
      readBy(reader, own)

  /** Numbers become messages one by one at once. */
  private def unpack(codec: Codec[Any]): Unit =
    val packed = Packed.of(codec).nn
    val header = packed.readSize(in)
    alone.reset()
    packed.read(in, header, SequenceMessages.Alone(alone, codec))
    in.expectEnd()
    continueAlone()

  /** Makes the rest of the sequence messages one by one, by a codec that writes them or by the schema alone. Returns
    * false if that is not possible.
    *
    * @throws brine.codec.DecodeError
    *   if the schema alone shows that one of them is malformed
    */
  private def separate(codec: Codec[Any] | Null): Boolean = isSeparable && {
    val read = next
    isSeparable = false
    try if codec != null then separateBy(codec.nn) else separateBySchema()
    catch
      case error: DecodeError if codec == null => throw error
      // The codec refuses a message that another one may read, or the messages exceed a limit only one by one.
      case NonFatal(_) =>
        next = read
        false
  }

  private def separateBy(codec: Codec[Any]): Boolean =
    reopen()
    readBy(codec, codec)
    alone.reset()
    alone.useDictionary()
    while next < size do codec.write(alone, build())
    in.expectEnd()
    continueAlone()
    true

  private def separateBySchema(): Boolean =
    if separator == null || separator.nn.schema != schema then separator = SeparateMessages.of(schema.nn, in)
    val messages = separator
    messages != null && {
      val read = next
      reopen(size)
      readBy(messages.nn.reader, null)
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

  private def readBy(reader: Codec[Any], writer: Codec[Any] | Null): Unit =
    val found = MessageSequence.columns(schema.nn, reader)
    if found == null then in.fail("messages in a sequence, in a layout that their type does not have")
    in.readLayout(reader.minSize): Unit
    registers.in = in
    registers.prepare(found.nn, 0)
    columns = found
    this.reader = reader
    this.writer = writer

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
    writer = null
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
