package brine.docs.words

/** Something to mend in a text.
  *
  * @param file
  *   its path from the root of the checkout
  * @param line
  *   from 1
  * @param turn
  *   the words in question
  * @param rule
  *   the id of the rule, as the accept list names it
  * @param advice
  *   what to write instead, or why not
  */
final case class Finding(file: String, line: Int, sentence: String, turn: String, rule: String, advice: String):
  /** Where it is and what to do. */
  def message: String =
    s"""$file:$line: "$turn" ($rule)
       |  in: $sentence
       |  advice: $advice""".stripMargin

object Finding:
  private val Remedy =
    "Rewrite each sentence. If one is right as it is, add its word, phrase or rule to docs/words/accepted.txt."

  /** All messages, and what to do about them. */
  def report(findings: Seq[Finding]): String =
    (s"${findings.size} to mend. $Remedy" +: findings.map(_.message)).mkString("\n\n")
