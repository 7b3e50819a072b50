package brine.docs.words

import scala.collection.mutable

/** The comments and the string literals of a source in Scala or Java.
  *
  * @param literals
  *   each literal alone; what is inserted into it is replaced as code is
  */
final case class SourceText(comments: List[Prose], literals: List[Prose])

object SourceText:
  // In this order: what begins first is a comment, a string in three quotes, a string, or a character.
  private val Token =
    ("""(?s)/\*(.*?)\*/|//([^\n]*)|""" + "\"\"\"(.*?)\"\"\"(?!\")" + """|"((?:[^"\\\n]|\\.)*)"|'(?:[^'\\\n]|\\.[^'\n]*)'""").r

  private val Inserted = """\$\{[^}]*\}|\$\w+|%[-\d.,]*[sdfxn]""".r

  def of(source: String): SourceText =
    val newlines = source.indices.filter(source(_) == '\n').toVector
    // the line of an offset: one more than the line ends before it
    def line(offset: Int): Int =
      newlines.search(offset).insertionPoint + 1
    val comments      = List.newBuilder[Prose]
    val literals      = List.newBuilder[Prose]
    val pending       = mutable.ListBuffer.empty[(Int, String)] // comments of whole lines that follow each other
    def flush(): Unit =
      if pending.nonEmpty then comments ++= ofComment(pending.toList)
      pending.clear()
    for found <- Token.findAllMatchIn(source) do
      val at = line(found.start)
      if found.group(2) != null then
        if !pending.lastOption.exists(_._1 == at - 1) then flush()
        pending += at -> found.group(2)
      else
        flush()
        if found.group(1) != null then comments ++= ofComment(numbered(found.group(1), at))
        else
          for text <- Option(found.group(3)).orElse(Option(found.group(4))) if text.exists(_.isLetter) do
            literals += ofLiteral(text, at)
    flush()
    SourceText(comments.result(), literals.result())

  private def numbered(text: String, first: Int): List[(Int, String)] =
    text.split("\n", -1).toList.zipWithIndex.map((line, index) => (first + index) -> line)

  // paragraphs, and what follows each tag; no code in braces
  private def ofComment(lines: List[(Int, String)]): List[Prose] =
    val found         = List.newBuilder[Prose]
    var block         = List.empty[(Int, String)]
    var code          = false
    def flush(): Unit =
      if block.nonEmpty then found += Prose.of(block.reverse)
      block = Nil
    for (number, raw) <- lines do
      val line = raw.trim.dropWhile(_ == '*').trim
      if line.contains("{{{") || line.contains("}}}") then
        flush()
        code = !line.contains("}}}")
      else if line.startsWith("```") then
        flush()
        code = !code
      else if !code then
        if line.isEmpty || line.matches("-{5,}.*") then flush()
        else if line.startsWith("@") then flush()
        else if line.startsWith("- ") then
          flush()
          block = List(number -> line.drop(2))
        else if line.startsWith("|") then flush()
        else block ::= number -> line
    flush()
    found.result().filter(_.text.exists(_.isLetter))

  private def ofLiteral(text: String, first: Int): Prose =
    val plain = Inserted.replaceAllIn(text.replace("\\n", " ").replace("\\\"", "\""), Prose.code(0))
    Prose.plain(plain, first)
