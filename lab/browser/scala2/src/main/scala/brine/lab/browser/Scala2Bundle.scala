package brine.lab.browser

import scala.scalajs.js.annotation.JSExportTopLevel

/** The bundle of the libraries that have a Scala.js artifact for Scala 2.13 alone. */
object Scala2Bundle {
  @JSExportTopLevel("brineLab")
  val bundle: Bundle = new Bundle(Scala2Libraries)
}
