package brine.codec

import brine.codec.internal.{Checksum, Deflate, Memory, SegmentFormat}

import scala.collection.mutable

/** Writes many messages, of one type or several, into one string of bytes that says nothing twice.
  *
  * {{{
  * val segment = SegmentWriter()
  * events.foreach(segment.add(_))
  * val bytes = segment.toArray
  * }}}
  *
  * The messages stand in blocks. Within a block, strings and UUIDs that occurred before are references, as with
  * [[MessageOptions.dictionary]], and instants are differences to the one before; the schema of each type stands before its first
  * messages. Each block has a checksum (CRC-32C) and can be read without the others. Costs about what writing with a dictionary
  * does. Not safe for use by several threads at once.
  *
  * @param blockSize
  *   a block ends with the message that makes it at least as long, in bytes; 64 KiB unless set. Larger blocks are smaller in all, but
  *   a damaged byte costs more messages
  */
final class SegmentWriter private (blockSize: Int, compression: Compression, limits: Limits):
  private val done  = Out(limits)
  private val block = Out(limits)
  // The types of the block's messages, in the order in which they came.
  private val runs     = mutable.ArrayBuffer.empty[SegmentWriter.Run]
  private var messages = 0
  done.writeBytes(SegmentFormat.Start, 0, SegmentFormat.Start.length)
  block.useDictionary()

  /** Adds a message.
    *
    * @throws EncodeError
    *   if the value holds a null, or more than a reader would take; the segment then ends with the message before, and goes on
    */
  def add[A](value: A)(using codec: Codec[A]): Unit =
    val before = block.size
    try put(value)
    catch
      // A limit that holds for the messages of a block together is no reason to refuse one of them.
      case _: EncodeError if messages > 0 =>
        close(before)
        putFirst(value)
      case error: Throwable =>
        close(before)
        throw error
    if block.size >= blockSize || messages == SegmentFormat.MostMessages then close(block.size)

  // What a message that fails left in the dictionary is known to this side only, so its block cannot go on.
  private def putFirst[A](value: A)(using Codec[A]): Unit =
    try put(value)
    catch
      case error: Throwable =>
        close(0)
        throw error

  private def put[A](value: A)(using codec: Codec[A]): Unit =
    codec.write(block, value)
    if runs.isEmpty || runs.last.fingerprint != codec.fingerprint then runs += SegmentWriter.Run(codec)
    runs.last.count += 1
    messages += 1

  /** Ends the current block, if there is a message in it. What follows can be read without what was before. */
  def endBlock(): Unit = close(block.size)

  private def close(length: Int): Unit =
    if messages > 0 then
      val values  = block.toArray
      val payload = Out(limits)
      writeRuns(payload)
      payload.writeBytes(values, 0, length)
      val plain = payload.toArray
      compress(plain) match
        case Some(bytes) => writeBlock(compression.kind, bytes)
        case None        => writeBlock(SegmentFormat.Plain, plain)
    messages = 0
    runs.clear()
    block.reset()
    block.useDictionary()

  private def writeBlock(kind: Int, bytes: Array[Byte]): Unit =
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
      // A reader refuses a block of which it would have to believe too much.
      .filter(bytes => plain.length <= bytes.length.toLong * limits.allocationFactor + limits.allocationBase)

  // A schema is told where its first message comes, and has a number after that.
  private def writeRuns(payload: Out): Unit =
    val numbers = mutable.HashMap.empty[Long, Int]
    payload.writeUnsignedInt(runs.size)
    runs.foreach: run =>
      numbers.get(run.fingerprint) match
        case Some(number) => payload.writeUnsignedInt(number)
        case None         =>
          val canonical = run.codec.schema.canonical
          payload.writeUnsignedInt(0)
          payload.writeUnsignedInt(canonical.length)
          payload.writeBytes(canonical, 0, canonical.length)
          numbers(run.fingerprint) = numbers.size + 1
      payload.writeUnsignedInt(run.count)

  /** Number of bytes so far, but for the checksum and sizes of the current block. */
  def size: Int = done.size + block.size

  /** Ends the current block and returns all bytes. More messages may be added after; they are then in blocks of their own. */
  def toArray: Array[Byte] =
    endBlock()
    done.toArray

object SegmentWriter:
  private inline val BlockSize = 1 << 16

  /** Messages of one type, one after the other. */
  private final class Run(val codec: Codec[?]):
    val fingerprint: Long = codec.fingerprint
    var count             = 0

  /** An empty segment.
    *
    * @throws IllegalArgumentException
    *   if `blockSize` is not positive, or the compression is of a kind that there is not or not on this platform
    */
  def apply(
      blockSize: Int = BlockSize,
      compression: Compression = Compression.Plain,
      limits: Limits = Limits.default
  ): SegmentWriter =
    require(blockSize > 0, s"the size of a block must be positive, not $blockSize")
    SegmentFormat.requireKind(compression)
    require(
      (compression ne Compression.Deflate) || Deflate.isAvailable,
      "there is no Compression.Deflate in JavaScript"
    )
    new SegmentWriter(blockSize, compression, limits)
