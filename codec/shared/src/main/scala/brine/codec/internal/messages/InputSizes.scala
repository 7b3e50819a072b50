package brine.codec.internal.messages

import brine.codec.Limits
import brine.codec.internal.columns.{Columns, Nested}
import brine.codec.internal.numbers.{Bits, IntSequences}

/** Sizes of collections, checked against what remains of the message before room for the elements is allocated. */
private[codec] abstract class InputSizes(allowed: Limits) extends InputReferences(allowed):
  /** Reads the element count of a collection whose elements follow one by one and take at least `minSize` bytes each.
    *
    * The count is at most what the rest of the message can hold, so you may allocate room for the elements after you
    * have called [[charge]].
    *
    * @param minSize
    *   the fewest bytes of an element, at least 0, see [[brine.codec.Codec.minSize]]
    * @throws brine.codec.DecodeError
    *   if the rest of the message is too short for that many elements; or, if `minSize` is 0, if the message then has
    *   more elements that take no byte than [[Limits.emptyElements]] (8,192 unless set)
    */
  final def readSize(minSize: Int): Int =
    val at   = position
    val size = readUnsignedInt()
    if (size & 1) != 0 then failAt(at, "a collection in a layout its elements do not have")
    checkSize(at, size >>> 1, minSize)

  /** Like [[readSize]] for elements that may be stored in columns: the count shifted left by one, plus 1 if they are.
    * The count of a sequence in columns is checked column by column.
    *
    * @throws brine.codec.DecodeError
    *   as [[readSize]] does, if the elements follow one by one
    */
  final def readLayout(minSize: Int): Int =
    val at     = position
    val header = readUnsignedInt()
    if (header & 1) == 0 then checkSize(at, header >>> 1, minSize): Unit
    else checkBits(at, header >>> 1, Columns.Fewest)
    header

  /** Like [[readLayout]], for primitives, which are packed from eight elements up. */
  private[codec] final def readPacked(minSize: Int): Int =
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
  private[codec] final def checkBits(at: Int, size: Int, fewest: Int): Unit =
    if size < fewest then failAt(at, s"a packed sequence of $size elements; it must have $fewest or more")
    if size > 8L * remaining + emptyRoom then
      failAt(at, s"$size elements of a bit each, but only $remaining bytes follow")
    // Charge at most what eight elements per byte can need.
    charge(8L * size)

  /** Checks that a nested sequence that follows on its own is in columns, if such sequences are. */
  private[codec] final def checkLayout(nested: Nested): Unit =
    if nested.areColumns && position < end && (array(position) & 1) == 0 then
      fail("a long sequence within columns that is not in columns itself")

  /** Checks the number of elements of nested sequences, each of which takes at least a bit. */
  private[codec] final def checkJoined(at: Int, size: Int): Unit =
    if size > 8L * remaining + emptyRoom then
      failAt(at, s"$size elements of a bit each, but only $remaining bytes follow")
    charge(8L * size)

  /** Like [[readLayout]], for integers, which may be packed: the count shifted left by one, plus 1 if they are packed.
    */
  private[codec] final def readPackedSize(): Int =
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
  private[codec] final def readPackedMode(bits: Int): Int =
    val mode = readByte() & 0xff
    if (mode & 0x7f) > bits && mode != IntSequences.Unsigned then
      failAt(position - 1, s"a packed sequence of ${mode & 0x7f} bits for elements of $bits")
    mode

  /** Reads the mode byte of a column of `size` integers of `bits` bits, and counts the elements of no bit. */
  private[codec] final def readColumnMode(size: Int, bits: Int): Int =
    if position < end && array(position) == IntSequences.Plain then
      position += 1
      IntSequences.Plain
    else
      val mode = readPackedMode(bits)
      if (mode & 0x7f) == 0 then countEmpty(position - 1, size)
      mode

  /** Checks that the message has room for `count` numbers of `width` bits, which encode `size` elements. */
  private[codec] final def checkPacked(at: Int, size: Int, count: Int, width: Int): Unit =
    if Bits.bytes(count, width) > remaining then
      failAt(at, s"a packed sequence of $size elements of $width bits, but only $remaining bytes follow")

  /** Checks that the message has room for `size` unsigned numbers. */
  private[codec] final def checkUnsigned(at: Int, size: Int): Unit =
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
