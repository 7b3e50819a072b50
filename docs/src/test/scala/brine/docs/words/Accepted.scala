package brine.docs.words

import java.nio.file.{Files, Path}

/** What the checks of words let pass, each with a reason.
  *
  * @param words
  *   words that are in no dictionary, with the reason
  * @param rules
  *   ids of rules that are switched off, with the reason
  * @param phrases
  *   phrases that a rule may report, with the reason
  */
final case class Accepted(words: Map[String, String], rules: Map[String, String], phrases: Map[String, String]):
  /** Whether a finding is of an accepted rule, or shares words with an accepted phrase of its sentence. */
  def accepts(finding: Finding): Boolean =
    rules.contains(finding.rule) || phrases.keys.exists: phrase =>
      finding.sentence.contains(phrase) && (phrase.contains(finding.turn) || finding.turn.contains(phrase))

object Accepted:
  val empty: Accepted = Accepted(Map.empty, Map.empty, Map.empty)

  private val Title = """\[(words|rules|phrases): (.+)\]""".r

  def read(home: Path): Accepted = parse(Files.readString(home.resolve("docs/words/accepted.txt")))

  /** Parses titles such as `[words: names of libraries]`, each followed by lines of words or of rules, separated by
    * spaces, or of phrases, one a line. Lines that start with `#` are comments.
    *
    * @throws IllegalArgumentException
    *   on a title without a reason, and on a line before the first title
    */
  def parse(text: String): Accepted =
    val lines    = text.linesIterator.map(_.trim).filterNot(line => line.isEmpty || line.startsWith("#")).toList
    val (all, _) = lines.foldLeft((empty, Option.empty[(String, String)])):
      case ((accepted, _), Title(kind, reason)) => (accepted, Some(kind -> reason))
      case (_, title) if title.startsWith("[")  => throw IllegalArgumentException(s"not a title with a reason: $title")
      case ((accepted, Some((kind, reason))), line) => (accepted.add(kind, reason, line), Some(kind -> reason))
      case (_, line)                                => throw IllegalArgumentException(s"no title before: $line")
    all

  extension (accepted: Accepted)
    private def add(kind: String, reason: String, line: String): Accepted =
      def each = line.split(" +").map(_ -> reason)
      kind match
        case "words" => accepted.copy(words = accepted.words ++ each)
        case "rules" => accepted.copy(rules = accepted.rules ++ each)
        case _       => accepted.copy(phrases = accepted.phrases.updated(line, reason))
