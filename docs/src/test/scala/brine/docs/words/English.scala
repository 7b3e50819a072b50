package brine.docs.words

import org.languagetool.{GlobalConfig, JLanguageTool, Languages, ResultCache, UserConfig}
import org.languagetool.rules.{LongSentenceRule, RuleMatch}
import org.languagetool.rules.spelling.SpellingCheckRule
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** LanguageTool's rules for American English. Each instance is for one thread; creating one takes a second.
  *
  * @param accepted
  *   what not to report
  */
final class English(accepted: Accepted, cache: ResultCache):
  private val tool = JLanguageTool(
    Languages.getLanguageForShortCode("en-US"),
    java.util.List.of(),
    null,
    cache,
    GlobalConfig(),
    UserConfig(java.util.Map.of(LongSentenceRule.RULE_ID, Array[AnyRef](Int.box(English.LongestSentence))))
  )
  tool.disableRules(accepted.rules.keys.toList.asJava)
  tool.enableRule(LongSentenceRule.RULE_ID)
  tool.getAllRules.asScala.foreach:
    case long: LongSentenceRule => long.setTags(java.util.List.of()) // else it is for picky readers only
    // Code, too, or it takes seconds to look for words like it.
    case speller: SpellingCheckRule => speller.addIgnoreTokens((accepted.words.keys ++ Prose.codes).toList.asJava)
    case _                          => ()

  /** What there is to mend in a page. */
  def check(page: String, prose: List[Prose]): List[Finding] =
    // Blocks are given to LanguageTool together, as paragraphs of one text.
    val starts = prose.scanLeft(0)((start, block) => start + block.text.length + English.Gap.length)
    val blocks = mutable.TreeMap.from(starts.zip(prose))
    val text   = prose.map(_.text).mkString(English.Gap)
    for
      found <- tool.check(text).asScala.toList
      turn = text.substring(found.getFromPos, found.getToPos)
      if !Prose.isCode(turn) && !isBeforeCode(found, text)
      (start, block) <- blocks.maxBefore(found.getFromPos + 1)
      offset = found.getFromPos - start
      if !isLowerCaseOnPurpose(found, turn, offset)
      finding = Finding(
        page,
        block.line(offset),
        block.sentence(offset),
        turn,
        found.getSpecificRuleId,
        advice(found)
      )
      if !accepted.accepts(finding)
    yield finding

  // items of lists and cells of tables are no sentences, and some names have no capital letter
  private def isLowerCaseOnPurpose(found: RuleMatch, turn: String, offset: Int): Boolean =
    found.getRule.getId == "UPPERCASE_SENTENCE_START" && (offset == 0 || accepted.words.contains(turn))

  // "a" or "an" before a made-up word says nothing
  private def isBeforeCode(found: RuleMatch, text: String): Boolean =
    found.getRule.getId == "EN_A_VS_AN" && Prose.isCode(text.slice(found.getToPos, found.getToPos + 5))

  private def advice(found: RuleMatch): String =
    val instead = found.getSuggestedReplacements.asScala.take(3)
    val said    = found.getMessage.replaceAll("</?suggestion>", "'")
    if instead.isEmpty then said else s"$said Perhaps: ${instead.mkString(", ")}"

object English:
  /** In words. */
  val LongestSentence = 30

  private val Gap = "\n\n"
