package brine.codec.internal.errors

/** The bytes that an error shows. */
private[codec] object HexExcerpt:
  private inline val Window = 8

  /** The bytes around index `at` in hexadecimal, with the byte at `at` in brackets. The message is from `start` to
    * before `end`.
    */
  def around(array: Array[Byte], start: Int, end: Int, at: Int): String =
    val text = new StringBuilder
    val from = math.max(start, at - Window)
    val to   = math.min(end, at + Window + 1)
    if from > start then text ++= ".. "
    var i = from
    while i < to do
      if i > from then text += ' '
      if i == at then text += '['
      text += Character.forDigit((array(i) >> 4) & 15, 16)
      text += Character.forDigit(array(i) & 15, 16)
      if i == at then text += ']'
      i += 1
    if at >= end then text ++= (if to > from then " []" else "[]")
    if to < end then text ++= " .."
    text.toString
