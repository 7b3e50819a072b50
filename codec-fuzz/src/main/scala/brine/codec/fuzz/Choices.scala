package brine.codec.fuzz

/** Turns an input into choices, so that a fuzzer that changes bytes changes values. Missing bytes at the end count as
  * zeros, so any input chooses something. The fuzzer's own class for this works only inside the fuzzer; this one also
  * works when an input is replayed.
  */
private[fuzz] final class Choices(input: Array[Byte]):
  private var at = 0

  def consumeByte(): Byte =
    val value = if at < input.length then input(at) else 0.toByte
    at += 1
    value

  def consumeBoolean(): Boolean = (consumeByte() & 1) != 0
  def consumeShort(): Short     = number(2).toShort
  def consumeInt(): Int         = number(4).toInt
  def consumeLong(): Long       = number(8)
  def consumeFloat(): Float     = java.lang.Float.intBitsToFloat(consumeInt())
  def consumeDouble(): Double   = java.lang.Double.longBitsToDouble(consumeLong())

  private def number(bytes: Int): Long = (0 until bytes).foldLeft(0L)((sum, _) => sum << 8 | consumeByte() & 0xff)

  /** An integer from `least` to `most`, both included. */
  def consumeInt(least: Int, most: Int): Int = consumeLong(least, most).toInt

  /** A number from `least` to `most`, both included; consumes as many bytes as the range needs. */
  def consumeLong(least: Long, most: Long): Long =
    val range = most - least
    val bytes = math.max(1, (71 - java.lang.Long.numberOfLeadingZeros(range)) / 8)
    if range == -1L then consumeLong() else least + java.lang.Long.remainderUnsigned(number(bytes), range + 1)

  def consumeBytes(length: Int): Array[Byte] = Array.fill(length)(consumeByte())

  /** A string, mostly of characters that take one byte in a message. */
  def consumeString(length: Int): String =
    val wide = length > 0 && consumeInt(0, 3) == 0
    String(Array.fill(length)(if wide then consumeShort().toChar else (consumeByte() & 0x7f).toChar))
