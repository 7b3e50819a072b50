package brine.codec

import brine.codec.internal.{Checksum, Memory, SegmentFormat}

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
  * message. Each block has a checksum (CRC-32C) and can be read without the others. Costs about what writing with a dictionary
  * does. Not safe for use by several threads at once.
  *
  * @param blockSize
  *   a block ends with the message that makes it at least as long, in bytes; 64 KiB unless set. Larger blocks are smaller in all, but
  *   a damaged byte costs more messages
  */
final class SegmentWriter private (blockSize: Int, limits: Limits):
  private val done     = Out(limits)
  private val block    = Out(limits)
  private val schemas  = mutable.HashMap.empty[Long, Int]
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
    if block.size >= blockSize then close(block.size)

  // What a message that fails left in the dictionary is known to this side only, so its block cannot go on.
  private def putFirst[A](value: A)(using Codec[A]): Unit =
    try put(value)
    catch
      case error: Throwable =>
        close(0)
        throw error

  private def put[A](value: A)(using codec: Codec[A]): Unit =
    writeSchema(codec)
    codec.write(block, value)
    messages += 1

  // A schema is known by its fingerprint, and told once in a block.
  private def writeSchema(codec: Codec[?]): Unit = schemas.get(codec.fingerprint) match
    case Some(number) => block.writeUnsignedInt(number)
    case None         =>
      val canonical = codec.schema.canonical
      block.writeUnsignedInt(0)
      block.writeUnsignedInt(canonical.length)
      block.writeBytes(canonical, 0, canonical.length)
      schemas(codec.fingerprint) = schemas.size + 1

  /** Ends the current block, if there is a message in it. What follows can be read without what was before. */
  def endBlock(): Unit = close(block.size)

  private def close(length: Int): Unit =
    if messages > 0 then
      val payload = block.toArray
      done.writeUnsignedInt(messages)
      done.writeUnsignedInt(length)
      val at = done.ensure(5)
      done.array(at) = SegmentFormat.Plain
      Memory.putInt(done.array, at + 1, Checksum.crc32c(payload, 0, length))
      done.position = at + 5
      done.writeBytes(payload, 0, length)
    messages = 0
    schemas.clear()
    block.reset()
    block.useDictionary()

  /** Number of bytes so far, but for the checksum and sizes of the current block. */
  def size: Int = done.size + block.size

  /** Ends the current block and returns all bytes. More messages may be added after; they are then in blocks of their own. */
  def toArray: Array[Byte] =
    endBlock()
    done.toArray

object SegmentWriter:
  private inline val BlockSize = 1 << 16

  /** An empty segment.
    *
    * @throws IllegalArgumentException
    *   if `blockSize` is not positive
    */
  def apply(blockSize: Int = BlockSize, limits: Limits = Limits.default): SegmentWriter =
    require(blockSize > 0, s"the size of a block must be positive, not $blockSize")
    new SegmentWriter(blockSize, limits)
