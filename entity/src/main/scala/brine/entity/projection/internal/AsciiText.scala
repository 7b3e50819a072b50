package brine.entity.projection.internal

/** Text as every database stores it, whatever its character set is: characters of ASCII as they are, each other one and
  * the backslash as `\` and four hexadecimal digits.
  */
private[internal] object AsciiText:
  def of(text: String): String =
    if text.forall(isPlain) then text
    else text.flatMap(char => if isPlain(char) then char.toString else f"\\${char.toInt}%04x")

  /** The text that [[of]] has made this of. */
  def read(stored: String): String =
    if stored.indexOf('\\') < 0 then stored
    else
      val text = StringBuilder()
      var at   = 0
      while at < stored.length do
        if stored.charAt(at) == '\\' && at + 5 <= stored.length then
          text.append(Integer.parseInt(stored.substring(at + 1, at + 5), 16).toChar)
          at += 5
        else
          text.append(stored.charAt(at))
          at += 1
      text.toString

  private def isPlain(char: Char) = char >= ' ' && char <= '~' && char != '\\'
