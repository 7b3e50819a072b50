package brine.docs.words

/** Messages of libraries that advise a command of `brine`. Who has a library's jar has no such command, so the message
  * also names the call of the API that does the same.
  */
object CommandAdvice:
  /** A message: literals that are added to one another, with what is inserted into them as it stands in the source. */
  final case class Message(text: String, line: Int)

  // In this order: a comment, a string in three quotes, literals with `+` between.
  private val Literal = """[a-z]?"(?:[^"\\\n]|\\.)*""""
  private val Token   =
    ("""(?s)/\*.*?\*/|//[^\n]*|""" + "[a-z]?(\"\"\"(?:.*?)\"\"\")(?!\")" + s"""|($Literal(?:\\s*\\+\\s*$Literal)*)""" +
      """|'(?:[^'\\\n]|\\.[^'\n]*)'""").r

  private val Command =
    """\./brine\b|(?<![\w./])brine (?:journal|codec|lab|test|fuzz|docs|build|sbt|[a-z]+-[a-z]+)\b""".r
  private val Call = """\b([A-Z]\w*)\.([a-z]\w*)""".r

  /** The messages of a source in Scala or Java. */
  def messages(source: String): List[Message] =
    Token
      .findAllMatchIn(source)
      .flatMap: found =>
        Option(found.group(1))
          .orElse(Option(found.group(2)))
          .map: text =>
            val joined = text.replaceAll("\"\\s*\\+\\s*[a-z]?\"", "")
            Message(joined, source.substring(0, found.start).count(_ == '\n') + 1)
      .toList

  /** Whether a message names a command. */
  def namesCommand(message: Message): Boolean = Command.findFirstIn(message.text).isDefined

  /** The calls that a message names, each as type and method. Code that is inserted into it does not count. */
  def calls(message: Message): List[(String, String)] =
    val text = message.text.replaceAll("""\$\{[^}]*\}|\$\w+""", " ")
    Call.findAllMatchIn(text).map(found => (found.group(1), found.group(2))).toList
