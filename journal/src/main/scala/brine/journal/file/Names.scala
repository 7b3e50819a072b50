package brine.journal.file

/** What names of streams and tags may be. */
private[file] object Names:
  private inline val Longest = 1024

  /** @throws IllegalArgumentException
    *   if the name is empty or too long
    */
  def requireLength(what: String, name: String): Unit =
    if name.isEmpty || name.length > Longest then
      throw IllegalArgumentException(s"the name of a $what has 1 to $Longest characters, not ${name.length}")

  /** @throws IllegalArgumentException
    *   if it is not [[isText text]]
    */
  def requireText(what: String, name: String): Unit =
    if !isText(name) then
      throw IllegalArgumentException(s"the name of a $what has an unpaired surrogate, which UTF-8 cannot encode")

  /** Whether the name has no unpaired surrogates, which UTF-8 cannot encode. */
  def isText(name: String): Boolean = !name.codePoints.anyMatch(c => c >= 0xd800 && c <= 0xdfff)
