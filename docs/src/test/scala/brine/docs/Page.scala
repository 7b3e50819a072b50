package brine.docs

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** A page of the project.
  *
  * @param name
  *   its path from the root of the checkout, such as `docs/codec.md`
  */
final case class Page(name: String, text: String)

object Page:
  /** Every Markdown page of the checkout, in the order of their names; not those of builds and of hidden folders. */
  def all(home: Path): List[Page] =
    val walk = Files.walk(home)
    try
      walk.iterator.asScala
        .filter(_.toString.endsWith(".md"))
        .map(home.relativize)
        .filterNot(_.iterator.asScala.exists(part => part.toString == "target" || part.toString.startsWith(".")))
        .map(path => Page(path.toString, Files.readString(home.resolve(path))))
        .toList
        .sortBy(_.name)
    finally walk.close()
