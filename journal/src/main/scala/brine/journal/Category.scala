package brine.journal

/** A category of streams: those whose name has this text before the first separator. The stream `site-42` is in the
  * category `site`. A stream without the separator is in none.
  *
  * @param name
  *   the text, at least one character
  * @param separator
  *   the character after it
  */
final case class Category private (name: String, separator: Char):
  private val prefix = s"$name$separator"

  /** Whether a stream is in the category. */
  def has(stream: String): Boolean = stream.startsWith(prefix)

  /** The category of the streams that are in both, if there may be any. */
  private[journal] def within(other: Category): Option[Category] =
    if prefix.startsWith(other.prefix) then Some(this)
    else if other.prefix.startsWith(prefix) then Some(other)
    else None

  override def toString: String = prefix

object Category:
  /** The separator unless you name another one. */
  final val Separator = '-'

  /** A category with the usual separator. */
  def apply(name: String): Category = Category(name, Separator)

  /** A category.
    *
    * @throws IllegalArgumentException
    *   if the name is empty, too long or not Unicode text, or contains the separator
    */
  def apply(name: String, separator: Char): Category =
    Names.require("category", name)
    require(
      name.indexOf(separator) < 0,
      s"the category '${JournalError.inLine(name)}' contains its separator '$separator', so no stream is in it: name " +
        "another separator"
    )
    requireCharacter(separator)
    new Category(name, separator)

  private def requireCharacter(separator: Char): Unit =
    require(!separator.isSurrogate, "half of a surrogate pair cannot separate a category: choose another character")

  /** The category of a stream; None without the separator, or with nothing before it. */
  def of(stream: String, separator: Char = Separator): Option[Category] =
    requireCharacter(separator)
    val at = stream.indexOf(separator)
    Option.when(at > 0)(new Category(stream.substring(0, at), separator))
