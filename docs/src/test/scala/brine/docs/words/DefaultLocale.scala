package brine.docs.words

/** Finds code whose result depends on the default locale: letters of Turkish, digits of Arabic. What is written to a
  * file or compared later must not.
  */
object DefaultLocale:
  // Hexadecimal digits and %s are the same everywhere.
  private val Rules = List(
    """\.to(?:Lower|Upper)Case(?:\(\))?(?!\()""".r     -> "name the locale: toLowerCase(Locale.ROOT), or map letters",
    """\bf"+[^"]*%[-#+ 0,(]*\d*(?:\.\d+)?[deEfgG]""".r -> "an f-text has digits of the locale: use formatLocal",
    """\bString\.format\(\s*"|"\.format(?:ted)?\(""".r -> "name the locale: formatLocal(Locale.ROOT, …)"
  )

  /** The lines of a source that depend on it. */
  def of(name: String, text: String): List[Finding] =
    for
      (line, index) <- text.linesIterator.zipWithIndex.toList
      code = line.replaceFirst("""^\s*(?:\*|//|/\*).*""", "")
      (rule, advice) <- Rules
      turn           <- rule.findFirstIn(code)
    yield Finding(name, index + 1, line.trim, turn, "DEFAULT_LOCALE", advice)
