package brine.codec.internal.messages

import brine.codec.internal.concurrent.SpareArray
import brine.codec.{BufferProvider, EncodeError}

import java.nio.ByteBuffer

/** The bytes of a message being written: an array that grows, then chunks; or an array of the caller, then chunks.
  *
  * `Out` is a chain of classes, one for each of its tasks: this one, [[OutputNumbers]] and `Out` itself. It is the only
  * one that has instances. A write has all fields at hand, as if they were in one class; the members are final, so that
  * no call is dispatched.
  *
  * @param first
  *   the first array
  * @param from
  *   index of the first byte that may be written
  * @param to
  *   index after the last byte that may be written
  * @param fixed
  *   whether the array is the caller's: the message begins there, and ends there if it fits
  * @param mostKept
  *   most bytes of memory to keep between messages
  */
private[codec] abstract class OutputMemory(
    first: Array[Byte],
    from: Int,
    to: Int,
    fixed: Boolean,
    private[codec] final val mostKept: Int
) extends ScratchMemory:
  /** The array being filled; any call of [[ensure]] may replace it. */
  private[codec] final var array: Array[Byte] = first

  /** Index of the next byte in [[array]]. */
  private[codec] final var position: Int = from

  private var start: Int          = from
  private var end: Int            = to
  private var chunks: List[Chunk] = Nil
  private var finished: Int       = 0 // bytes in chunks
  private var expected: Int       = 0 // room for the largest of the recent messages that took chunks
  private var idle: Int           = 0 // messages in a row that have used little of a large array

  /** Lends an array to a message that outgrows what is kept here, if this `Out` belongs to a pool that has one. */
  private[codec] final var spare: SpareArray | Null = null
  private var lent: Array[Byte] | Null              = null
  private var own: Array[Byte] | Null               = null // to continue in after a loan

  private var sink: OutputDrain | Null = null  // takes the bytes of this message, if there are more than mostHeld
  private var mostHeld: Int            = 0
  private var hasDrained: Boolean      = false // whether it has taken some

  // --- room ----------------------------------------------------------------------------------

  /** Makes room for `bytes` more bytes, possibly in a new array, and returns the index of the first in [[array]]. */
  private[codec] final def ensure(bytes: Int): Int =
    if end - position < bytes then grow(bytes)
    position

  private def grow(bytes: Int): Unit =
    val used = position - start
    val all  = finished.toLong + used + bytes
    if bytes < 0 || all > OutputMemory.MaxSize then
      throw new EncodeError("the message would be larger than 2 GiB; split it", "")
    if !fixed && used + bytes <= math.max(OutputMemory.ChunkSize, expected) && chunks.isEmpty && !hasDrained then
      val larger = new Array[Byte](
        if used + bytes > OutputMemory.ChunkSize then expected
        else math.min(OutputMemory.ChunkSize, math.max(array.length * 2, used + bytes))
      )
      System.arraycopy(array, 0, larger, 0, position)
      array = larger
    else if spare == null || !borrow(used + bytes) then
      if used > 0 then if sink != null && finished + used > mostHeld then pour() else keep(used)
      start = 0
      position = 0
      if !hasDrained || array.length < bytes then
        array = new Array[Byte](
          math.max(bytes, math.min(OutputMemory.LargestChunk, math.max(OutputMemory.ChunkSize, finished)))
        )
    end = array.length

  /** Continues in the spare array. It becomes the first chunk of a message that is larger still. */
  private def borrow(bytes: Int): Boolean =
    val larger = if chunks.nonEmpty || sink != null || lent != null then null else spare.nn.take(bytes)
    if larger == null then false
    else
      System.arraycopy(array, 0, larger, 0, position)
      own = array
      lent = larger
      array = larger
      true

  /** Ends a message: gives the spare array back, or says that it was missing. */
  private[codec] final def endLoan(): Unit =
    val array = lent
    if array != null then
      val used = size
      if used > array.length then spare.nn.want(used)
      lent = null
      chunks = Nil
      finished = 0
      hasDrained = false
      start = 0
      position = 0
      continueIn(own.nn)
      own = null
      spare.nn.give(array, used)
    else if spare != null && finished > 0 && !hasDrained then spare.nn.want(size)

  private def keep(used: Int): Unit =
    chunks = Chunk(array, start, position) :: chunks
    finished += used

  // --- draining ------------------------------------------------------------------------------

  /** From now on passes this message on while it is written, chunk by chunk, once it has more than `most` bytes. So it
    * takes no more memory than these and a chunk, but for single values that are larger. [[endDrain]] passes on the
    * rest. Not for an array of the caller.
    */
  private[codec] final def drain(into: OutputDrain, most: Int): Unit =
    sink = into
    mostHeld = most

  /** Ends draining. Returns false if nothing was passed on: the whole message is here. */
  private[codec] final def endDrain(): Boolean =
    if hasDrained then
      pour()
      start = 0
      position = 0
    sink = null
    hasDrained

  /** Passes on all that is here. */
  private def pour(): Unit =
    chunks.reverseIterator.foreach(chunk => sink.nn.take(chunk.array, chunk.from, chunk.to - chunk.from))
    chunks = Nil
    sink.nn.take(array, start, position - start)
    finished += position - start
    hasDrained = true

  /** Discards what was written, and continues in the memory that it keeps. */
  private[codec] final def empty(): Unit =
    if fixed then
      array = first
      end = to
      start = from
      chunks = Nil
      finished = 0
    else
      sink = null
      if hasDrained then
        hasDrained = false
        chunks = Nil
        finished = 0
        if array.length > mostKept then continueIn(OutputMemory.ChunkSize)
      else if finished > 0 then keepChunk()
      else if array.length > OutputMemory.ChunkSize then keepLarge()
      start = 0
    position = start

  /** After a message in chunks: keeps the largest that may be kept, and remembers how much the message took. */
  private def keepChunk(): Unit =
    val slack = size >>> 3
    expected = math.max(expected, math.min(mostKept, size + math.min(slack, OutputMemory.MaxSize - size)))
    idle = 0
    chunks.foreach(c => if c.array.length > array.length && c.array.length <= mostKept then array = c.array)
    chunks = Nil
    finished = 0
    if array.length > mostKept then continueIn(OutputMemory.ChunkSize) else continueIn(array)

  /** After a message in one large array, which is dropped if it has been used little for long. */
  private def keepLarge(): Unit =
    if position - start >= (array.length >>> 2) then idle = 0 else idle += 1
    if idle == OutputMemory.MostIdle || array.length > mostKept then
      expected = 0
      idle = 0
      continueIn(OutputMemory.ChunkSize)

  private def continueIn(size: Int): Unit = continueIn(new Array[Byte](size))

  private def continueIn(next: Array[Byte]): Unit =
    array = next
    end = next.length
    // It may refer to the array used last.
    releaseTexts()

  // --- the bytes -----------------------------------------------------------------------------

  /** Number of bytes written since creation or the last `reset`. */
  final def size: Int = finished + (position - start)

  /** Returns a copy of the bytes written so far. */
  final def toArray: Array[Byte] =
    if finished == 0 then java.util.Arrays.copyOfRange(array, start, position)
    else
      val result = new Array[Byte](size)
      copyTo(result, 0)
      result

  /** Copies the bytes written so far into `bytes`, starting at index `at`.
    *
    * @return
    *   the index after the last byte
    * @throws EncodeError
    *   if the bytes do not fit
    */
  final def copyTo(bytes: Array[Byte], at: Int): Int =
    if at < 0 || bytes.length - at < size then OutputMemory.refuseRoom(size, math.max(0, bytes.length - at))
    if finished > 0 then copyChunks(bytes, at)
    System.arraycopy(array, start, bytes, at + finished, position - start)
    at + size

  private def copyChunks(bytes: Array[Byte], at: Int): Unit =
    var stop = at + finished
    var rest = chunks
    while rest.nonEmpty do
      val chunk  = rest.head
      val length = chunk.to - chunk.from
      stop -= length
      // The caller's own array is its own first chunk.
      if (chunk.array ne bytes) || chunk.from != stop then
        System.arraycopy(chunk.array, chunk.from, bytes, stop, length)
      rest = rest.tail

  /** Copies the bytes written so far into a heap or direct buffer, at its position, and advances the position.
    *
    * @throws EncodeError
    *   if the bytes do not fit; the buffer is then unchanged
    */
  final def writeTo(buffer: ByteBuffer): Unit =
    if buffer.remaining < size then OutputMemory.refuseRoom(size, buffer.remaining)
    if chunks.nonEmpty then
      chunks.reverseIterator.foreach(chunk => buffer.put(chunk.array, chunk.from, chunk.to - chunk.from))
    buffer.put(array, start, position - start)
    ()

  /** Copies the bytes written so far into a buffer from `provider`; they are between its position and its limit.
    *
    * @throws EncodeError
    *   if the provider's buffer is too small
    */
  final def toByteBuffer(provider: BufferProvider): ByteBuffer =
    val buffer = provider.provide(size)
    val start  = buffer.position()
    writeTo(buffer)
    val end = buffer.position()
    buffer.position(start)
    buffer.limit(end)
    buffer

  /** Gives the bytes written so far away, as buffers without a copy, and continues in a new array. */
  private[codec] final def giveAway(): Vector[ByteBuffer] =
    val all     = Chunk(array, start, position) :: chunks
    val buffers =
      all.reverseIterator
        .filter(c => c.to > c.from)
        .map(c => ByteBuffer.wrap(c.array, c.from, c.to - c.from).slice())
        .toVector
    if !fixed then
      if lent != null then
        lent = null
        spare.nn.lose()
      chunks = Nil
      finished = 0
      expected = 0
      continueIn(OutputMemory.InitialSize)
    buffers

  /** Completes a message in a caller's array: copies back the parts that were written elsewhere.
    *
    * @return
    *   number of bytes in the array
    * @throws EncodeError
    *   if the message is larger than the room given
    */
  private[codec] final def complete(): Int =
    if fixed then
      if size > to - from then OutputMemory.refuseRoom(size, to - from)
      if array ne first then copyTo(first, from): Unit
    size

  /** Bytes of memory that a pooled `Out` keeps. */
  private[codec] final def capacity: Int = array.length

private[codec] object OutputMemory:
  /** Bytes of an `Out`'s first array, unless it is asked for another. */
  inline val InitialSize          = 512
  private inline val ChunkSize    = 1 << 16
  private inline val LargestChunk = 1 << 20
  private inline val MaxSize      = Int.MaxValue - 16
  private inline val MostIdle     = 64

  private def refuseRoom(needed: Int, available: Int): Nothing =
    throw new EncodeError(s"the message needs $needed bytes, but only $available are available", "")

/** A full chunk of a message. */
private final class Chunk(val array: Array[Byte], val from: Int, val to: Int)
