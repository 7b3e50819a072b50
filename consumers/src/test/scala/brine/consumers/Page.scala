package brine.consumers

import java.nio.file.{Files, Path}
import scala.util.matching.Regex

/** A page of the documentation as its readers use it: programs and what the page says that they print, build files,
  * commands, and the artifacts to depend on.
  */
final class Page(text: String):
  import Page.*

  /** The Scala programs, in order: blocks that are complete and have a main method. */
  def programs: List[Program] =
    for
      block <- blocks if block.language == "scala mdoc:reset-object"
      main  <- Main.findFirstMatchIn(block.code)
    yield Program(main.group(1), block.code, block.said)

  /** The first block in this language that contains a text.
    *
    * @param language
    *   what follows the backquotes; empty for a block without a language
    * @throws NoSuchElementException
    *   if there is none
    */
  def block(language: String, containing: String): Block = blocks
    .find(block => block.language == language && block.code.contains(containing))
    .getOrElse(throw java.util.NoSuchElementException(s"no block '$language' contains '$containing'"))

  /** The first code within a sentence or table that starts with a text.
    *
    * @throws NoSuchElementException
    *   if there is none
    */
  def code(start: String): String = Code
    .findAllMatchIn(Fenced.replaceAllIn(text, ""))
    .map(_.group(1))
    .find(_.startsWith(start))
    .getOrElse(throw java.util.NoSuchElementException(s"no code starts with '$start'"))

  /** Every artifact that the page tells its readers to depend on: its full name and its version. */
  def artifacts: List[(String, String)] =
    def found(pattern: Regex)(suffix: Regex.Match => String) =
      pattern.findAllMatchIn(text).map(one => one.group("name") + suffix(one) -> one.group("version")).toList
    found(Sbt)(one => if one.group("operator") == "%%" then "_3" else "_sjs1_3") ::: found(ScalaCli)(_ => "_3") :::
      found(Maven)(_ => "")

  private def blocks: List[Block] =
    Fenced.findAllMatchIn(text).map(one => Block(one.group(1), one.group(2), said(one.end))).toList

  private def said(end: Int): Said =
    Sentence.findPrefixMatchOf(text.substring(end).stripLeading) match
      case None           => Said(Nil, isAll = true)
      case Some(sentence) =>
        val lines = Code.findAllMatchIn(sentence.group(1)).map(_.group(1)).toList
        val words = Code.replaceAllIn(sentence.group(1), "").replaceAll("\\band\\b|[,\\s]", "")
        Said(lines, isAll = words.isEmpty)

object Page:
  def read(path: Path): Page = Page(Files.readString(path))

  /** @param main
    *   the name of its main method
    */
  final case class Program(main: String, source: String, said: Said)

  /** A fenced block.
    *
    * @param said
    *   what the sentence behind the block says
    */
  final case class Block(language: String, code: String, said: Said)

  /** What a page says that a program prints.
    *
    * @param lines
    *   the first lines
    * @param isAll
    *   whether there are no others
    */
  final case class Said(lines: List[String], isAll: Boolean):
    /** Whether a program that printed this does what the page says. */
    def fits(printed: List[String]): Boolean =
      lines.nonEmpty && printed.startsWith(lines) && (printed.size > lines.size) != isAll

  private val Fenced   = "(?ms)^```([^\n]*)\n(.*?)^```$".r
  private val Main     = "(?m)^@main def (\\w+)".r
  private val Sentence = "It prints ((?:`[^`]*`|[^`.])*)\\.".r
  private val Code     = "`([^`]*)`".r
  private val Sbt      = """"io\.github\.brine" +(?<operator>%%%?) +"(?<name>[\w-]+)" +% +"(?<version>[^"]+)"""".r
  private val ScalaCli = """using dep io\.github\.brine::(?<name>[\w-]+):(?<version>[\w.-]+)""".r
  private val Maven    =
    """<groupId>io\.github\.brine</groupId>\s*<artifactId>(?<name>[^<]+)</artifactId>\s*<version>(?<version>[^<]+)""".r
