package brine.codec

/** Bytes as text for people to compare. */
object Hex:
  /** Two digits a byte, with a space between bytes. */
  def apply(bytes: Array[Byte]): String =
    bytes.map(byte => Integer.toHexString(byte & 0xff | 0x100).drop(1)).mkString(" ")

  /** The bytes of such text. */
  def bytes(text: String): Array[Byte] =
    text.filterNot(_.isWhitespace).grouped(2).map(Integer.parseInt(_, 16).toByte).toArray
