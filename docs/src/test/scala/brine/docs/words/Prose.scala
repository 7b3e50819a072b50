package brine.docs.words

/** Text for people, without its markup: one paragraph, heading, list item or table cell.
  *
  * @param text
  *   the words in one line; each piece of code is replaced by a made-up word, see [[Prose.isCode]]
  * @param lines
  *   for each character of `text`, the number of its line in the file, from 1
  */
final case class Prose(text: String, lines: Vector[Int]):
  /** The line of the character at an offset. An offset behind the end has the last line. */
  def line(offset: Int): Int = lines(math.min(offset, lines.size - 1))

  /** The sentence around the character at an offset. */
  def sentence(offset: Int): String =
    sentences.findLast((start, _) => start <= offset).fold(text)((_, sentence) => sentence)

  /** All sentences, with the offset of each. */
  def sentences: List[(Int, String)] =
    val ends   = Prose.SentenceEnd.findAllMatchIn(text).filterNot(isAbbreviation).map(_.end).toList
    val starts = 0 :: ends
    starts
      .zip(ends :+ text.length)
      .map((start, end) => start -> text.substring(start, end).trim)
      .filter((_, sentence) => sentence.nonEmpty)

  private def isAbbreviation(end: scala.util.matching.Regex.Match): Boolean =
    Prose.Abbreviations.exists(text.substring(0, end.start + 1).endsWith)

object Prose:
  private val SentenceEnd   = """[.!?][)”"]?\s+(?=["“(]?[\p{Lu}\d])""".r
  private val Abbreviations = List("e.g.", "i.e.", " vs.", " No.", " D.", " O.", " W.")

  /** Starts each word that stands for a piece of code. No word of any language does. */
  private val CodePrefix = "Xq"

  /** Whether a word stands for a piece of code. */
  def isCode(word: String): Boolean = word.contains(CodePrefix)

  /** The word for the nth piece of code. Neighbors differ, or they would look like a word repeated by mistake. */
  def code(n: Int): String = codes(n % codes.size)

  /** All words that stand for code. */
  val codes: Vector[String] = ('a' to 'z').map(letter => s"$CodePrefix$letter").toVector

  /** A text that has no markup. */
  def plain(text: String, first: Int = 1): Prose =
    val lines = text.split("\n", -1).zipWithIndex.toVector
    Prose(text.replace('\n', ' '), lines.flatMap((line, at) => Vector.fill(line.length + 1)(first + at)))

  /** Takes the markup out of one block.
    *
    * @param lines
    *   the block's lines, each with its number
    */
  def of(lines: List[(Int, String)]): Prose =
    val characters = lines.flatMap((number, line) => (line.trim + "\n").map(_ -> number)).dropRight(1)
    InlineMarkup(characters.map(_._1).mkString, characters.map(_._2).toVector).prose
