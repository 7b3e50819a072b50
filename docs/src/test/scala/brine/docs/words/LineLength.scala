package brine.docs.words

/** Finds lines of more than 120 columns that could be broken. */
object LineLength:
  val Longest = 120

  private val Fence   = """\s*(?:[-*] )?\s*(?:```|~~~).*""".r
  private val Comment = """\s*(?:\*|//|/\*).*|.*\s//\s.*""".r

  /** Lines of prose in a page. Rows of tables, code, and words that are longer by themselves cannot be broken. */
  def ofPage(name: String, text: String): List[Finding] =
    val (_, found) = text.linesIterator.zipWithIndex.foldLeft((false, List.empty[Finding])):
      case ((inCode, found), (line, index)) =>
        if Fence.matches(line) then (!inCode, found)
        else if inCode || line.trim.startsWith("|") || !isBreakable(line) then (inCode, found)
        else (inCode, finding(name, index + 1, line) :: found)
    found.reverse

  /** Lines with comments in a source. */
  def ofSource(name: String, text: String): List[Finding] =
    for
      (line, index) <- text.linesIterator.zipWithIndex.toList
      if Comment.matches(line) && isBreakable(line)
    yield finding(name, index + 1, line)

  private def width(line: String): Int = line.codePointCount(0, line.length)

  private def isBreakable(line: String): Boolean =
    width(line) > Longest && !line.trim.split(" ").exists(word => word.length > Longest - 20)

  private def finding(name: String, number: Int, line: String): Finding =
    Finding(
      name,
      number,
      line.trim,
      line.trim.take(40) + "…",
      "line length",
      s"${width(line)} columns; break it at $Longest"
    )
