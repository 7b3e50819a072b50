package brine.codec.internal.framing

import brine.codec.internal.columns.{Column, Columns, Registers}
import brine.codec.internal.schema.Kinds
import brine.codec.{Codec, Limits, Out, Schema}

import scala.util.control.NonFatal

/** Splits the messages of a block into rows of columns when they are added, as long as one codec writes them all. So a
  * sequence of them costs no more than a list, besides the messages one by one.
  *
  * Only for types with values that cannot change after they were added: numbers, texts and the like. Collections may be
  * arrays, and a codec of the user's may write an object that changes.
  *
  * Belongs to one [[brine.codec.ContainerWriter]].
  */
private[codec] final class AddedRows(limits: Limits):
  // The columns of full chunks, without the number of messages in front.
  private val out                     = Out(limits)
  private val registers               = new Registers
  private var codec: Codec[?] | Null  = null
  private var columns: Columns | Null = null // those of the codec, if its messages are gathered
  private var isOpen                  = false
  private var room                    = 0
  private var rows                    = 0    // of the current chunk
  private var count                   = 0    // of the block

  /** Starts a block. */
  def begin(): Unit =
    release()
    isOpen = true
    rows = 0
    count = 0

  /** Adds a message that was written by this codec. */
  def add[A](codec: Codec[A], message: A): Unit = if isOpen then
    if count == 0 then open(codec)
    if isOpen then
      if codec ne this.codec then end()
      else
        try put(codec, message)
        catch
          // The codec gave other values than when it wrote the message, or they exceed a limit only in columns.
          case NonFatal(_) | _: StackOverflowError => end()
          // A part of the row may be there.
          case other: Throwable =>
            end()
            throw other

  private def open(codec: Codec[?]): Unit =
    if codec ne this.codec then
      this.codec = codec
      columns = null
      val found = MessageSequence.columns(codec.schema, codec)
      if found != null && found.nn.fewest < Int.MaxValue && found.nn.all.forall(isConstant) then columns = found
      room = 0
    isOpen = columns != null
    if isOpen then
      out.reset()
      out.useDictionary()
      if room > 0 then registers.startChunk(columns.nn)

  // The values of all kinds of the format never change. What other codecs write may, even if they convert it.
  private def isConstant(column: Column): Boolean = column.kind match
    case Column.Kind.Sequences => false
    case Column.Kind.Values    =>
      column.codec != null && (column.codec.nn.schema.root match
        case Schema.Type.Primitive(kind) => column.codec.nn eq Kinds.codec(kind)
        case _                           => false)
    case _ => true

  private def put[A](codec: Codec[A], message: A): Unit =
    val own = columns.nn
    if rows == room then
      room = if room == 0 then AddedRows.FirstRoom else math.min(4 * room, Columns.Rows)
      registers.extend(own, rows, room)
    codec.gather(message, registers, rows, 0)
    rows += 1
    count += 1
    if own.needDecimals && count == Columns.Sample && !own.haveDecimals(registers, rows) then end()
    else if rows == Columns.Rows then writeChunk()

  private def writeChunk(): Unit =
    columns.nn.write(out, registers, rows)
    rows = 0

  /** The payload of a block of these messages; none if it has others, or if they are not to be a sequence. */
  def payload(messages: Int): Option[SequencePayload] =
    if !isOpen || count == 0 || count != messages || messages < columns.nn.fewest then None
    else
      try
        if rows > 0 then writeChunk()
        val all = Out(limits)
        SequencePayload.begin(all, codec.nn)
        val start = all.size
        all.writeUnsignedInt(messages << 1 | 1)
        val sequence = out.toArray
        all.writeBytes(sequence, 0, sequence.length)
        Some(SequencePayload(all.toArray, start, messages, 0L))
      catch
        case NonFatal(_) | _: StackOverflowError =>
          end()
          None

  private def end(): Unit =
    release()
    isOpen = false

  private def release(): Unit = if columns != null && room > 0 then registers.clear(columns.nn, room)

private[codec] object AddedRows:
  // A chunk of a few messages takes little memory.
  private inline val FirstRoom = 32
