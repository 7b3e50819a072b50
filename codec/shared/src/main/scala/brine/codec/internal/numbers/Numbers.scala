package brine.codec.internal.numbers

import brine.codec.{EncodeError, In, Out}

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}

/** Numbers of any size: the minimal two's complement form, preceded by its length; zero has no bytes. */
private[codec] object Numbers:
  def writeBigInteger(out: Out, value: BigInteger): Unit =
    if value.signum == 0 then out.writeUnsignedInt(0)
    else
      val length = value.bitLength / 8 + 1
      if length > out.limits.bigIntBytes then
        throw new EncodeError(
          s"an integer of $length bytes; the limit is ${out.limits.bigIntBytes} (Limits.bigIntBytes)",
          ""
        )
      out.writeUnsignedInt(length)
      if length <= 8 then
        val bits = value.longValue
        var at   = out.ensure(length)
        var left = length
        while left > 0 do
          left -= 1
          out.array(at) = (bits >> (left * 8)).toByte
          at += 1
        out.position = at
      else out.writeBytes(value.toByteArray, 0, length)

  def readBigInteger(in: In): BigInteger =
    val at     = in.position
    val length = in.readUnsignedInt()
    if length == 0 then BigInteger.ZERO
    else
      val limit = in.limits.bigIntBytes
      if Integer.compareUnsigned(length, limit) > 0 then
        in.failAt(
          at,
          s"an integer of ${Integer.toUnsignedString(length)} bytes; the limit is $limit (Limits.bigIntBytes)"
        )
      val from = in.take(length)
      if !minimal(in.array, from, length) then in.failAt(from, "an integer in more bytes than it needs")
      if length <= 8 then
        var bits = in.array(from).toLong
        var i    = 1
        while i < length do
          bits = bits << 8 | (in.array(from + i) & 0xff)
          i += 1
        BigInteger.valueOf(bits)
      else
        in.charge(length)
        val bytes = new Array[Byte](length)
        System.arraycopy(in.array, from, bytes, 0, length)
        new BigInteger(bytes)

  private def minimal(array: Array[Byte], from: Int, length: Int): Boolean =
    val first = array(from)
    if length == 1 then first != 0 else first != array(from + 1) >> 7

  def writeBigDecimal(out: Out, value: JavaBigDecimal): Unit =
    val scale = value.scale
    val limit = out.limits.bigDecimalScale
    if scale > limit || scale < -limit then
      throw new EncodeError(s"a decimal of scale $scale; the limit is $limit (Limits.bigDecimalScale)", "")
    out.writeInt(scale)
    writeBigInteger(out, value.unscaledValue)

  def readBigDecimal(in: In): JavaBigDecimal =
    val at    = in.position
    val scale = in.readInt()
    val limit = in.limits.bigDecimalScale
    if scale > limit || scale < -limit then
      in.failAt(at, s"a decimal of scale $scale; the limit is $limit (Limits.bigDecimalScale)")
    val digits = readBigInteger(in)
    if scale < -SmallScale || in.position - at > SmallSize then in.keyWork += hashWork(digits, scale)
    new JavaBigDecimal(digits, scale)

  // The hash code of Scala's BigDecimal expands an integer of a negative scale, divides by ten for each zero at the
  // end, and parses the digits.
  private def hashWork(digits: BigInteger, scale: Int): Long =
    val bytes = digits.bitLength / 8 + 1L
    if scale <= 0 then 4 * (3 * bytes - scale)
    else bytes * (16 + math.min(math.max(0, digits.getLowestSetBit), scale))

  private inline val SmallScale = 64
  private inline val SmallSize  = 11
