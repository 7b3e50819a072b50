package brine.codec.exports.internal

/** Names in the style of protobuf, and the keys by which `protoc` finds two names equal. Letters change their case one
  * by one: that of a whole text depends on the default locale.
  */
private[codec] object ProtobufNames:

  /** `lastDigits` as `last_digits`. */
  def field(name: String): String =
    val out = StringBuilder()
    name.indices.foreach { i =>
      val unit      = name.charAt(i)
      val startsOne =
        isUpper(unit) && i > 0 && (!isUpper(name.charAt(i - 1)) || i + 1 < name.length && isLower(name.charAt(i + 1)))
      if startsOne then out.append('_')
      out.append(unit)
    }
    val parts = UniqueNames.identifier(out.result()).split('_').filter(_.nonEmpty).map(_.map(_.toLower))
    val words = parts.mkString("_")
    if words.isEmpty || !isLower(words.head) then s"x$words" else words

  /** `reading` as `Reading`: a message name starts with an uppercase letter, so that it is neither a keyword nor a
    * field.
    */
  def message(name: String): String =
    val safe = UniqueNames.identifier(name).dropWhile(_ == '_')
    if safe.isEmpty || !isLower(safe.head) && !isUpper(safe.head) then s"X$safe"
    else s"${safe.head.toUpper}${safe.tail}"

  /** `lastDigits` as `LAST_DIGITS`. */
  def value(name: String): String = field(name).map(_.toUpper)

  /** Names with equal keys clash in `protoc`, which compares fields by their JSON names and enum values by their names
    * in other languages.
    */
  def key(name: String): String = name.filter(_ != '_').map(_.toLower)

  private def isUpper(unit: Char): Boolean = unit >= 'A' && unit <= 'Z'
  private def isLower(unit: Char): Boolean = unit >= 'a' && unit <= 'z'
