package brine.codec.inspect.internal

/** Bytes as people write them. */
private[inspect] object Bytes:
  /** Two digits a byte, with a space between bytes. */
  def hex(bytes: Array[Byte], from: Int, length: Int): String =
    val text = new StringBuilder(3 * length)
    var i    = from
    while i < from + length do
      if i > from then text += ' '
      text += Character.forDigit((bytes(i) >> 4) & 15, 16)
      text += Character.forDigit(bytes(i) & 15, 16)
      i += 1
    text.toString

  /** A fingerprint: 16 digits. */
  def hex(fingerprint: Long): String = f"$fingerprint%016x"

  /** How many there are of something. */
  def count(of: Long, one: String): String = if of == 1 then s"1 $one" else s"$of ${one}s"
