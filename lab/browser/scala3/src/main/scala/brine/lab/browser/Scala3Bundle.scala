package brine.lab.browser

import scala.scalajs.js.annotation.JSExportTopLevel

/** The bundle of the libraries that exist for Scala 3. */
object Scala3Bundle:
  @JSExportTopLevel("brineLab")
  val bundle: Bundle = Bundle(Scala3Libraries)
