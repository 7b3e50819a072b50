package brine.lab.browser

import scala.scalajs.js.typedarray.Uint8Array

/** One library prepared for one value. What `encode` makes is what a program would hand to the browser: a String for a
  * text format, as `fetch` and WebSockets take it, an array of exact length that is the caller's for a binary one.
  */
trait BrowserFormat {
  def encode(): Any

  /** The value in what [[encode]] made. */
  def decode(encoded: Any): Any

  /** What would go over the wire. */
  def bytes(encoded: Any): Uint8Array
}
