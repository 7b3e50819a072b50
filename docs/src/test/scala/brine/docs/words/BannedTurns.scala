package brine.docs.words

import java.nio.file.{Files, Path}
import scala.util.matching.Regex

/** The turns that we do not write, each with what to write instead. */
final class BannedTurns(turns: List[(String, Regex, String)]):
  /** Finds the banned turns of one text. */
  def find(file: String, prose: Prose): List[Finding] =
    for
      (name, pattern, advice) <- turns
      found                   <- pattern.findAllMatchIn(prose.text)
    yield Finding(
      file,
      prose.line(found.start),
      prose.sentence(found.start),
      found.matched,
      name,
      s"write: $advice"
    )

object BannedTurns:
  def read(home: Path): BannedTurns = parse(Files.readString(home.resolve("docs/words/banned.txt")))

  /** Parses lines `turn = what to write instead`. A turn is a regular expression that matches whole words, in upper or
    * lower case; a space in it is any white space.
    */
  def parse(text: String): BannedTurns =
    val lines = text.linesIterator.map(_.trim).filterNot(line => line.isEmpty || line.startsWith("#"))
    val turns = lines.map: line =>
      line.split(" = ", 2) match
        case Array(turn, advice) => (turn, s"(?i)(?<![\\w-])(?:${turn.replace(" ", "\\s+")})(?![\\w-])".r, advice)
        case _                   => throw IllegalArgumentException(s"not `turn = what to write instead`: $line")
    BannedTurns(turns.toList)
