package brine.examples.site.http

/** JSON as text that UTF-8 can have. An imported text may have half of a character: such JSON is written in ASCII, with
  * escapes for all other characters.
  */
private[http] object JsonText:
  def apply(value: ujson.Value): String =
    val plain = ujson.write(value)
    if plain.codePoints.anyMatch(isHalf) then ujson.write(value, escapeUnicode = true) else plain

  private def isHalf(codePoint: Int): Boolean =
    codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE
