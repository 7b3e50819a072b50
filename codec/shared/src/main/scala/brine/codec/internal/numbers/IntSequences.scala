package brine.codec.internal.numbers

import brine.codec.{In, Out}

/** Sequences of `Short`, `Char` and `Int` in the smallest of four shapes: one by one; offsets from the minimum (a frame
  * of reference); differences of neighbors; one by one without a sign.
  *
  * The first shape is layout 0, as for every sequence. The others are layout 1: a mode byte whose low 7 bits are a
  * width and whose high bit marks differences; then S(minimum), or S(first) and S(smallest difference); then the values
  * in that many bits each. Arithmetic does not wrap around, so only a malformed message has elements out of range. The
  * last shape has a mode of its own; it helps where small and large numbers mix and none is negative.
  */
private[codec] object IntSequences:
  /** Fewer elements are always written one by one. */
  final val Fewest = 8

  /** The shape of at most this many is found in one pass. */
  inline val Few = 48

  /** The high bit of the mode byte. */
  inline val Differences = 0x80

  /** The mode of numbers written one by one without a sign. */
  inline val Unsigned = 0x7f

  /** The mode of numbers written one by one in a column, which has no layout bit. */
  inline val Plain = 0x7e

  /** The type of the elements; all are processed in arrays of `Int`. */
  enum Kind(val bits: Int, val low: Int, val high: Int):
    case Shorts extends Kind(16, Short.MinValue, Short.MaxValue)
    case Chars  extends Kind(16, Char.MinValue, Char.MaxValue)
    case Ints   extends Kind(32, Int.MinValue, Int.MaxValue)

  // --- writing -------------------------------------------------------------------------------

  def write(out: Out, values: Array[Int], size: Int, kind: Kind): Unit =
    if size < Fewest then
      out.writeSize(size)
      writeEach(out, values, size, size * 5, kind)
    else writeSmallest(out, values, size, kind, column = false)

  /** Like [[write]], without the size, which the reader of a column knows. */
  def writeColumn(out: Out, values: Array[Int], size: Int, kind: Kind): Unit =
    if size < Fewest then writeEach(out, values, size, size * 5, kind)
    else writeSmallest(out, values, size, kind, column = true)

  private def writeSmallest(out: Out, values: Array[Int], size: Int, kind: Kind, column: Boolean): Unit =
    if size <= Few then writeFew(out, values, size, kind, column)
    else
      var least    = values(0)
      var greatest = least
      var i        = 1
      while i < size do
        val value = values(i)
        least = math.min(least, value)
        greatest = math.max(greatest, value)
        i += 1
      val width       = out.packedWidth(size, Bits.width(greatest.toLong - least))
      val offsets     = 1L + Bits.signedLengthOf(least) + Bits.bytes(size, width)
      val differences = IntShapes.differences(out, values, size, offsets, kind.bits)
      val packed      = math.min(offsets, IntShapes.bytesOf(differences, values(0), size))
      val isChar      = kind == Kind.Chars
      val shape       = IntShapes.shortest(values, size, least, greatest, isChar, if column then 1 else 0, packed)
      writeShape(out, values, size, kind, column, shape, least, width, differences)

  /** One pass over a few numbers costs less than several loops, although it does more. */
  private def writeFew(out: Out, values: Array[Int], size: Int, kind: Kind, column: Boolean): Unit =
    val isChar   = kind == Kind.Chars
    val first    = values(0)
    var previous = first
    var least    = first
    var greatest = first
    var low      = Int.MaxValue
    var high     = Int.MinValue
    var wrapped  = 0
    var plain    = plainLength(first, isChar)
    var bare     = plainLength(first, true)
    var i        = 1
    while i < size do
      val value = values(i)
      plain += plainLength(value, isChar)
      bare += plainLength(value, true)
      if value < least then least = value
      if value > greatest then greatest = value
      val difference = value - previous
      wrapped |= (value ^ previous) & (value ^ difference)
      if difference < low then low = difference
      if difference > high then high = difference
      previous = value
      i += 1
    val lowest      = if wrapped < 0 then IntShapes.lowestDifference(values, size) else low.toLong
    val highest     = if wrapped < 0 then IntShapes.highestDifference(values, size) else high.toLong
    val width       = out.packedWidth(size, Bits.width(greatest.toLong - least))
    val offsets     = 1L + Bits.signedLengthOf(least) + Bits.bytes(size, width)
    val differences = IntShapes.found(out, size, lowest, highest, first, offsets, kind.bits)
    val packed      = math.min(offsets, IntShapes.bytesOf(differences, first, size))
    val unsigned    = if least < 0 then Long.MaxValue else 1L + bare
    val shape       = IntShapes.choose(plain + (if column then 1L else 0L), unsigned, packed)
    writeShape(out, values, size, kind, column, shape, least, width, differences)

  private def plainLength(value: Int, unsigned: Boolean): Int =
    val bits = if unsigned then value else (value << 1) ^ (value >> 31)
    (352 - 9 * Integer.numberOfLeadingZeros(bits | 1)) >>> 6

  /** Writes a shape that [[IntShapes]] has found. */
  private def writeShape(
      out: Out,
      values: Array[Int],
      size: Int,
      kind: Kind,
      column: Boolean,
      shape: Long,
      least: Int,
      offsetWidth: Int,
      differences: Long
  ): Unit =
    val bytes = shape >>> 2
    if (shape & 3) == IntShapes.Unsigned then
      out.writePacked(size, Unsigned, column)
      writeUnsigned(out, values, size, bytes)
    else if (shape & 3) == IntShapes.Plain then
      if column then out.writeByte(Plain) else out.writeSize(size)
      writeEach(out, values, size, bytes, kind)
    else if differences == IntShapes.NoDifferences then
      out.writePacked(size, offsetWidth, column)
      writeOffsets(out, values, size, least, offsetWidth)
    else
      val width = IntShapes.widthOf(differences)
      out.writePacked(size, width | Differences, column)
      writeDifferences(out, values, size, IntShapes.lowOf(differences), width)

  private def writeEach(out: Out, values: Array[Int], size: Int, bytes: Long, kind: Kind): Unit =
    var at    = Bits.room(out, bytes)
    val array = out.array
    var i     = 0
    if kind == Kind.Chars then
      while i < size do
        at = Put.unsigned(array, at, values(i))
        i += 1
    else
      while i < size do
        at = Put.int(array, at, values(i))
        i += 1
    out.position = at

  private def writeUnsigned(out: Out, values: Array[Int], size: Int, bytes: Long): Unit =
    var at    = Bits.room(out, bytes)
    val array = out.array
    var i     = 0
    while i < size do
      at = Put.unsigned(array, at, values(i))
      i += 1
    out.position = at

  private def writeOffsets(out: Out, values: Array[Int], size: Int, least: Int, width: Int): Unit =
    out.writeInt(least)
    Bits.room(out, Bits.bytes(size, width)): Unit
    Bits.write(out, 0, size, width)(i => values(i).toLong - least)

  private def writeDifferences(out: Out, values: Array[Int], size: Int, low: Long, width: Int): Unit =
    out.writeInt(values(0))
    out.writeLong(low)
    Bits.room(out, Bits.bytes(size - 1, width)): Unit
    Bits.write(out, 1, size, width)(i => values(i).toLong - values(i - 1) - low)

  // --- reading -------------------------------------------------------------------------------

  /** Fills the first `header >>> 1` places of `values`; `header` is the result of [[brine.codec.In.readPackedSize]]. */
  def read(in: In, header: Int, values: Array[Int], kind: Kind): Unit =
    val size = header >>> 1
    if (header & 1) == 0 then readPlain(in, values, size, kind)
    else
      val at = in.position
      readPacked(in, at, in.readPackedMode(kind.bits), values, size, kind)

  /** Fills the first `size` places of `values` from a column. */
  def readColumn(in: In, values: Array[Int], size: Int, kind: Kind): Unit =
    if size < Fewest then readPlain(in, values, size, kind)
    else
      val at   = in.position
      val mode = in.readColumnMode(size, kind.bits)
      if mode == Plain then readPlain(in, values, size, kind) else readPacked(in, at, mode, values, size, kind)

  private def readPacked(in: In, at: Int, mode: Int, values: Array[Int], size: Int, kind: Kind): Unit =
    if mode == Unsigned then readUnsigned(in, at, values, size, kind)
    else if (mode & Differences) == 0 then readOffsets(in, at, values, size, mode, kind)
    else readDifferences(in, at, values, size, mode & 0x7f, kind)

  private def readPlain(in: In, values: Array[Int], size: Int, kind: Kind): Unit =
    var i = 0
    if kind == Kind.Ints then
      while i < size do
        values(i) = in.readInt()
        i += 1
    else if kind == Kind.Chars then
      while i < size do
        values(i) = in.readChar()
        i += 1
    else
      while i < size do
        values(i) = in.readShort()
        i += 1

  private def readUnsigned(in: In, at: Int, values: Array[Int], size: Int, kind: Kind): Unit =
    if kind == Kind.Chars then in.failAt(at, "characters have no sign to leave out")
    in.checkUnsigned(at, size)
    var wrong = 0
    var i     = 0
    while i < size do
      val value = in.readUnsignedInt()
      values(i) = value
      wrong |= value | (kind.high - value)
      i += 1
    if wrong < 0 then check(in, at, Long.MaxValue, kind)

  private def readOffsets(in: In, at: Int, values: Array[Int], size: Int, width: Int, kind: Kind): Unit =
    val least = in.readLong()
    check(in, at, least, kind)
    in.checkPacked(at, size, size, width)
    if width == 0 then java.util.Arrays.fill(values, 0, size, least.toInt)
    else if least <= kind.high - (-1L >>> (64 - width)) then
      // No offset of this width leads out of the range.
      Bits.read(in, 0, size, width)((i, offset) => values(i) = (least + offset).toInt)
    else
      var wrong = 0L
      Bits.read(in, 0, size, width): (i, offset) =>
        val value = least + offset
        values(i) = value.toInt
        wrong |= kind.high - value
      if wrong < 0 then check(in, at, Long.MaxValue, kind)

  private def readDifferences(in: In, at: Int, values: Array[Int], size: Int, width: Int, kind: Kind): Unit =
    var value = in.readLong()
    check(in, at, value, kind)
    val low = in.readLong()
    // Twice the range of the type, so that no sum below can wrap around.
    if low < -0xffffffffL || low > 0xffffffffL then check(in, at, Long.MaxValue, kind)
    in.checkPacked(at, size, size - 1, width)
    values(0) = value.toInt
    var wrong = 0L
    if width == 0 then
      var i = 1
      while i < size do
        value += low
        values(i) = value.toInt
        wrong |= (value - kind.low) | (kind.high - value)
        i += 1
    else
      Bits.read(in, 1, size, width): (i, difference) =>
        value += low + difference
        values(i) = value.toInt
        wrong |= (value - kind.low) | (kind.high - value)
    if wrong < 0 then check(in, at, Long.MaxValue, kind)

  private def check(in: In, at: Int, value: Long, kind: Kind): Unit =
    if value < kind.low || value > kind.high then
      in.failAt(at, s"a packed sequence with a value that is not in ${kind.low} to ${kind.high}")
