package brine.journal

import brine.codec.Codec

/** What the tests append. */
enum SiteEvent derives Codec:
  case Created(name: String)
  case PageAdded(path: String, words: Int)
  case Renamed(name: String)
