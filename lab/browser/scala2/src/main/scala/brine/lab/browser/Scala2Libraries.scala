package brine.lab.browser

import brine.lab.model.books.BooksData

/** The libraries whose newest usable Scala.js artifact is one for Scala 2.13. */
object Scala2Libraries extends Libraries {
  private val all: Seq[Libraries] = Seq(BooPickleLibraries, PlayJsonLibrary, JsoniterLibrary)

  val names: Seq[String] = all.flatMap(_.names)

  def open(library: String, data: BooksData): BrowserFormat =
    all
      .find(_.names.contains(library))
      .getOrElse(throw new IllegalArgumentException("this bundle has no " + library))
      .open(library, data)
}
