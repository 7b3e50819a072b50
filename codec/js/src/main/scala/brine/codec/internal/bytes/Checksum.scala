package brine.codec.internal.bytes

/** CRC-32C (Castagnoli; RFC 3720, appendix B.4), computed with a table of all byte values. */
private[codec] object Checksum:
  private inline val Polynomial = 0x82f63b78

  private val table: Array[Int] = Array.tabulate(256): byte =>
    var value = byte
    for _ <- 0 until 8 do value = if (value & 1) != 0 then value >>> 1 ^ Polynomial else value >>> 1
    value

  def crc32c(bytes: Array[Byte], from: Int, length: Int): Int =
    var crc = -1
    var i   = from
    while i < from + length do
      crc = table((crc ^ bytes(i)) & 0xff) ^ crc >>> 8
      i += 1
    ~crc
