package brine.lab.browser

import scala.scalajs.js.annotation.JSExportTopLevel

/** The bundle of the libraries that exist for Scala 2.13 only. */
object Scala2Bundle {
  @JSExportTopLevel("brineLab")
  val bundle: Bundle = new Bundle(BooPickleLibraries)
}
