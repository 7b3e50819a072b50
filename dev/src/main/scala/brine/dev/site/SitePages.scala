package brine.dev.site

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The Markdown pages of a checkout that the site has, by their paths from its root. The site has the same folders, so
  * links between pages stay as they are.
  */
private[dev] object SitePages:
  private val Hidden = Set("target", "node_modules")

  /** The paths of all pages, sorted. Templates and pages of hidden folders are none. */
  def of(home: Path): List[String] =
    val walk = Files.walk(home)
    try
      walk.iterator.asScala
        .map(home.relativize)
        .filter(_.toString.endsWith(".md"))
        .filterNot(_.iterator.asScala.map(_.toString).exists(part => Hidden(part) || part.startsWith(".")))
        .map(_.toString)
        .filterNot(_.contains("/src/"))
        .toList
        .sorted
    finally walk.close()

  /** The title of a page: its first heading, without markup. Falls back to its path. */
  def title(path: String, text: String): String =
    text.linesIterator
      .find(_.startsWith("# "))
      .fold(path)(_.drop(2).trim.replaceAll("""\[([^\]]*)\]\([^)]*\)""", "$1").replace("`", ""))
