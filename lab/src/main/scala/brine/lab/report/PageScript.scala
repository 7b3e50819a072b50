package brine.lab.report

import brine.lab.catalog.Studies
import brine.lab.page.Assets

/** The page's scripts, within one scope. */
object PageScript:
  lazy val text: String =
    def shared(names: String*) = names.toList.map(name => Assets.text(s"page/$name.js"))
    val parts = shared("state", "look", "lines") ++ Studies.all.map(_.script) ++ shared("tables", "controls")
    parts.mkString("(() => {\n\"use strict\";\n", "\n", "})();\n")
