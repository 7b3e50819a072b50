package brine.lab.browser

import _root_.upickle.default.*
import brine.lab.model.books.*

/** uPickle's derived picklers of the model. */
object UpicklePicklers:
  given ReadWriter[Click]  = macroRW
  given ReadWriter[Branch] = macroRW
  given ReadWriter[Book]   = macroRW
