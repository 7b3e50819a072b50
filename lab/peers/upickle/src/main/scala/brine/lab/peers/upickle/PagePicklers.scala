package brine.lab.peers.upickle

import _root_.upickle.default.*

import brine.lab.model.*

/** The page events of an older and a newer program. */
private object PagePicklers:
  private given olderAdded: ReadWriter[older.PageAdded]     = macroRW
  private given olderRemoved: ReadWriter[older.PageRemoved] = macroRW
  private given newerAdded: ReadWriter[newer.PageAdded]     = macroRW
  private given newerRemoved: ReadWriter[newer.PageRemoved] = macroRW

  given olderEvent: ReadWriter[older.PageEvent]     = macroRW
  given newerEvent: ReadWriter[newer.PageEvent]     = macroRW
  given olderHistory: ReadWriter[older.PageHistory] = macroRW
  given newerHistory: ReadWriter[newer.PageHistory] = macroRW
