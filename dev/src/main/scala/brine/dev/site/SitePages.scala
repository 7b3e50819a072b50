package brine.dev.site

import java.io.IOException
import java.nio.file.attribute.BasicFileAttributes
import java.nio.file.{FileVisitResult, Files, Path, SimpleFileVisitor}

/** The Markdown pages of a checkout that the site has, by their paths from its root. The site has the same folders, so
  * links between pages stay as they are.
  */
private[dev] object SitePages:
  private val Hidden = Set("target", "node_modules")

  /** The paths of all pages, sorted. Templates and pages of hidden folders are none. */
  def of(home: Path): List[String] =
    val found = List.newBuilder[String]
    Files.walkFileTree(
      home,
      new SimpleFileVisitor[Path]:
        // Builds write in folders that are not entered.
        override def preVisitDirectory(folder: Path, attributes: BasicFileAttributes): FileVisitResult =
          val name = folder.getFileName.toString
          if folder != home && (Hidden(name) || name.startsWith(".")) then FileVisitResult.SKIP_SUBTREE
          else FileVisitResult.CONTINUE
        override def visitFile(file: Path, attributes: BasicFileAttributes): FileVisitResult =
          if file.toString.endsWith(".md") then found += home.relativize(file).toString
          FileVisitResult.CONTINUE
        override def visitFileFailed(file: Path, failure: IOException): FileVisitResult = FileVisitResult.CONTINUE
    ): Unit
    found.result().filterNot(_.contains("/src/")).sorted

  /** The title of a page: its first heading, without markup. Falls back to its path. */
  def title(path: String, text: String): String =
    text.linesIterator
      .find(_.startsWith("# "))
      .fold(path)(_.drop(2).trim.replaceAll("""\[([^\]]*)\]\([^)]*\)""", "$1").replace("`", ""))
