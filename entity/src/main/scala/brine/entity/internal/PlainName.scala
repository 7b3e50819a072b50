package brine.entity.internal

/** Names that every database and every log keeps apart, as they are parts of keys and of names of streams. */
private[entity] object PlainName:
  /** The most characters. */
  final val Longest = 100

  /** Refuses other names.
    *
    * @param what
    *   what has the name, for the message
    */
  def require(what: String, name: String): Unit =
    def isAllowed(char: Char) = char >= 'a' && char <= 'z' || char >= '0' && char <= '9' || "-_.".indexOf(char) >= 0
    Predef.require(
      name.nonEmpty && name.length <= Longest && name.forall(isAllowed),
      s"the name of $what has 1 to $Longest characters of a to z, 0 to 9, '-', '_' and '.'; this one has " +
        name.find(!isAllowed(_)).fold(s"${name.length} characters")(char => f"the character U+${char.toInt}%04X")
    )
