package brine.lab.browser

import java.nio.charset.StandardCharsets.UTF_8
import scala.scalajs.js.typedarray.Uint8Array

/** The bytes of a text format, for its size; outside the clock. */
object Utf8 {
  def bytes(text: Any): Uint8Array = UnsignedBytes.of(text.asInstanceOf[String].getBytes(UTF_8))
}
