package brine.docs

import java.util.Locale
import scala.util.matching.Regex

/** The links of a page, and the sections to which links lead. */
object PageLinks:
  private val Link: Regex = """\]\(([^)\s]+)\)""".r
  private val Heading     = """#{1,6}\s+(.*)""".r
  private val Id          = """<a id="([^"]+)">""".r
  private val LinkInTitle = """\[([^\]]*)\]\([^)]*\)""".r

  private def withoutBlocks(text: String): String = text.replaceAll("(?s)```.*?```", "")

  /** The targets of all links in a page's prose. */
  def of(text: String): List[String] =
    Link.findAllMatchIn(withoutBlocks(text).replaceAll("`[^`\n]*`", "")).map(_.group(1)).toList

  /** The names by which links call the sections of a page: those that GitHub makes of headings, and those of `<a id>`.
    * The second heading with a name has `-1` after it.
    */
  def sections(text: String): Set[String] =
    val prose    = withoutBlocks(text)
    val headings = prose.linesIterator.collect { case Heading(title) => sectionOf(title) }.toList
    val numbered = headings.zipWithIndex.map: (name, index) =>
      headings.take(index).count(_ == name) match
        case 0     => name
        case times => s"$name-$times"
    numbered.toSet ++ Id.findAllMatchIn(prose).map(_.group(1))

  private def sectionOf(title: String): String =
    LinkInTitle
      .replaceAllIn(title, found => Regex.quoteReplacement(found.group(1)))
      .trim
      .toLowerCase(Locale.ROOT)
      .filter(char => char.isLetterOrDigit || "-_ ".contains(char))
      .replace(' ', '-')
