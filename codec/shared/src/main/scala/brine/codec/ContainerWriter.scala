package brine.codec

import brine.codec.internal.bytes.{Checksum, Deflate, Memory}
import brine.codec.internal.errors.NullPath
import brine.codec.internal.framing.{AddedRows, ContainerFormat, MessageSequence, SequenceAccount, SequencePayload}

import scala.collection.mutable

/** Writes many messages, of one type or several, into one compact sequence of bytes: a container.
  *
  * {{{
  * val container = ContainerWriter()
  * events.foreach(container.add(_))
  * val bytes = container.toArray
  * }}}
  *
  * A container consists of blocks. Within a block, repeated strings and UUIDs are references, as with
  * [[MessageOptions.dictionary]], and instants are differences to the previous one. The schema of each type precedes
  * its first messages. Each block has a checksum (CRC-32C) and can be read without the others. Writing costs about as
  * much as writing with a dictionary.
  *
  * If all messages of a block have one type, the block is packed or in columns when a list of them would be and that is
  * smaller. Writing then takes about as long as the messages one by one and a list of them together; longer with
  * collections, because these are read back. Not safe for use by several threads at once.
  *
  * @param blockSize
  *   size in bytes at which a block ends, after the message that reaches it; 64 KiB unless set. Larger blocks take less
  *   space in total, but a damaged byte loses more messages
  */
final class ContainerWriter private (blockSize: Int, compression: Compression, limits: Limits):
  private val done  = Out(limits)
  private val block = Out(limits)
  // The messages of the block as one sequence, made while they are added, or from the bytes of the block.
  private val rows     = AddedRows(limits)
  private val sequence = MessageSequence(limits)
  private val account  = SequenceAccount(limits)
  // The types of the block's messages, in the order in which they were added.
  private val runs     = mutable.ArrayBuffer.empty[ContainerWriter.Run]
  private var messages = 0
  // Where the messages of the block end, if a part of one that failed follows; otherwise -1.
  private var intact = -1
  done.writeBytes(ContainerFormat.Start, 0, ContainerFormat.Start.length)
  block.useDictionary()
  rows.begin()

  /** Adds a message.
    *
    * @throws EncodeError
    *   if the value contains a null or exceeds a limit; the container then ends with the previous message, and you may
    *   add others
    */
  def add[A](value: A)(using codec: Codec[A]): Unit =
    // If that has failed before: in the compression, for example.
    if intact >= 0 || messages == ContainerFormat.MostMessages then endBlock()
    val before = block.size
    try put(value)
    catch
      // The messages of the block together may exceed a limit that this message alone respects.
      case _: EncodeError if messages > 0 =>
        endAt(before)
        putFirst(value)
      case error: Throwable =>
        endAt(before)
        throw error
    if block.size >= blockSize || messages == ContainerFormat.MostMessages then close(block.size)

  // A failed message leaves entries in this side's dictionary only, so its block must end.
  private def putFirst[A](value: A)(using Codec[A]): Unit =
    try put(value)
    catch
      case error: Throwable =>
        endAt(0)
        throw error

  private def endAt(length: Int): Unit =
    intact = length
    close(length)

  private def put[A](value: A)(using codec: Codec[A]): Unit =
    val before = block.size
    try codec.write(block, value)
    catch case error: (NullPointerException | EncodeError) => throw NullPath.explain(error, value)
    if block.size == before then block.countEmpty(1)
    val isNew = runs.isEmpty || runs.last.fingerprint != codec.fingerprint
    // Before the message counts: memory may run out here.
    if runs.isEmpty || !isNew && runs.sizeIs == 1 then rows.add(codec, value)
    if isNew then runs += ContainerWriter.Run(codec)
    runs.last.count += 1
    messages += 1

  /** Ends the current block, if it has a message. The next block can be read without the earlier ones. */
  def endBlock(): Unit = close(if intact < 0 then block.size else intact)

  private def close(length: Int): Unit =
    if messages > 0 then
      val plain = runsInFront()
      if !writeSequence(length, plain.size + length) then
        plain.writeBytes(block.toArray, 0, length)
        val bytes = plain.toArray
        val small = compress(bytes)
        account.add(small.getOrElse(bytes).length)
        writeBlock(bytes, small)
    messages = 0
    runs.clear()
    rows.begin()
    block.reset()
    block.useDictionary()
    intact = -1

  // Messages of one type as a list of them would be, if that is packed or in columns, and smaller.
  private def writeSequence(length: Int, most: Int): Boolean =
    val payload = if runs.sizeIs > 1 then None else sequenceOf(length).filter(_.bytes.length < most)
    payload.exists: payload =>
      val small = compress(payload.bytes)
      val fits  = account.take(payload, small.getOrElse(payload.bytes).length)
      if fits then writeBlock(payload.bytes, small)
      fits

  private def sequenceOf(length: Int): Option[SequencePayload] =
    rows.payload(messages).orElse(sequence.payload(runs.head.codec, block, length, messages))

  private def writeBlock(plain: Array[Byte], small: Option[Array[Byte]]): Unit = small match
    case Some(bytes) => writeBlock(compression.kind, bytes)
    case None        => writeBlock(ContainerFormat.Plain, plain)

  private def writeBlock(kind: Int, bytes: Array[Byte]): Unit =
    // Room for all of it first, or for nothing: half a block would make those after it unreadable.
    done.ensure(bytes.length + ContainerWriter.MostHeader): Unit
    done.writeUnsignedInt(bytes.length)
    val at = done.ensure(5)
    done.array(at) = kind.toByte
    Memory.putInt(done.array, at + 1, Checksum.crc32c(bytes, 0, bytes.length))
    done.position = at + 5
    done.writeBytes(bytes, 0, bytes.length)

  private def compress(plain: Array[Byte]): Option[Array[Byte]] =
    val out = Out(limits)
    out.writeUnsignedInt(plain.length)
    compression
      .compress(plain, plain.length - out.size)
      .map: compressed =>
        out.writeBytes(compressed, 0, compressed.length)
        out.toArray
      // A reader refuses a block that expands beyond its limit.
      .filter(bytes => plain.length <= ContainerFormat.mostExpanded(bytes.length, limits))

  // A schema is written before its first message; later messages refer to it by number.
  private def runsInFront(): Out =
    val payload = Out(limits)
    val numbers = mutable.HashMap.empty[Long, Int]
    payload.writeUnsignedInt(runs.size)
    runs.foreach: run =>
      numbers.get(run.fingerprint) match
        case Some(number) => payload.writeUnsignedInt(number)
        case None         =>
          payload.writeUnsignedInt(0)
          ContainerFormat.writeSchema(payload, run.codec.schema)
          numbers(run.fingerprint) = numbers.size + 1
      payload.writeUnsignedInt(run.count)
    payload

  /** Number of bytes so far. Approximate: the current block counts with its uncompressed values only, without header
    * and schemas.
    */
  def size: Int = done.size + block.size

  /** Ends the current block and returns all bytes. You may add more messages afterwards; they go into new blocks. */
  def toArray: Array[Byte] =
    endBlock()
    done.toArray

object ContainerWriter:
  private inline val BlockSize = 1 << 16

  /** The most bytes before those of a block. */
  private inline val MostHeader = 10

  /** Consecutive messages of one type. */
  private final class Run(val codec: Codec[?]):
    val fingerprint: Long = codec.fingerprint
    var count             = 0

  /** Creates an empty container.
    *
    * @param blockSize
    *   size in bytes at which a block ends, after the message that reaches it
    * @param compression
    *   how full blocks are compressed; the reader must know it too
    * @param limits
    *   limits that the messages of a block must respect
    * @throws IllegalArgumentException
    *   if `blockSize` is not positive, or if the compression has an invalid kind or is not available on this platform
    */
  def apply(
      blockSize: Int = BlockSize,
      compression: Compression = Compression.Plain,
      limits: Limits = Limits.defaults
  ): ContainerWriter =
    require(blockSize > 0, s"the size of a block must be positive, not $blockSize")
    ContainerFormat.requireKind(compression)
    require(
      (compression ne Compression.Deflate) || Deflate.isAvailable,
      "there is no Compression.Deflate in JavaScript"
    )
    new ContainerWriter(blockSize, compression, limits)
