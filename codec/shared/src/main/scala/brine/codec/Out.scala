package brine.codec

import brine.codec.internal.messages.{OutputDrain, OutputMemory, OutputNumbers}
import brine.codec.internal.numbers.{Numbers, Put, Times}
import brine.codec.internal.references.{OutDictionary, OutShared}
import brine.codec.internal.text.WriteStrings

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
    kept: Int,
    private[codec] val limits: Limits
) extends OutputNumbers(first, from, to, fixed, kept):
  private var nesting: Int       = 0
  private var emptyElements: Int = 0
  private var beyond: Long       = 0L
  private var workBeyond: Long   = 0L

  /** Elements of nested sequences that were written together with those of others, in columns. */
  private[codec] var joinedElements: Long  = 0L
  private[codec] var previousSeconds: Long = Out.FirstInstant
  private[codec] var previousNanos: Int    = 0

  /** Strings and UUIDs written so far, if the message uses a dictionary. */
  private[codec] var dictionary: OutDictionary | Null = null
  private var idleDictionary: OutDictionary | Null    = null

  private var sharedValues: OutShared | Null = null
  private var idleInner: Out | Null          = null

  /** Whether this buffer is in a [[BufferPool]]. */
  private[codec] var pooled: Boolean = false

  // --- the message ---------------------------------------------------------------------------

  /** Discards what was written and starts a new message in the memory that it keeps. */
  def reset(): Unit =
    empty()
    nextMessage()

  /** Starts a new message after the bytes written so far, which stay. The new message can be read on its own. */
  private[brine] def nextMessage(): Unit =
    if dictionary != null then closeDictionary()
    if sharedValues != null then sharedValues.nn.clear()
    nesting = 0
    emptyElements = 0
    beyond = 0L
    workBeyond = 0L
    joinedElements = 0L
    previousSeconds = Out.FirstInstant
    previousNanos = 0

  /** Hands over the bytes written so far as a sequence of buffers, without copying. This `Out` gives up that memory: it
    * is [[reset]] and continues in a new array.
    */
  def toByteBuffers: Vector[ByteBuffer] =
    val buffers = giveAway()
    reset()
    buffers

  /** Passes this message on while it is written, once it has more than `most` bytes, up to [[endDraining]]. */
  private[brine] def drainInto(drain: OutputDrain, most: Int): Unit = this.drain(drain, most)

  /** Passes on the rest of a message. Returns false if it is so small that nothing was passed on: it is here. */
  private[brine] def endDraining(): Boolean = endDrain()

  /** Writes the rest of the message with a dictionary: repeated strings and UUIDs become references of one or two bytes
    * to one of the last 2,048 different ones. The reader must call [[In.useDictionary]] at the same place.
    */
  def useDictionary(): Unit = if dictionary == null then
    dictionary = if idleDictionary == null then new OutDictionary else idleDictionary
    idleDictionary = null

  /** Ends the use of a dictionary that began within this message. */
  private[codec] def endDictionary(): Unit = if dictionary != null then closeDictionary()

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
    val inner = if idleInner == null then Out.sized(OutputMemory.InitialSize, limits, mostKept) else idleInner.nn
    idleInner = null
    inner.reset()
    inner.emptyElements = emptyElements
    inner.beyond = beyond
    inner.workBeyond = workBeyond
    inner.nesting = nesting
    inner

  /** Ends the use of a separate `Out`.
    *
    * @param isReference
    *   whether its bytes are not written, because the same ones were
    */
  private[codec] def takeBack(inner: Out, isReference: Boolean): Unit =
    emptyElements = inner.emptyElements
    if !isReference then
      beyond = inner.beyond
      workBeyond = inner.workBeyond
    idleInner = inner

  // --- values --------------------------------------------------------------------------------

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

  /** Writes the difference to the previous instant of this message (for the first: to 2020-01-01T00:00:00Z) in the
    * coarsest exact unit: 1 to 9 bytes; 11 to 23 bytes for differences of millennia. Every `Instant` can be written.
    */
  def writeInstant(value: Instant): Unit = Times.writeInstant(this, value)

  /** Writes the number of seconds, milliseconds, microseconds or nanoseconds, in the coarsest exact unit: 1 to 9 bytes;
    * 11 to 23 bytes for millennia. Every `Duration` can be written.
    */
  def writeDuration(value: Duration): Unit = Times.writeDuration(this, value)

  /** Writes the string in the smallest of its forms. Every string round-trips, including one with lone surrogates.
    * Takes time in proportion to its length. With a dictionary, a repeated string of 2 to 4,096 code units becomes a
    * reference of 1 or 2 bytes.
    */
  def writeString(value: String): Unit =
    if dictionary == null then WriteStrings.write(this, value) else WriteStrings.write(this, dictionary.nn, value)

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

  /** Counts bytes of memory that a value takes beyond what its bytes allow. Returns whether a reader allows it, with
    * those before it in the message.
    */
  private[codec] def takeBeyond(bytes: Long): Boolean =
    beyond += math.max(0L, bytes)
    beyond <= limits.allocationBase

  /** The same for steps of comparing keys. */
  private[codec] def takeWork(steps: Long): Boolean =
    workBeyond += math.max(0L, steps)
    workBeyond <= limits.workBase

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

object Out:
  private[codec] inline val FirstInstant = 1577836800L // 2020-01-01T00:00:00Z
  private inline val MostKept            = 1 << 24

  /** Creates an empty `Out` with the default limits. */
  def apply(): Out = sized(OutputMemory.InitialSize, Limits.defaults)

  /** Creates an empty `Out` that refuses to write what a reader with the same limits would refuse. */
  def apply(limits: Limits): Out = sized(OutputMemory.InitialSize, limits)

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
