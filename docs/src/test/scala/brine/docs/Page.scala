package brine.docs

import java.nio.file.{Files, Path}

/** A page of the project.
  *
  * @param name
  *   its path from the root of the checkout, such as `docs/codec.md`
  */
final case class Page(name: String, text: String)

object Page:
  /** Every Markdown page of the checkout, in the order of their names; not those of builds and of hidden folders. */
  def all(home: Path): List[Page] =
    CheckoutFiles.of(home, ".md").map(path => Page(path.toString, Files.readString(home.resolve(path))))
