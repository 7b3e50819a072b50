package brine.dev.site

/** A section of the site's navigation.
  *
  * @param pages
  *   title and path of each page, from the root of the checkout
  */
private[dev] final case class SiteSection(title: String, pages: List[(String, String)])

/** The navigation of the site, as the tables of `docs/README.md` list the pages. */
private[dev] object SiteNavigation:
  private val ListPage = "docs/README.md"

  private val Heading = """## (.+)""".r
  private val Row     = """\| (.+?) \| .*""".r
  private val Linked  = """\[([^\]]+)\]\(([^)#]+\.md)\)""".r

  /** The sections of the list, then the other pages by their folders, so that each page is in one place.
    *
    * @param list
    *   the text of `docs/README.md`
    * @param titles
    *   the title of each page by its path
    */
  def of(list: String, titles: Map[String, String]): List[SiteSection] =
    val listed              = sections(list)
    val rest                = (titles -- listed.flatMap(_.pages.map(_._2)) - ListPage).toList.sorted.map(_.swap)
    val (decisions, others) = rest.partition(_._2.startsWith("docs/adr/"))
    val more                = List(SiteSection("Decisions", decisions), SiteSection("Modules", others.sortBy(_._2)))
    listed.take(1).map(first => first.copy(pages = first.pages :+ ("All pages" -> ListPage))) ++
      (listed.drop(1) ++ more).filter(_.pages.nonEmpty)

  private def sections(list: String): List[SiteSection] =
    val found = list.linesIterator.foldLeft(List.empty[SiteSection]):
      case (done, Heading(title))               => SiteSection(title, Nil) :: done
      case (section :: done, line @ Row(first)) =>
        // a row is named by its first cell, whether the link is in that or in the next one
        Linked.findFirstMatchIn(line) match
          case Some(link) =>
            val path  = fromRoot(link.group(2))
            val title =
              if path == "README.md" then "Home" else if first.startsWith("[") then link.group(1) else s"From $first"
            section.copy(pages = section.pages :+ (title -> path)) :: done
          case None => section :: done
      case (done, _) => done
    found.reverse.filter(_.pages.nonEmpty)

  private def fromRoot(link: String): String =
    java.nio.file.Path.of("docs").resolve(link).normalize.toString
