package brine.lab.browser

import scala.scalajs.js
import scala.scalajs.js.typedarray.Uint8Array

import brine.lab.model.books.BooksData

/** A case as the page uses it: checked by the page with [[isSame]] before it calls the loops inside its clock. */
final class OpenCase(value: AnyRef, format: BrowserFormat) extends js.Object {
  private val encoded = format.encode()

  /** The latest result, where everyone can see it, so that no compiler may leave the work out. */
  var last: js.Any = null

  def bytes(): Uint8Array = format.bytes(encoded)

  /** Whether the value read back is the one that was written. */
  def isSame(): Boolean = BooksData.same(value, format.decode(encoded))

  def encode(times: Int): Unit = {
    var left = times
    while (left > 0) {
      last = format.encode().asInstanceOf[js.Any]
      left -= 1
    }
  }

  def decode(times: Int): Unit = {
    var left = times
    while (left > 0) {
      last = format.decode(encoded).asInstanceOf[js.Any]
      left -= 1
    }
  }
}
