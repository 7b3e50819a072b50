package brine.lab.browser

import scala.scalajs.js
import scala.scalajs.js.JSConverters._

import brine.lab.model.books.BooksData

/** What the page sees of a bundle. */
final class Bundle(all: Libraries) extends js.Object {
  val libraries: js.Array[String] = all.names.toJSArray
  val cases: js.Array[String]     = BooksData.names.toJSArray

  /** Builds the value of a case and prepares the library for it; throws what the library throws. */
  def open(library: String, name: String): OpenCase = {
    val data = BooksData.of(name)
    new OpenCase(data.value, all.open(library, data))
  }
}
