package brine.codec.internal.lock

import brine.codec.Schema.Kind

/** Names in the text of a lock file: plain names as they are, others quoted. */
private[codec] object Words:
  /** Words with a meaning of their own in a type; a definition with such a name needs quotes. */
  val Reserved: Set[String] =
    Kind.values.map(_.toString).toSet ++ List("Option", "Either", "Seq", "Set", "Map", "Shared", "boxed", "custom")

  /** The name of a field, of a case or of a type with a history. */
  def name(text: String): String = if isPlain(text) then text else quoted(text, '`')

  /** The name of a record or a sum. */
  def definition(text: String): String = if isPlain(text) && !Reserved(text) then text else quoted(text, '`')

  def quoted(text: String, quote: Char): String =
    text.map(c => escaped(c, quote)).mkString(quote.toString, "", quote.toString)

  private def escaped(c: Char, quote: Char): String =
    if c == quote || c == '\\' then s"\\$c"
    else if isHarmless(c) then c.toString
    else f"\\u${c.toInt}%04x"

  // Characters that editors and version control neither change nor hide: no controls, separators, surrogates or
  // direction marks.
  private def isHarmless(c: Char): Boolean =
    c >= ' ' && c < 0x7f || c > 0xa0 && c < 0x2000 && c != 0xad && c != 0x061c && c != 0x180e && c != 0x1680 ||
      c >= 0x2070 && c < 0xd800 && c != 0x3000 || c >= 0xf900 && c < 0xfe00

  private def isPlain(text: String): Boolean = text.nonEmpty && isStart(text.head) && text.forall(isPart)

  def isStart(c: Char): Boolean = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'

  def isPart(c: Char): Boolean = isStart(c) || c >= '0' && c <= '9' || c == '.'
