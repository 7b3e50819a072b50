package brine.docs.words

/** Finds the prose of a page: not its code, the addresses of links, or the rulers of tables. */
object Markdown:
  private val Fence    = """\s*(?:[-*] )?\s*(```+|~~~+).*""".r
  private val Heading  = """\s*#{1,6}\s+(.*)""".r
  private val Bullet   = """\s*(?:[-*+]|\d+[.)])\s+(.*)""".r
  private val Row      = """\s*\|(.*)""".r
  private val Ruler    = """[\s|:-]+""".r
  private val HtmlLine = """\s*</?[a-zA-Z!-].*>\s*""".r
  // text with four spaces before it after an empty line is code, unless it belongs to a list
  private val Indented = """(?: {4}|\t).*""".r

  def prose(text: String): List[Prose] =
    val found = List.newBuilder[Prose]
    var block = List.empty[(Int, String)]
    var fence = Option.empty[String]
    var list  = false

    def flush(): Unit =
      if block.nonEmpty then found += Prose.of(block.reverse)
      block = Nil

    for (line, index) <- text.linesIterator.zipWithIndex do
      val number = index + 1
      (fence, line) match
        case (Some(open), _)      => if line.trim.startsWith(open) then fence = None
        case (None, Fence(ticks)) =>
          flush()
          fence = Some(ticks)
        case (None, Indented()) if block.isEmpty && !list => ()
        case (None, HtmlLine())                           => flush()
        case (None, Heading(title))                       =>
          flush()
          list = false
          block = List(number -> title)
          flush()
        case (None, Row(cells)) =>
          flush()
          if !Ruler.matches(line) then
            for cell <- cells.split("""(?<!\\)\|""") if cell.trim.nonEmpty do
              block = List(number -> cell)
              flush()
        case (None, Bullet(item)) =>
          flush()
          list = true
          block = List(number -> item)
        case (None, _) if line.isBlank => flush()
        case (None, _)                 =>
          if !line.startsWith(" ") && block.isEmpty then list = false
          block ::= number -> line.stripPrefix("> ")
    flush()
    found.result().filter(_.text.exists(_.isLetter))
