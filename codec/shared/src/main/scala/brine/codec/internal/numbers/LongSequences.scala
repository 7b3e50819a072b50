package brine.codec.internal.numbers

import brine.codec.{In, Out}

/** Sequences of `Long` in the same four shapes as [[IntSequences]]; sums and differences wrap around at 64 bits. */
private[codec] object LongSequences:
  import IntSequences.{Differences, Few, Fewest, Plain, Unsigned}

  // --- writing -------------------------------------------------------------------------------

  def write(out: Out, values: Array[Long], size: Int): Unit =
    if size < Fewest then
      out.writeSize(size)
      writeEach(out, values, size, size * 9)
    else writeSmallest(out, values, size, column = false)

  /** Like [[write]], without the size, which the reader of a column knows. */
  def writeColumn(out: Out, values: Array[Long], size: Int): Unit =
    if size < Fewest then writeEach(out, values, size, size * 9) else writeSmallest(out, values, size, column = true)

  private def writeSmallest(out: Out, values: Array[Long], size: Int, column: Boolean): Unit =
    if size <= Few then writeFew(out, values, size, column)
    else
      var least    = values(0)
      var greatest = least
      var i        = 1
      while i < size do
        val value = values(i)
        least = math.min(least, value)
        greatest = math.max(greatest, value)
        i += 1
      val width       = out.packedWidth(size, Bits.width(greatest - least))
      val offsets     = 1L + Bits.signedLengthOf(least) + Bits.bytes(size, width)
      val stepWidth   = LongShapes.differenceWidth(out, values, size, offsets)
      val low         = if stepWidth < 0 then 0L else LongShapes.lowestDifference(values, size)
      val differences = LongShapes.bytesOf(values(0), low, size, stepWidth)
      val packed      = math.min(offsets, differences)
      val shape       = LongShapes.shortest(values, size, least, greatest, if column then 1 else 0, packed)
      if differences < offsets then writeShape(out, values, size, column, shape, low, stepWidth | Differences)
      else writeShape(out, values, size, column, shape, least, width)

  /** One pass over a few numbers costs less than several loops, although it does more. */
  private def writeFew(out: Out, values: Array[Long], size: Int, column: Boolean): Unit =
    val first    = values(0)
    var previous = first
    var least    = first
    var greatest = first
    var low      = Long.MaxValue
    var high     = Long.MinValue
    var plain    = Bits.signedLengthOf(first)
    var bare     = Bits.lengthOf(first)
    var i        = 1
    while i < size do
      val value = values(i)
      plain += Bits.signedLengthOf(value)
      bare += Bits.lengthOf(value)
      if value < least then least = value
      if value > greatest then greatest = value
      val difference = value - previous
      if difference < low then low = difference
      if difference > high then high = difference
      previous = value
      i += 1
    val width       = out.packedWidth(size, Bits.width(greatest - least))
    val offsets     = 1L + Bits.signedLengthOf(least) + Bits.bytes(size, width)
    val stepWidth   = out.packedWidth(size, Bits.width(high - low))
    val differences = LongShapes.bytesOf(first, low, size, stepWidth)
    val unsigned    = if least < 0 then Long.MaxValue else 1L + bare
    val shape       = IntShapes.choose(plain + (if column then 1L else 0L), unsigned, math.min(offsets, differences))
    if differences < offsets then writeShape(out, values, size, column, shape, low, stepWidth | Differences)
    else writeShape(out, values, size, column, shape, least, width)

  /** Writes a shape that [[IntShapes]] has found; `low` and `mode` are those of the better of the packed shapes. */
  private def writeShape(
      out: Out,
      values: Array[Long],
      size: Int,
      column: Boolean,
      shape: Long,
      low: Long,
      mode: Int
  ): Unit =
    val bytes = shape >>> 2
    if (shape & 3) == IntShapes.Unsigned then
      out.writePacked(size, Unsigned, column)
      writeUnsigned(out, values, size, bytes)
    else if (shape & 3) == IntShapes.Plain then
      if column then out.writeByte(Plain) else out.writeSize(size)
      writeEach(out, values, size, bytes)
    else
      out.writePacked(size, mode, column)
      if (mode & Differences) == 0 then writeOffsets(out, values, size, low, mode)
      else writeDifferences(out, values, size, low, mode & 0x7f)

  private def writeEach(out: Out, values: Array[Long], size: Int, bytes: Long): Unit =
    var at    = Bits.room(out, bytes)
    val array = out.array
    var i     = 0
    while i < size do
      at = Put.long(array, at, values(i))
      i += 1
    out.position = at

  private def writeUnsigned(out: Out, values: Array[Long], size: Int, bytes: Long): Unit =
    var at    = Bits.room(out, bytes)
    val array = out.array
    var i     = 0
    while i < size do
      at = Put.unsignedLong(array, at, values(i))
      i += 1
    out.position = at

  private def writeOffsets(out: Out, values: Array[Long], size: Int, least: Long, width: Int): Unit =
    out.writeLong(least)
    Bits.room(out, Bits.bytes(size, width)): Unit
    Bits.write(out, 0, size, width)(i => values(i) - least)

  private def writeDifferences(out: Out, values: Array[Long], size: Int, low: Long, width: Int): Unit =
    out.writeLong(values(0))
    out.writeLong(low)
    Bits.room(out, Bits.bytes(size - 1, width)): Unit
    Bits.write(out, 1, size, width)(i => values(i) - values(i - 1) - low)

  // --- reading -------------------------------------------------------------------------------

  /** Fills the first `header >>> 1` places of `values`; `header` is the result of [[brine.codec.In.readPackedSize]]. */
  def read(in: In, header: Int, values: Array[Long]): Unit =
    val size = header >>> 1
    if (header & 1) == 0 then readEach(in, values, size)
    else
      val at = in.position
      readPacked(in, at, in.readPackedMode(64), values, size)

  /** Fills the first `size` places of `values` from a column. */
  def readColumn(in: In, values: Array[Long], size: Int): Unit =
    if size < Fewest then readEach(in, values, size)
    else
      val at   = in.position
      val mode = in.readColumnMode(size, 64)
      if mode == Plain then readEach(in, values, size) else readPacked(in, at, mode, values, size)

  private def readEach(in: In, values: Array[Long], size: Int): Unit =
    var i = 0
    while i < size do
      values(i) = in.readLong()
      i += 1

  private def readPacked(in: In, at: Int, mode: Int, values: Array[Long], size: Int): Unit =
    if mode == Unsigned then readUnsigned(in, at, values, size)
    else if (mode & Differences) == 0 then readOffsets(in, at, values, size, mode)
    else readDifferences(in, at, values, size, mode & 0x7f)

  private def readUnsigned(in: In, at: Int, values: Array[Long], size: Int): Unit =
    in.checkUnsigned(at, size)
    var all = 0L
    var i   = 0
    while i < size do
      val value = in.readUnsignedLong()
      values(i) = value
      all |= value
      i += 1
    if all < 0 then in.failAt(at, s"a packed sequence with a value that is not in 0 to ${Long.MaxValue}")

  private def readOffsets(in: In, at: Int, values: Array[Long], size: Int, width: Int): Unit =
    val least = in.readLong()
    in.checkPacked(at, size, size, width)
    if width == 0 then java.util.Arrays.fill(values, 0, size, least)
    else Bits.read(in, 0, size, width)((i, offset) => values(i) = least + offset)

  private def readDifferences(in: In, at: Int, values: Array[Long], size: Int, width: Int): Unit =
    var value = in.readLong()
    val low   = in.readLong()
    in.checkPacked(at, size, size - 1, width)
    values(0) = value
    if width == 0 then
      var i = 1
      while i < size do
        value += low
        values(i) = value
        i += 1
    else
      Bits.read(in, 1, size, width): (i, difference) =>
        value += low + difference
        values(i) = value
