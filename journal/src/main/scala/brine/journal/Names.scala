package brine.journal

/** What names of streams and tags may be, for every store. */
object Names:
  /** The most characters (UTF-16 units) of a name. */
  final val Longest = 1024

  /** Checks the name of a stream or a tag: 1 to [[Longest]] characters without unpaired surrogates.
    *
    * @param what
    *   what has the name, for the message: stream or tag
    * @throws IllegalArgumentException
    *   if it is no such name
    */
  def require(what: String, name: String): Unit =
    requireLength(what, name)
    requireText(what, name)

  /** Whether a stream or a tag may have this name. */
  private[journal] def isName(name: String): Boolean = !name.isEmpty && name.length <= Longest && isText(name)

  /** @throws IllegalArgumentException
    *   if the name is empty or too long
    */
  private[journal] def requireLength(what: String, name: String): Unit =
    if name.isEmpty || name.length > Longest then
      throw IllegalArgumentException(s"the name of a $what has 1 to $Longest characters, not ${name.length}")

  /** @throws IllegalArgumentException
    *   if it is not [[isText text]]
    */
  private[journal] def requireText(what: String, name: String): Unit =
    if !isText(name) then
      throw IllegalArgumentException(s"the name of a $what has an unpaired surrogate, which UTF-8 cannot encode")

  /** Whether the name has no unpaired surrogates, which UTF-8 cannot encode. */
  private[journal] def isText(name: String): Boolean =
    // Without the stream of code points, which would allocate.
    var at = 0
    while at < name.length && !isUnpaired(name, at) do at += 1
    at == name.length

  private def isUnpaired(name: String, at: Int): Boolean =
    val unit = name.charAt(at)
    if !Character.isSurrogate(unit) then false
    else if Character.isHighSurrogate(unit) then at + 1 == name.length || !Character.isLowSurrogate(name.charAt(at + 1))
    else at == 0 || !Character.isHighSurrogate(name.charAt(at - 1))
