package brine.lab.browser

import brine.lab.model.books.BooksData

/** The libraries of one bundle. */
trait Libraries {

  /** Their names, as the lab's rows have them. */
  def names: Seq[String]

  /** Prepares a library for a value.
    *
    * @throws IllegalArgumentException
    *   when the bundle has no such library
    */
  def open(library: String, data: BooksData): BrowserFormat
}
