package brine.codec.inspect.internal

/** Renders bytes and counts for people. */
private[inspect] object Bytes:
  /** Two digits per byte, separated by spaces. */
  def hex(bytes: Array[Byte], from: Int, length: Int): String =
    val text = new StringBuilder(3 * length)
    var i    = from
    while i < from + length do
      if i > from then text += ' '
      text += Character.forDigit((bytes(i) >> 4) & 15, 16)
      text += Character.forDigit(bytes(i) & 15, 16)
      i += 1
    text.toString

  /** A fingerprint as 16 digits. */
  def hex(fingerprint: Long): String = f"$fingerprint%016x"

  /** A count and its noun, in the plural unless the count is 1. */
  def count(of: Long, one: String): String = if of == 1 then s"1 $one" else s"$of ${one}s"
