package brine.codec.testkit.internal

/** Renders values and bytes for messages and shortens long ones. */
private[testkit] object Text:
  private val Longest = 200

  def of(value: Any): String =
    val text = value match
      case array: Array[?] => array.mkString("Array(", ", ", ")")
      case other           => String.valueOf(other)
    if text.length <= Longest then text else s"${text.take(Longest)}..."

  def hex(bytes: Array[Byte]): String =
    val shown = bytes.take(Longest).map(byte => Integer.toHexString(byte & 0xff | 0x100).drop(1)).mkString(" ")
    if bytes.length <= Longest then s"${bytes.length} bytes $shown" else s"${bytes.length} bytes $shown ..."
