package brine.actor.internal.support

/** Texts about objects of users: names, and failures whose `toString` may throw. */
private[brine] object Described:
  /** What a failure says of itself; its class if it cannot. */
  def failure(failure: Throwable): String =
    try
      failure.toString match
        case null => failure.getClass.getName
        case text => text
    catch case _: Throwable => failure.getClass.getName

  /** The text as part of one line: what would break the line, move a terminal's cursor or change the direction of
    * writing is escaped. So a name that holds input cannot forge a line of a log.
    */
  def inLine(text: String): String =
    var i = 0
    while i < text.length && !breaks(text.charAt(i)) do i += 1
    if i == text.length then text else text.flatMap(char => if breaks(char) then escaped(char) else char.toString)

  private def escaped(char: Char): String = char match
    case '\n' => "\\n"
    case '\r' => "\\r"
    case '\t' => "\\t"
    case _    => "\\u" + Integer.toHexString(char | 0x10000).drop(1)

  // Control characters, line separators, and marks of writing direction.
  private def breaks(char: Char): Boolean =
    Character.isISOControl(char) || char >= '\u2028' && char <= '\u202e' || char >= '\u2066' && char <= '\u2069'
