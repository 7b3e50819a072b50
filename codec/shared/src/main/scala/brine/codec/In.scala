package brine.codec

import brine.codec.internal.bytes.Memory
import brine.codec.internal.columns.{Columns, Registers, Scratch}
import brine.codec.internal.framing.MessageBudget
import brine.codec.internal.numbers.{Bits, IntSequences, Numbers, Times, Uuids}
import brine.codec.internal.references.{InDictionary, InRepeats, InShared}
import brine.codec.internal.text.{ReadStrings, TextScratch}

import java.nio.ByteBuffer
import java.time.{Duration, Instant}
import java.util.UUID

/** Reads values from a byte array, with a position.
  *
  * {{{
  * val in = In(bytes)
  * val number = in.readInt()
  * val text = in.readString()
  * in.expectEnd()
  * }}}
  *
  * Input is not trusted: for any bytes, a read returns a value or throws a [[DecodeError]] that gives the offset.
  * Memory and time are bounded by the size of the message and the [[Limits]]. The array is not copied and must not
  * change while you read it. Not safe for use by several threads at once.
  *
  * Every read throws a `DecodeError` if the message ends inside the value, or if a number takes more bytes than it
  * needs. After an error the position is unspecified: [[reset]] before you read on. Unless its documentation says
  * otherwise, a read takes constant time and allocates nothing but its result.
  */
final class In private (private[codec] val limits: Limits):
  private[codec] var array: Array[Byte] = In.NoBytes

  /** Index of the next byte in [[array]]. */
  private[codec] var position: Int = 0

  /** Index after the last byte of the message. */
  private[codec] var end: Int               = 0
  private var start: Int                    = 0
  private var nesting: Int                  = 0
  private var emptyLeft: Int                = 0
  private var storageLeft: Long             = 0L
  private var scratchArrays: Scratch | Null = null
  private var ended: Array[Byte] | Null     = null
  private var texts: TextScratch | Null     = null
  // Elements of the lists being read, see Collect.
  private[codec] var waiting: Array[AnyRef] = In.NothingWaits
  private[codec] var waitingTop: Int        = 0
  private[codec] var previousSeconds: Long  = Out.FirstInstant
  private[codec] var previousNanos: Int     = 0

  /** Strings and UUIDs read so far, if the message uses a dictionary. */
  private[codec] var dictionary: InDictionary | Null = null
  private var sharedValues: InShared | Null          = null
  private var idleDictionary: InDictionary | Null    = null

  /** Steps that hashing or comparing the values read so far takes beyond their bytes: what references stand for, and
    * decimals of a large scale. A collection charges what its keys have added, see [[chargeWork]].
    */
  private[codec] var keyWork: Long = 0L

  // Begun for a message when it first demands what it counts.
  private var ownBudget: MessageBudget | Null = null
  private var hasBudget: Boolean              = false

  private def budget: MessageBudget =
    if !hasBudget then beginBudget()
    ownBudget.nn

  private def beginBudget(): Unit =
    if ownBudget == null then ownBudget = new MessageBudget
    ownBudget.nn.begin(end - start, limits)
    hasBudget = true

  // --- the message ---------------------------------------------------------------------------

  /** Starts to read another message: `length` bytes of `bytes`, starting at index `from`.
    *
    * @throws IndexOutOfBoundsException
    *   if the array does not contain that range
    */
  def reset(bytes: Array[Byte], from: Int, length: Int): Unit =
    if from < 0 || length < 0 || from > bytes.length - length then
      throw new IndexOutOfBoundsException(s"$length bytes from $from in an array of ${bytes.length}")
    array = bytes
    start = from
    position = from
    end = from + length
    nesting = 0
    if waitingTop != 0 then forgetWaiting()
    if dictionary != null then closeDictionary()
    if sharedValues != null then sharedValues.nn.clear()
    if texts != null then texts.nn.begin()
    emptyLeft = limits.emptyElements
    storageLeft = length.toLong * limits.allocationFactor + limits.allocationBase
    hasBudget = false
    keyWork = 0L
    previousSeconds = Out.FirstInstant
    previousNanos = 0

  /** Narrows the limits of a message that is a block of a container, see [[MessageBudget.narrow]]. */
  private[codec] def isBlock(stored: Int, spareStorage: Long, spareWork: Long): Unit =
    storageLeft += spareStorage - budget.storageBase
    budget.narrow(end - start, stored, spareStorage, spareWork, limits)

  private def storageBase: Long = if hasBudget then ownBudget.nn.storageBase else limits.allocationBase

  /** How much of its part of `allocationBase` a message has used. */
  private[codec] def storageOverdraft: Long =
    MessageBudget.used(storageBase, storageLeft) +
      (if hasBudget then MessageBudget.used(storageBase, ownBudget.nn.schemas) else 0L)

  /** How much of its part of `workBase` a message has used. */
  private[codec] def workOverdraft: Long = if hasBudget then ownBudget.nn.workOverdraft else 0L

  /** Drops the reference to the message and any large scratch memory. */
  private[codec] def release(): Unit =
    reset(In.NoBytes, 0, 0)
    if waiting.length > In.MostWaiting then waiting = In.NothingWaits
    if texts != null then texts.nn.release()

  // A failed message leaves elements behind; clear them, so that they can be garbage-collected.
  private def forgetWaiting(): Unit =
    java.util.Arrays.fill(waiting, null)
    waitingTop = 0

  /** Reads the rest of the message with a dictionary. Call it exactly where the writer called [[Out.useDictionary]]. */
  def useDictionary(): Unit = if dictionary == null then
    dictionary = if idleDictionary == null then new InDictionary else idleDictionary
    idleDictionary = null

  private def closeDictionary(): Unit =
    dictionary.nn.clear()
    idleDictionary = dictionary
    dictionary = null

  /** The shared values of this message. */
  private[codec] def shared: InShared =
    if sharedValues == null then sharedValues = new InShared
    sharedValues.nn

  /** Sets the state of the message (dictionary, shared values, last instant) aside until [[takeUp]]. */
  private[codec] def setAside(): InRepeats.Outside =
    val outside =
      InRepeats.Outside(position, dictionary, sharedValues, previousSeconds, previousNanos, storageLeft, keyWork)
    dictionary = null
    sharedValues = null
    previousSeconds = Out.FirstInstant
    previousNanos = 0
    outside

  /** How many steps hashing or comparing a value takes that was read since `position`, when this much storage was left
    * and the value of [[keyWork]] was that one.
    */
  private[codec] def workSince(position: Int, storage: Long, work: Long): Long =
    math.min(In.MostWork, (this.position - position) + (storage - storageLeft) / 4 + (keyWork - work))

  /** Bytes of storage that the message may still use. */
  private[codec] def storage: Long = storageLeft

  private[codec] def takeUp(outside: InRepeats.Outside): Unit =
    dictionary = outside.dictionary
    sharedValues = outside.shared
    previousSeconds = outside.previousSeconds
    previousNanos = outside.previousNanos

  /** Reads a message nested in this one, within what remains of this message's limits. */
  private[codec] def within[A](bytes: Array[Byte])(read: In => A): A =
    enter()
    val inner = In(bytes, 0, bytes.length, limits)
    inner.nesting = nesting
    inner.emptyLeft = emptyLeft
    inner.storageLeft = storageLeft
    inner.ownBudget = budget
    inner.hasBudget = true
    inner.keyWork = keyWork
    val value =
      try read(inner)
      catch case error: DecodeError => throw error.at(offset)
    emptyLeft = inner.emptyLeft
    storageLeft = inner.storageLeft
    keyWork = inner.keyWork
    leave()
    value

  /** Number of bytes read so far. */
  def offset: Int = position - start

  /** Number of bytes not read yet. */
  def remaining: Int = end - position

  /** Checks that all bytes are read.
    *
    * @throws DecodeError
    *   if bytes remain
    */
  def expectEnd(): Unit = if position != end then fail(s"${end - position} bytes follow the end of the value")

  // --- numbers -------------------------------------------------------------------------------

  /** Reads one byte: 0 is false, 1 is true.
    *
    * @throws DecodeError
    *   if it is another byte
    */
  def readBoolean(): Boolean =
    val at = position
    if at >= end then needs(1)
    val value = array(at)
    if (value & 0xfe) != 0 then fail(s"a boolean is 0 or 1, not ${value & 0xff}")
    position = at + 1
    value != 0

  /** Reads one byte: any value from -128 to 127. */
  def readByte(): Byte =
    val at = position
    if at >= end then needs(1)
    position = at + 1
    array(at)

  /** Reads a signed number of 1 to 3 bytes that [[Out.writeShort]] wrote.
    *
    * @throws DecodeError
    *   if the number is not between -32,768 and 32,767
    */
  def readShort(): Short =
    val at    = position
    val value = readInt()
    if value != value.toShort then outOfRange(at, value, "a Short")
    value.toShort

  /** Reads a UTF-16 code unit of 1 to 3 bytes that [[Out.writeChar]] wrote. It may be half of a surrogate pair.
    *
    * @throws DecodeError
    *   if the number is above 65,535
    */
  def readChar(): Char =
    val at    = position
    val value = readUnsignedInt()
    if value != value.toChar then outOfRange(at, value & 0xffffffffL, "a Char")
    value.toChar

  /** Reads a signed 32-bit number of 1 to 5 bytes that [[Out.writeInt]] wrote; any `Int` may occur.
    *
    * @throws DecodeError
    *   if the number has more than 32 bits
    */
  def readInt(): Int =
    val value = readUnsignedInt()
    (value >>> 1) ^ -(value & 1)

  /** Reads a signed 64-bit number of 1 to 9 bytes that [[Out.writeLong]] wrote; any `Long` may occur. */
  def readLong(): Long =
    val at = position
    if at < end && array(at) >= 0 then
      val value = array(at).toInt
      position = at + 1
      ((value >>> 1) ^ -(value & 1)).toLong
    else
      val value = readUnsignedLong()
      (value >>> 1) ^ -(value & 1L)

  /** Reads an unsigned 32-bit number of 1 to 5 bytes that [[Out.writeUnsignedInt]] wrote. The `Int` holds its bits, so
    * numbers from 2^31 up are negative.
    *
    * @throws DecodeError
    *   if the number has more than 32 bits
    */
  def readUnsignedInt(): Int =
    val at = position
    if at < end then
      val first = array(at).toInt
      if first >= 0 then
        position = at + 1
        first
      else unsignedTail(at, first)
    else needs(1)

  private def unsignedTail(at: Int, first: Int): Int =
    if end - at < 5 then unsignedAny(at)
    else
      val bytes = array
      val b1    = bytes(at + 1)
      if b1 > 0 then
        position = at + 2
        first & 0x7f | b1 << 7
      else
        val b2 = bytes(at + 2)
        if b1 < 0 && b2 > 0 then
          position = at + 3
          first & 0x7f | (b1 & 0x7f) << 7 | b2 << 14
        else unsignedAny(at)

  /** Handles every length and every malformed number. */
  private def unsignedAny(at: Int): Int =
    var value = 0
    var shift = 0
    var i     = at
    while i < end && array(i) < 0 && shift < 28 do
      value |= (array(i) & 0x7f) << shift
      shift += 7
      i += 1
    if i >= end then failAt(end, "the message ends inside a number")
    val last = array(i).toInt
    if shift == 28 && (last & 0xf0) != 0 then failAt(i, "a number of more than 32 bits")
    if last == 0 && shift > 0 then failAt(i, "a number in more bytes than it needs")
    position = i + 1
    value | last << shift

  /** Reads an unsigned 64-bit number of 1 to 9 bytes that [[Out.writeUnsignedLong]] wrote. The `Long` holds its bits,
    * so numbers from 2^63 up are negative.
    */
  def readUnsignedLong(): Long =
    val at    = position
    var value = 0L
    var shift = 0
    var i     = at
    while i < end && array(i) < 0 && shift < 56 do
      value |= (array(i) & 0x7fL) << shift
      shift += 7
      i += 1
    if i >= end then failAt(end, "the message ends inside a number")
    val last = array(i)
    if last == 0 && shift > 0 then failAt(i, "a number in more bytes than it needs")
    position = i + 1
    if shift == 56 then value | last.toLong << 56 else value | (last & 0x7fL) << shift

  /** Reads 4 bytes: an IEEE 754 single, lowest byte first. Any 4 bytes are valid, including infinities and NaNs. */
  def readFloat(): Float = Memory.getFloat(array, take(4))

  /** Reads 8 bytes: an IEEE 754 double, lowest byte first. Any 8 bytes are valid, including infinities and NaNs. */
  def readDouble(): Double = Memory.getDouble(array, take(8))

  /** Reads a UUID: 16 bytes, highest byte first. With a dictionary it takes 16 or 17 bytes in another order, or is a
    * reference of 1 or 2 bytes to an earlier one, which is then returned itself.
    *
    * @throws DecodeError
    *   if a reference leads to no UUID
    */
  def readUuid(): UUID =
    if dictionary == null then
      val at = take(16)
      new UUID(Memory.getLongBigEndian(array, at), Memory.getLongBigEndian(array, at + 8))
    else Uuids.read(this, dictionary.nn)

  /** Reads an integer of any size that [[Out.writeBigInt]] wrote. Takes time and memory in proportion to its bytes;
    * more than 8 bytes are charged to the allocation budget.
    *
    * @throws DecodeError
    *   if it has more bytes than [[Limits.bigIntBytes]] (1 KiB unless set)
    */
  def readBigInt(): BigInt = BigInt(Numbers.readBigInteger(this))

  /** Reads a decimal that [[Out.writeBigDecimal]] wrote, with its scale: 1.5 and 1.50 stay different. Costs what
    * [[readBigInt]] costs for its digits.
    *
    * @throws DecodeError
    *   if its digits have more bytes than [[Limits.bigIntBytes]], or its scale is not between plus and minus
    *   [[Limits.bigDecimalScale]] (6,178 unless set)
    */
  def readBigDecimal(): BigDecimal = BigDecimal(Numbers.readBigDecimal(this))

  // --- time ----------------------------------------------------------------------------------

  /** Reads a point in time that [[Out.writeInstant]] wrote, to the nanosecond. It is stored as the difference to the
    * instant read before, so read all instants of a message in the order in which they were written.
    *
    * @throws DecodeError
    *   if it is not between `Instant.MIN` and `Instant.MAX`
    */
  def readInstant(): Instant = Times.readInstant(this)

  /** Reads a duration that [[Out.writeDuration]] wrote, to the nanosecond; any `Duration`, also a negative one, may
    * occur.
    */
  def readDuration(): Duration = Times.readDuration(this)

  // --- text and bytes ------------------------------------------------------------------------

  /** Reads a string in any of its forms: any sequence of UTF-16 code units, also with lone surrogates. Takes time and
    * memory in proportion to its length. With a dictionary, it may be a reference of 1 or 2 bytes to an earlier string,
    * which is then returned itself, in constant time.
    *
    * @throws DecodeError
    *   if the bytes are not of the form they claim, such as malformed UTF-8, or if a reference leads to no string
    */
  def readString(): String =
    if dictionary == null then ReadStrings.read(this) else ReadStrings.read(this, dictionary.nn)

  /** Copies the next `length` raw bytes into `bytes`, starting at index `at`. Takes time in proportion to `length`.
    *
    * @throws DecodeError
    *   if fewer bytes remain, or `length` is negative
    * @throws IndexOutOfBoundsException
    *   if `bytes` has no room for them
    */
  def readBytes(bytes: Array[Byte], at: Int, length: Int): Unit =
    System.arraycopy(array, take(length), bytes, at, length)

  /** Skips `length` bytes and returns the index of the first. */
  private[codec] def take(length: Int): Int =
    val at = position
    if end - at < length || length < 0 then needs(length)
    position = at + length
    at

  private def scratch: Scratch =
    if scratchArrays == null then scratchArrays = new Scratch
    scratchArrays.nn

  /** Scratch array for [[Memory.copyEnded]], which reads short strings. */
  private[codec] def endedScratch: Array[Byte] =
    if ended == null then ended = Memory.newEndedScratch()
    ended.nn

  /** Reads long strings. */
  private[codec] def textScratch: TextScratch =
    if texts == null then texts = new TextScratch
    texts.nn

  /** Scratch array for at least `size` UTF-16 units. */
  private[codec] def charScratch(size: Int): Array[Char] = scratch.chars(size)

  /** Scratch registers for `rows` rows of these columns. */
  private[codec] def registers(columns: Columns, rows: Int): Registers = scratch.registers(columns, rows)

  /** Scratch array for at least `size` integers. */
  private[codec] def intScratch(size: Int): Array[Int] = scratch.ints(size)

  /** Scratch array for at least `size` integers. */
  private[codec] def longScratch(size: Int): Array[Long] = scratch.longs(size)

  /** Scratch array for at least `size` numbers. */
  private[codec] def doubleScratch(size: Int): Array[Double] = scratch.doubles(size)

  // --- structure -----------------------------------------------------------------------------

  /** Reads the element count of a collection whose elements follow one by one and take at least `minSize` bytes each.
    *
    * The count is at most what the rest of the message can hold, so you may allocate room for the elements after you
    * have called [[charge]].
    *
    * @param minSize
    *   the fewest bytes of an element, at least 0, see [[Codec.minSize]]
    * @throws DecodeError
    *   if the rest of the message is too short for that many elements; or, if `minSize` is 0, if the message then has
    *   more elements that take no byte than [[Limits.emptyElements]] (8,192 unless set)
    */
  def readSize(minSize: Int): Int =
    val at   = position
    val size = readUnsignedInt()
    if (size & 1) != 0 then failAt(at, "a collection in a layout its elements do not have")
    checkSize(at, size >>> 1, minSize)

  /** Like [[readSize]] for elements that may be stored in columns: the count shifted left by one, plus 1 if they are.
    * The count of a sequence in columns is checked column by column.
    *
    * @throws DecodeError
    *   as [[readSize]] does, if the elements follow one by one
    */
  def readLayout(minSize: Int): Int =
    val at     = position
    val header = readUnsignedInt()
    if (header & 1) == 0 then checkSize(at, header >>> 1, minSize): Unit
    else checkBits(at, header >>> 1, Columns.Fewest)
    header

  /** Like [[readLayout]], for primitives, which are packed from eight elements up. */
  private[codec] def readPacked(minSize: Int): Int =
    val at     = position
    val header = readUnsignedInt()
    if (header & 1) == 0 then
      val size = checkSize(at, header >>> 1, minSize)
      // Numbers of a fixed length are no references, even with a dictionary.
      if size.toLong * minSize > remaining then
        failAt(at, s"$size elements of at least $minSize bytes, but only $remaining bytes follow")
      charge(size)
    else checkBits(at, header >>> 1, IntSequences.Fewest)
    header

  /** Checks the size of a sequence whose elements take at least a bit each; elements of no bit are counted elsewhere.
    */
  private[codec] def checkBits(at: Int, size: Int, fewest: Int): Unit =
    if size < fewest then failAt(at, s"a packed sequence of $size elements; it must have $fewest or more")
    if size > 8L * remaining + emptyLeft then
      failAt(at, s"$size elements of a bit each, but only $remaining bytes follow")
    // Charge at most what eight elements per byte can need.
    charge(8L * size)

  /** Like [[readLayout]], for integers, which may be packed: the count shifted left by one, plus 1 if they are packed.
    */
  private[codec] def readPackedSize(): Int =
    val at   = position
    val size = readUnsignedInt()
    if (size & 1) == 0 then checkSize(at, size >>> 1, 1): Unit
    else if size >>> 1 < IntSequences.Fewest then failAt(at, "a packed sequence of fewer than 8 elements")
    else peekPacked(size >>> 1)
    size

  /** Checks the size of a packed sequence before the caller allocates room for it. */
  private def peekPacked(size: Int): Unit =
    if position >= end then needs(1)
    val width = array(position) & 0x7f
    if array(position) == IntSequences.Unsigned then checkUnsigned(position, size)
    else checkPacked(position, size, size - (if array(position) < 0 then 1 else 0), width)
    // Charge at most what eight elements per byte can need.
    if width == 0 then countEmpty(position, size)
    charge(8L * size)

  /** Reads the mode byte of a packed sequence whose elements have `bits` bits. */
  private[codec] def readPackedMode(bits: Int): Int =
    val mode = readByte() & 0xff
    if (mode & 0x7f) > bits && mode != IntSequences.Unsigned then
      failAt(position - 1, s"a packed sequence of ${mode & 0x7f} bits for elements of $bits")
    mode

  /** Reads the mode byte of a column of `size` integers of `bits` bits, and counts the elements of no bit. */
  private[codec] def readColumnMode(size: Int, bits: Int): Int =
    if position < end && array(position) == IntSequences.Plain then
      position += 1
      IntSequences.Plain
    else
      val mode = readPackedMode(bits)
      if (mode & 0x7f) == 0 then countEmpty(position - 1, size)
      mode

  /** Checks that the message has room for `count` numbers of `width` bits, which encode `size` elements. */
  private[codec] def checkPacked(at: Int, size: Int, count: Int, width: Int): Unit =
    if Bits.bytes(count, width) > remaining then
      failAt(at, s"a packed sequence of $size elements of $width bits, but only $remaining bytes follow")

  /** Checks that the message has room for `size` unsigned numbers. */
  private[codec] def checkUnsigned(at: Int, size: Int): Unit =
    if size > remaining then
      failAt(at, s"a packed sequence of $size numbers of a byte or more, but only $remaining bytes follow")

  private def checkSize(at: Int, size: Int, minSize: Int): Int =
    // One comparison for the usual element of one byte or more, then the exact one.
    if minSize > 0 then
      // With a dictionary, an element of several bytes may be a reference of one byte.
      if size > remaining || dictionary == null && size.toLong * minSize > remaining then
        failAt(at, s"$size elements of at least $minSize bytes, but only $remaining bytes follow")
    else countEmpty(at, size)
    size

  /** Counts `size` elements that take no byte against the limit. */
  private[codec] def countEmpty(at: Int, size: Int): Unit =
    if size > emptyLeft then
      failAt(
        at,
        s"$size more elements that take no byte; a message may hold ${limits.emptyElements} (Limits.emptyElements)"
      )
    emptyLeft -= size

  /** Reads `bytes` (1 to 4) bytes as an `Int`, lowest byte first; bits above them are zero. Use it for bit sets of a
    * fixed size, such as the header of a record.
    */
  def readBits(bytes: Int): Int =
    val at   = take(bytes)
    var bits = array(at) & 0xff
    if bytes > 1 then
      bits |= (array(at + 1) & 0xff) << 8
      if bytes > 2 then
        bits |= (array(at + 2) & 0xff) << 16
        if bytes > 3 then bits |= array(at + 3) << 24
    bits

  /** Charges `bytes` bytes of memory to the message's allocation budget. Call it before you allocate a collection.
    *
    * @throws DecodeError
    *   if the budget of [[Limits.allocationFactor]] and [[Limits.allocationBase]] is exceeded
    */
  def charge(bytes: Long): Unit =
    storageLeft -= bytes
    if storageLeft < 0 then overCharge()

  private def overCharge(): Nothing =
    val allowed = (end - start).toLong * limits.allocationFactor + storageBase
    fail(
      s"the value needs more than the $allowed bytes of memory allowed for a message of ${end - start} bytes " +
        "(Limits.allocationFactor, Limits.allocationBase)"
    )

  /** Charges a schema that the message contains, or a plan to read data of such a schema. Both have a budget of their
    * own, so that a large schema before a small value is read.
    */
  private[codec] def chargeSchema(bytes: Long): Unit =
    val left = budget.schemas - bytes
    budget.schemas = left
    if left < 0 then
      fail(
        "the schemas in the message need more memory than is allowed (Limits.allocationFactor, Limits.allocationBase)"
      )

  /** How much may still be charged for schemas. */
  private[codec] def schemaRoom: Long = math.max(0L, budget.schemas)

  /** Whether no plan of this cache, for a schema of this fingerprint, was charged to the message before. */
  private[codec] def isFirstPlan(cache: AnyRef, fingerprint: Long): Boolean = budget.isFirstPlan(cache, fingerprint)

  /** Charges steps of hashing and comparing keys to the message's budget.
    *
    * @throws DecodeError
    *   if the budget of [[Limits.workFactor]] and [[Limits.workBase]] is exceeded
    */
  private[codec] def chargeWork(steps: Long): Unit =
    val left = budget.work - steps
    budget.work = left
    if left < 0 then
      fail(
        s"the keys in the message take more steps to hash and compare than ${limits.workFactor} for each byte " +
          "(Limits.workFactor, Limits.workBase)"
      )

  /** Counts the keys of a small collection; returns whether the message has had more than are free. */
  private[codec] def hasManyKeys(size: Int): Boolean = budget.hasManyKeys(size)

  /** Enters a value of a recursive type; call [[leave]] after you have read it.
    *
    * @throws DecodeError
    *   if such values nest deeper than [[Limits.depth]]
    */
  def enter(): Unit =
    nesting += 1
    if nesting > limits.depth then fail(s"values nest more than ${limits.depth} deep (Limits.depth)")

  /** Leaves a value of a recursive type, see [[enter]]. */
  def leave(): Unit = nesting -= 1

  // --- errors --------------------------------------------------------------------------------

  /** Throws a [[DecodeError]] for the next byte. */
  def fail(problem: String): Nothing = failAt(position, problem)

  /** Throws a [[DecodeError]] for the byte at index `at` of [[array]]. */
  private[codec] def failAt(at: Int, problem: String): Nothing =
    throw DecodeError(problem, at - start, "", In.hex(array, start, end, at))

  /** Converts an exception thrown by the value's own code. */
  private[codec] def refused(error: Throwable): DecodeError =
    val reason = Option(error.getMessage).filter(_.nonEmpty).getOrElse(error.getClass.getName)
    DecodeError(s"the value's own code refused it: $reason", offset, "", In.hex(array, start, end, position))

  private def needs(bytes: Int): Nothing =
    val count = Integer.toUnsignedString(bytes)
    fail(s"the message ends here, but the value needs at least $count more ${if bytes == 1 then "byte" else "bytes"}")

  private def outOfRange(at: Int, value: Long, what: String): Nothing =
    failAt(at, s"$value is not in the range of $what")

object In:
  private val NoBytes      = new Array[Byte](0)
  private val NothingWaits = new Array[AnyRef](0)

  /** More work than any message may take; larger sums might overflow. */
  private inline val MostWork = 1L << 31

  /** A pooled `In` keeps its array of waiting elements up to this length. */
  private inline val MostWaiting = 4096

  /** Reads a whole array within the default limits. */
  def apply(bytes: Array[Byte]): In = apply(bytes, 0, bytes.length, Limits.defaults)

  /** Reads `length` bytes of an array, starting at index `from`, within the default limits. */
  def apply(bytes: Array[Byte], from: Int, length: Int): In = apply(bytes, from, length, Limits.defaults)

  /** Reads `length` bytes of an array, starting at index `from`, within `limits`.
    *
    * @throws IndexOutOfBoundsException
    *   if the array does not contain that range
    */
  def apply(bytes: Array[Byte], from: Int, length: Int, limits: Limits): In =
    val in = new In(limits)
    in.reset(bytes, from, length)
    in

  /** Reads the bytes from a buffer's position to its limit and changes neither. A buffer without an accessible array,
    * such as a direct buffer, is copied first.
    */
  def apply(buffer: ByteBuffer): In = apply(buffer, Limits.defaults)

  /** Reads a buffer within `limits`. */
  def apply(buffer: ByteBuffer, limits: Limits): In =
    if buffer.hasArray then apply(buffer.array, buffer.arrayOffset + buffer.position(), buffer.remaining, limits)
    else
      val bytes = new Array[Byte](buffer.remaining)
      buffer.duplicate().get(bytes)
      apply(bytes, 0, bytes.length, limits)

  private inline val Window = 8

  /** The bytes around index `at` in hexadecimal, with the byte at `at` in brackets. */
  private def hex(array: Array[Byte], start: Int, end: Int, at: Int): String =
    val text = new StringBuilder
    val from = math.max(start, at - Window)
    val to   = math.min(end, at + Window + 1)
    if from > start then text ++= ".. "
    var i = from
    while i < to do
      if i > from then text += ' '
      if i == at then text += '['
      text += Character.forDigit((array(i) >> 4) & 15, 16)
      text += Character.forDigit(array(i) & 15, 16)
      if i == at then text += ']'
      i += 1
    if at >= end then text ++= (if to > from then " []" else "[]")
    if to < end then text ++= " .."
    text.toString
