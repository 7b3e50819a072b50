package brine.lab.peers.playjson

import play.api.libs.json.{Format, Json, OFormat}

import brine.lab.model.*

/** The page events of an older and a newer program. */
private object PageFormats:
  private given olderAdded: OFormat[older.PageAdded]     = Json.format
  private given olderRemoved: OFormat[older.PageRemoved] = Json.format
  private given newerAdded: OFormat[newer.PageAdded]     = Json.format
  private given newerRemoved: OFormat[newer.PageRemoved] = Json.format

  given olderEvent: Format[older.PageEvent]   = Json.format
  given newerEvent: Format[newer.PageEvent]   = Json.format
  val olderHistory: Format[older.PageHistory] = Json.format
  val newerHistory: Format[newer.PageHistory] = Json.format
