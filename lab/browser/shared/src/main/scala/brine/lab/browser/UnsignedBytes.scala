package brine.lab.browser

import scala.scalajs.js.typedarray._

object UnsignedBytes {

  /** A copy that a browser's own functions take. */
  def of(bytes: Array[Byte]): Uint8Array = {
    val signed = bytes.toTypedArray
    new Uint8Array(signed.buffer, signed.byteOffset, signed.length)
  }
}
