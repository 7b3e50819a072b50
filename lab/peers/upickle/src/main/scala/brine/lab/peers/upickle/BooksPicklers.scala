package brine.lab.peers.upickle

import _root_.upickle.default.*

import brine.lab.model.books.*

/** The picklers of study `books`; those of arrays, maps and sequences are uPickle's own. */
private object BooksPicklers:
  given ReadWriter[Click]  = macroRW
  given ReadWriter[Branch] = macroRW
  given ReadWriter[Book]   = macroRW
