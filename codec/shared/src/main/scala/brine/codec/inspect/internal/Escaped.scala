package brine.codec.inspect.internal

/** Makes untrusted text harmless: the result cannot move a terminal's cursor, break a line or change the writing
  * direction.
  */
private[brine] object Escaped:
  /** Longer names, which a schema may contain, are cut. */
  private inline val LongestName = 80

  // No character: each of them may be in a text.
  private inline val NoQuote = -1

  /** A name from a schema. */
  def name(text: String): String = clipped(text, LongestName)

  /** At most about `most` characters of a text. */
  def clipped(text: String, most: Int): String =
    val out = new StringBuilder
    add(out, text, most, NoQuote)
    out.toString

  /** The end of a path, which is more specific than its start. */
  def end(path: String, most: Int): String = if path.length <= most then path else s"…${path.takeRight(most)}"

  /** Like [[clipped]], between quotes. */
  def quoted(text: String, most: Int, quote: Char): String =
    val out = new StringBuilder
    out += quote
    add(out, text, most, quote)
    out += quote
    out.toString

  private def add(out: StringBuilder, text: String, most: Int, quote: Int): Unit =
    var i = 0
    while i < text.length && out.length <= most do
      val char = text.charAt(i)
      if char == quote || char == '\\' && quote != NoQuote then
        out += '\\'
        out += char
      else if char == '\n' then out ++= "\\n"
      else if char == '\t' then out ++= "\\t"
      else if Character.isHighSurrogate(char) && i + 1 < text.length && Character.isLowSurrogate(text.charAt(i + 1))
      then
        out += char
        i += 1
        out += text.charAt(i)
      else if isHarmless(char) then out += char
      else
        out ++= "\\u"
        out ++= Integer.toHexString(char | 0x10000).drop(1)
      i += 1
    if i < text.length then out += '…'

  private def isHarmless(char: Char): Boolean =
    char >= ' ' && char < '\u007f' || char >= '\u00a0' && char != '\u00ad' && !isMark(char) && !Character.isSurrogate(
      char
    )

  // Characters without width, line breaks, and marks of writing direction.
  private def isMark(char: Char): Boolean =
    char >= '\u200b' && char <= '\u200f' || char >= '\u2028' && char <= '\u202e' ||
      char >= '\u2060' && char <= '\u206f' || char == '\ufeff' || char >= '\ufff0'
