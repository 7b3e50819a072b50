package brine.lab.peers.boopickle

import boopickle.Default.*

import brine.lab.model.*

/** The page events of an older and a newer program. */
private object PagePicklers:
  given olderEvent: Pickler[older.PageEvent]   = generatePickler
  given newerEvent: Pickler[newer.PageEvent]   = generatePickler
  val olderHistory: Pickler[older.PageHistory] = generatePickler
  val newerHistory: Pickler[newer.PageHistory] = generatePickler
