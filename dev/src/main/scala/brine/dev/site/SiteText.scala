package brine.dev.site

import java.nio.file.Path

/** The text of a page as the site has it.
  *
  * @param pages
  *   the paths of all pages of the site, from the root of the checkout
  * @param isFolder
  *   whether a path from the root is a folder of the checkout; none if there is nothing
  * @param repository
  *   the address of the project's repository
  */
private[dev] final class SiteText(pages: Set[String], isFolder: String => Option[Boolean], repository: String):
  import SiteText.*

  /** Rewrites links that leave the site, and indents lists as Python-Markdown reads them.
    *
    * @param path
    *   the page's path from the root of the checkout
    * @return
    *   the text, and the links that lead to nothing
    */
  def rewrite(path: String, text: String): (String, List[String]) =
    val dead   = List.newBuilder[String]
    var fenced = false
    val lines  = text.linesIterator.map: line =>
      if Fence.matches(line) then fenced = !fenced
      if fenced then line
      else
        Link.replaceAllIn(
          line,
          found =>
            val replaced = Option(found.group(2)).fold(found.matched): link =>
              val target = rewriteLink(path, link).getOrElse:
                dead += link
                link
              s"]($target)"
            java.util.regex.Matcher.quoteReplacement(replaced)
        )
    val rewritten = lines.toList
    (indentLists(rewritten).mkString("", "\n", "\n"), dead.result())

  /** The address in the site, or in the repository, of what a link of a page leads to; none if there is nothing. */
  def rewriteLink(path: String, link: String): Option[String] =
    if link.contains("://") || link.startsWith("#") || link.startsWith("mailto:") then Some(link)
    else
      val (file, anchor) = link.span(_ != '#')
      val from           = Option(Path.of(path).getParent).getOrElse(Path.of(""))
      val target         = from.resolve(file).normalize.toString
      val readme         = if target.isEmpty then "README.md" else s"$target/README.md"
      if pages(target) then Some(link)
      else if pages(readme) then Some(s"${file.stripSuffix("/")}/README.md$anchor")
      else
        isFolder(target).map: folder =>
          s"$repository/${if folder then "tree" else "blob"}/main/$target$anchor"

private[dev] object SiteText:
  private val Fence = """\s*(?:[-*] |\d+\. )?(?:```|~~~).*""".r
  // code, which has no links, or the address of a link
  private val Link = """(`+)(?:[^`].*?)?\1|\]\(([^)\s]+)\)""".r
  private val Item = """([-*] +|\d+\. +)\S.*""".r

  /** Python-Markdown takes only four spaces for the inside of an item of a list; our pages have as many as the item's
    * mark.
    */
  def indentLists(lines: List[String]): List[String] =
    val (_, _, result) = lines.foldLeft((0, false, List.empty[String])):
      case ((inside, fenced, done), line) =>
        val fences = Fence.matches(line) && !line.startsWith(" ")
        line match
          case _ if fenced                                      => (inside, !fences, line :: done)
          case _ if fences && Item.unapplySeq(line).isEmpty     => (0, true, line :: done)
          case Item(mark)                                       => (mark.length, false, line :: done)
          case _ if inside > 0 && line.startsWith(" " * inside) => (inside, false, "    " + line.drop(inside) :: done)
          case _ if line.isBlank || inside > 0 && done.head.nonEmpty => (inside, false, line :: done)
          case _                                                     => (0, false, line :: done)
    result.reverse
