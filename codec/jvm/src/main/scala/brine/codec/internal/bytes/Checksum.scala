package brine.codec.internal.bytes

import java.util.zip.CRC32C

/** CRC-32C (Castagnoli; RFC 3720, appendix B.4), which processors compute with an instruction. */
private[codec] object Checksum:
  def crc32c(bytes: Array[Byte], from: Int, length: Int): Int =
    val crc = new CRC32C
    crc.update(bytes, from, length)
    crc.getValue.toInt
