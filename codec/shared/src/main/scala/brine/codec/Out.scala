package brine.codec

import brine.codec.internal.columns.{Columns, Registers, Scratch}
import brine.codec.internal.numbers.{Numbers, Put, Times}
import brine.codec.internal.references.{OutDictionary, OutShared}
import brine.codec.internal.text.{TextScratch, WriteStrings}

import java.nio.ByteBuffer
import java.time.{Duration, Instant}
import java.util.UUID

/** Writes values to a growing byte array, with a position.
  *
  * {{{
  * val out = Out()
  * out.writeInt(42)
  * out.writeString("hello")
  * val bytes = out.toArray // 54 c5 68 65 6c 6c 6f
  * }}}
  *
  * Reusable: [[reset]] starts the next message in the same memory. A write allocates when the array is full: up to 64
  * KiB the array is replaced by one twice as large. A larger message continues in a new chunk, and its full chunks are
  * copied only when you ask for the bytes. Messages after it get an array with room for all of it, so that they need no
  * other. An `Out` keeps at most 16 MiB between messages, and what exceeds 64 KiB only until 64 messages in a row have
  * used less than a quarter of it. On the JVM, writing 48 floating point numbers or more that are no decimals also
  * allocates some 100 bytes. A message is at most 2 GiB (`EncodeError` beyond). Not safe for use by several threads at
  * once.
  *
  * Every write throws an [[EncodeError]] if the message would become too large, or if the value is null. After an error
  * the message is unusable: [[reset]]. Unless its documentation says otherwise, a write takes constant time.
  */
final class Out private (
    first: Array[Byte],
    from: Int,
    to: Int,
    fixed: Boolean,
    mostKept: Int,
    private[codec] val limits: Limits
):
  /** The array being filled; any call of [[ensure]] may replace it. */
  private[codec] var array: Array[Byte] = first

  /** Index of the next byte in [[array]]. */
  private[codec] var position: Int = from

  private var start: Int                    = from
  private var end: Int                      = to
  private var chunks: List[Chunk]           = Nil
  private var finished: Int                 = 0
  private var expected: Int                 = 0 // room for the largest of the recent messages that took chunks
  private var idle: Int                     = 0 // messages in a row that have used little of a large array
  private var nesting: Int                  = 0
  private var emptyElements: Int            = 0
  private var scratchArrays: Scratch | Null = null
  private var texts: TextScratch | Null     = null
  private[codec] var previousSeconds: Long  = Out.FirstInstant
  private[codec] var previousNanos: Int     = 0

  /** Strings and UUIDs written so far, if the message uses a dictionary. */
  private[codec] var dictionary: OutDictionary | Null = null
  private var idleDictionary: OutDictionary | Null    = null

  private var sharedValues: OutShared | Null = null
  private var idleInner: Out | Null          = null

  /** Whether this buffer is in a [[BufferPool]]. */
  private[codec] var pooled: Boolean = false

  // --- room ----------------------------------------------------------------------------------

  /** Makes room for `bytes` more bytes, possibly in a new array, and returns the index of the first in [[array]]. */
  private[codec] def ensure(bytes: Int): Int =
    if end - position < bytes then grow(bytes)
    position

  /** Writes long strings. */
  private[codec] def textScratch: TextScratch =
    if texts == null then texts = new TextScratch
    texts.nn

  private def grow(bytes: Int): Unit =
    val used = position - start
    val all  = finished.toLong + used + bytes
    if bytes < 0 || all > Out.MaxSize then throw new EncodeError("the message would be larger than 2 GiB; split it", "")
    if !fixed && used + bytes <= math.max(Out.ChunkSize, expected) && chunks.isEmpty then
      val larger = new Array[Byte](
        if used + bytes > Out.ChunkSize then expected
        else math.min(Out.ChunkSize, math.max(array.length * 2, used + bytes))
      )
      System.arraycopy(array, 0, larger, 0, position)
      array = larger
    else
      if used > 0 then chunks = Chunk(array, start, position) :: chunks
      finished += used
      start = 0
      position = 0
      array = new Array[Byte](math.max(bytes, math.min(Out.LargestChunk, math.max(Out.ChunkSize, finished))))
    end = array.length

  /** Writes the rest of the message with a dictionary: repeated strings and UUIDs become references of one or two bytes
    * to one of the last 2,048 different ones. The reader must call [[In.useDictionary]] at the same place.
    */
  def useDictionary(): Unit = if dictionary == null then
    dictionary = if idleDictionary == null then new OutDictionary else idleDictionary
    idleDictionary = null

  private def closeDictionary(): Unit =
    dictionary.nn.clear()
    idleDictionary = dictionary
    dictionary = null

  /** The shared values of this message. */
  private[codec] def shared: OutShared =
    if sharedValues == null then sharedValues = new OutShared
    sharedValues.nn

  /** A separate `Out` for a value written on its own, in use until [[takeBack]]. */
  private[codec] def inner(): Out =
    val inner = if idleInner == null then Out.sized(Out.InitialSize, limits, mostKept) else idleInner.nn
    idleInner = null
    inner.reset()
    inner.emptyElements = emptyElements
    inner.nesting = nesting
    inner

  private[codec] def takeBack(inner: Out): Unit =
    emptyElements = inner.emptyElements
    idleInner = inner

  // --- numbers -------------------------------------------------------------------------------

  /** Writes one byte: 0 for false, 1 for true. */
  def writeBoolean(value: Boolean): Unit =
    val at = ensure(1)
    position = Put.boolean(array, at, value)

  /** Writes one byte as it is. */
  def writeByte(value: Byte): Unit =
    val at = ensure(1)
    position = Put.byte(array, at, value)

  /** Writes a signed number of 1 to 3 bytes, fewer for numbers closer to zero: one for -64 to 63. */
  def writeShort(value: Short): Unit =
    val at = ensure(3)
    position = Put.short(array, at, value)

  /** Writes a UTF-16 code unit of 1 to 3 bytes, fewer for smaller ones: one below 128. Halves of surrogate pairs are
    * written like others.
    */
  def writeChar(value: Char): Unit =
    val at = ensure(3)
    position = Put.char(array, at, value)

  /** Writes a signed 32-bit number of 1 to 5 bytes, fewer for numbers closer to zero: one for -64 to 63. */
  def writeInt(value: Int): Unit =
    val at = ensure(5)
    position = Put.int(array, at, value)

  /** Writes a signed 64-bit number of 1 to 9 bytes, fewer for numbers closer to zero: one for -64 to 63. */
  def writeLong(value: Long): Unit =
    val at = ensure(9)
    position = Put.long(array, at, value)

  /** Writes the bits of `value` as an unsigned 32-bit number of 1 to 5 bytes: one below 128, five for negative values.
    */
  def writeUnsignedInt(value: Int): Unit =
    val at = ensure(5)
    position = Put.unsigned(array, at, value)

  /** Writes the bits of `value` as an unsigned 64-bit number of 1 to 9 bytes: one below 128, nine for negative values.
    */
  def writeUnsignedLong(value: Long): Unit =
    val at = ensure(9)
    position = Put.unsignedLong(array, at, value)

  /** Writes 4 bytes: an IEEE 754 single, lowest byte first. All NaNs are written as the canonical NaN; -0.0 is
    * preserved.
    */
  def writeFloat(value: Float): Unit =
    val at = ensure(4)
    position = Put.float(array, at, value)

  /** Writes 8 bytes: an IEEE 754 double, lowest byte first. All NaNs are written as the canonical NaN; -0.0 is
    * preserved.
    */
  def writeDouble(value: Double): Unit =
    val at = ensure(8)
    position = Put.double(array, at, value)

  /** Writes 16 bytes, highest byte first. With a dictionary, writes 16 or 17 bytes in another order, or a reference of
    * 1 or 2 bytes if the UUID is repeated.
    */
  def writeUuid(value: UUID): Unit =
    if value == null then Out.refuseNull("UUID")
    val at = ensure(17)
    position = Put.uuidOnce(this, array, at, value)

  /** Writes the length of the shortest two's complement form, then that form, highest byte first; zero has no bytes
    * after its length. Takes time in proportion to the length.
    *
    * @throws EncodeError
    *   if the form is longer than [[Limits.bigIntBytes]] (1 KiB unless set)
    */
  def writeBigInt(value: BigInt): Unit =
    if value == null then Out.refuseNull("BigInt")
    Numbers.writeBigInteger(this, value.bigInteger)

  /** Writes the scale, then the digits as a `BigInt`. The scale is kept: 1.5 and 1.50 have different bytes.
    *
    * @throws EncodeError
    *   if the scale is not between plus and minus [[Limits.bigDecimalScale]] (6,178 unless set), or the digits take
    *   more bytes than [[Limits.bigIntBytes]] (1 KiB unless set)
    */
  def writeBigDecimal(value: BigDecimal): Unit =
    if value == null then Out.refuseNull("BigDecimal")
    Numbers.writeBigDecimal(this, value.bigDecimal)

  // --- time ----------------------------------------------------------------------------------

  /** Writes the difference to the previous instant of this message (for the first: to 2020-01-01T00:00:00Z) in the
    * coarsest exact unit: 1 to 9 bytes; 11 to 23 bytes for differences of millennia. Every `Instant` can be written.
    */
  def writeInstant(value: Instant): Unit = Times.writeInstant(this, value)

  /** Writes the number of seconds, milliseconds, microseconds or nanoseconds, in the coarsest exact unit: 1 to 9 bytes;
    * 11 to 23 bytes for millennia. Every `Duration` can be written.
    */
  def writeDuration(value: Duration): Unit = Times.writeDuration(this, value)

  // --- text and bytes ------------------------------------------------------------------------

  /** Writes the string in the smallest of its forms. Every string round-trips, including one with lone surrogates.
    * Takes time in proportion to its length. With a dictionary, a repeated string of 2 to 4,096 code units becomes a
    * reference of 1 or 2 bytes.
    */
  def writeString(value: String): Unit =
    if dictionary == null then WriteStrings.write(this, value) else WriteStrings.write(this, dictionary.nn, value)

  /** Writes `length` raw bytes of `bytes`, starting at index `from`; writes no length, so the reader must know it.
    *
    * @throws IndexOutOfBoundsException
    *   if `bytes` does not contain that range
    */
  def writeBytes(bytes: Array[Byte], from: Int, length: Int): Unit =
    val at = ensure(length)
    System.arraycopy(bytes, from, array, at, length)
    position = at + length

  // --- structure -----------------------------------------------------------------------------

  /** Writes the element count of a collection whose elements follow one by one: 1 byte below 64, up to 5. Use the other
    * overload if an element may take no bytes.
    *
    * @param elements
    *   the count, at least 0
    */
  def writeSize(elements: Int): Unit =
    if elements < 64 then
      val at = ensure(1)
      array(at) = (elements << 1).toByte
      position = at + 1
    else writeUnsignedInt(elements << 1)

  /** Writes the element count of a collection whose elements take at least `minSize` bytes each. A message may hold a
    * limited number of elements that take no bytes.
    *
    * @throws EncodeError
    *   if the message then has more such elements than [[Limits.emptyElements]] (8,192 unless set)
    */
  def writeSize(elements: Int, minSize: Int): Unit =
    if minSize == 0 then countEmpty(elements)
    writeSize(elements)

  private[codec] def countEmpty(elements: Int): Unit =
    if elements > limits.emptyElements - emptyElements then
      val sum = emptyElements.toLong + elements
      val cap = limits.emptyElements
      throw new EncodeError(
        s"$sum collection elements that take no byte; a message may hold $cap (Limits.emptyElements)",
        ""
      )
    emptyElements += elements

  /** The width for packing `size` integers that need `width` bits; 1 instead of 0 once the limit for empty elements is
    * reached.
    */
  private[codec] def packedWidth(size: Int, width: Int): Int =
    if width == 0 && size > limits.emptyElements - emptyElements then 1 else width

  /** Starts a packed sequence of integers; a column omits the size, which its reader knows. */
  private[codec] def writePacked(size: Int, mode: Int, column: Boolean): Unit =
    if (mode & 0x7f) == 0 then countEmpty(size)
    if !column then writeUnsignedInt(size << 1 | 1)
    writeByte(mode.toByte)

  /** Writes the low `bytes` (1 to 4) bytes of `bits`, lowest byte first; bits above them are dropped. */
  def writeBits(bits: Int, bytes: Int): Unit =
    val at = ensure(4)
    position = Put.bits(array, at, bits, bytes)

  /** Enters a value of a recursive type; call [[leave]] after you have written it.
    *
    * @throws EncodeError
    *   if such values nest deeper than [[Limits.depth]] (128 unless set)
    */
  def enter(): Unit =
    nesting += 1
    if nesting > limits.depth then
      throw new EncodeError(s"values nest more than ${limits.depth} deep (Limits.depth)", "")

  /** Leaves a value of a recursive type, see [[enter]]. */
  def leave(): Unit = nesting -= 1

  private[codec] def scratch: Scratch =
    if scratchArrays == null then scratchArrays = new Scratch
    scratchArrays.nn

  /** Scratch registers for `rows` rows of these columns. */
  private[codec] def registers(columns: Columns, rows: Int): Registers = scratch.registers(columns, rows)

  /** Scratch array for at least `size` integers. */
  private[codec] def intScratch(size: Int): Array[Int] = scratch.ints(size)

  /** Scratch array for at least `size` integers. */
  private[codec] def longScratch(size: Int): Array[Long] = scratch.longs(size)

  /** Scratch array for at least `size` numbers. */
  private[codec] def doubleScratch(size: Int): Array[Double] = scratch.doubles(size)

  // --- the bytes -----------------------------------------------------------------------------

  /** Number of bytes written since creation or the last [[reset]]. */
  def size: Int = finished + (position - start)

  /** Discards what was written and starts a new message in the memory that it keeps. */
  def reset(): Unit =
    if fixed then
      array = first
      end = to
      start = from
      chunks = Nil
      finished = 0
    else
      if finished > 0 then keepChunk() else if array.length > Out.ChunkSize then keepLarge()
      start = 0
    position = start
    nextMessage()

  /** After a message in chunks: keeps the largest that may be kept, and remembers how much the message took. */
  private def keepChunk(): Unit =
    val slack = size >>> 3
    expected = math.max(expected, math.min(mostKept, size + math.min(slack, Out.MaxSize - size)))
    idle = 0
    chunks.foreach(c => if c.array.length > array.length && c.array.length <= mostKept then array = c.array)
    chunks = Nil
    finished = 0
    if array.length > mostKept then continueIn(Out.ChunkSize) else continueIn(array)

  /** After a message in one large array, which is dropped if it has been used little for long. */
  private def keepLarge(): Unit =
    if position - start >= (array.length >>> 2) then idle = 0 else idle += 1
    if idle == Out.MostIdle || array.length > mostKept then
      expected = 0
      idle = 0
      continueIn(Out.ChunkSize)

  private def continueIn(size: Int): Unit = continueIn(new Array[Byte](size))

  private def continueIn(next: Array[Byte]): Unit =
    array = next
    end = next.length
    // It may refer to the array used last.
    if texts != null then texts.nn.release()

  /** Starts a new message after the bytes written so far, which stay. The new message can be read on its own. */
  private[brine] def nextMessage(): Unit =
    if dictionary != null then closeDictionary()
    if sharedValues != null then sharedValues.nn.clear()
    nesting = 0
    emptyElements = 0
    previousSeconds = Out.FirstInstant
    previousNanos = 0

  /** Returns a copy of the bytes written so far. */
  def toArray: Array[Byte] =
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
  def copyTo(bytes: Array[Byte], at: Int): Int =
    if at < 0 || bytes.length - at < size then Out.refuseRoom(size, math.max(0, bytes.length - at))
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
  def writeTo(buffer: ByteBuffer): Unit =
    if buffer.remaining < size then Out.refuseRoom(size, buffer.remaining)
    chunks.reverseIterator.foreach(chunk => buffer.put(chunk.array, chunk.from, chunk.to - chunk.from))
    buffer.put(array, start, position - start)
    ()

  /** Copies the bytes written so far into a buffer from `provider`; they are between its position and its limit.
    *
    * @throws EncodeError
    *   if the provider's buffer is too small
    */
  def toByteBuffer(provider: BufferProvider): ByteBuffer =
    val buffer = provider.provide(size)
    val start  = buffer.position()
    writeTo(buffer)
    val end = buffer.position()
    buffer.position(start)
    buffer.limit(end)
    buffer

  /** Hands over the bytes written so far as a sequence of buffers, without copying. This `Out` gives up that memory: it
    * is [[reset]] and continues in a new array.
    */
  def toByteBuffers: Vector[ByteBuffer] =
    val all     = Chunk(array, start, position) :: chunks
    val buffers =
      all.reverseIterator
        .filter(c => c.to > c.from)
        .map(c => ByteBuffer.wrap(c.array, c.from, c.to - c.from).slice())
        .toVector
    if !fixed then
      chunks = Nil
      finished = 0
      expected = 0
      continueIn(Out.InitialSize)
    reset()
    buffers

  /** Completes a message in a caller's array: copies back the parts that were written elsewhere.
    *
    * @return
    *   number of bytes in the array
    * @throws EncodeError
    *   if the message is larger than the room given
    */
  private[codec] def complete(): Int =
    if fixed then
      if size > to - from then Out.refuseRoom(size, to - from)
      if array ne first then copyTo(first, from): Unit
    size

  /** Bytes of memory that a pooled `Out` keeps. */
  private[codec] def capacity: Int = array.length

object Out:
  private[codec] inline val FirstInstant = 1577836800L // 2020-01-01T00:00:00Z
  private inline val InitialSize         = 512
  private inline val ChunkSize           = 1 << 16
  private inline val LargestChunk        = 1 << 20
  private inline val MaxSize             = Int.MaxValue - 16
  private inline val MostKept            = 1 << 24
  private inline val MostIdle            = 64

  /** Creates an empty `Out` with the default limits. */
  def apply(): Out = sized(InitialSize, Limits.defaults)

  /** Creates an empty `Out` that refuses to write what a reader with the same limits would refuse. */
  def apply(limits: Limits): Out = sized(InitialSize, limits)

  /** Creates an empty `Out` whose first array has `bytes` bytes, and which keeps at most `mostKept` between messages.
    */
  private[codec] def sized(bytes: Int, limits: Limits, mostKept: Int = MostKept): Out =
    val array = new Array[Byte](math.max(16, bytes))
    new Out(array, 0, array.length, false, mostKept, limits)

  /** Creates an `Out` that fills `length` bytes of a caller's array, starting at index `from`; [[Out.complete]] ends
    * the message.
    */
  private[codec] def into(array: Array[Byte], from: Int, length: Int, limits: Limits): Out =
    if from < 0 || length < 0 || from > array.length - length then
      throw new IndexOutOfBoundsException(s"$length bytes from $from in an array of ${array.length}")
    new Out(array, from, from + length, true, 0, limits)

  private[codec] def refuseNull(what: String): Nothing = throw new EncodeError(s"a null where a $what is expected", "")

  /** Fails if a collection had more or fewer elements than it reported before iteration. */
  private[codec] def checkSize(size: Int, found: Int, more: Boolean): Unit =
    if found != size || more then
      throw new EncodeError(
        s"a collection of $size elements had ${if more then "more" else found} when they were written",
        ""
      )

  private def refuseRoom(needed: Int, available: Int): Nothing =
    throw new EncodeError(s"the message needs $needed bytes, but only $available are available", "")

/** A full chunk of a message. */
private final class Chunk(val array: Array[Byte], val from: Int, val to: Int)
