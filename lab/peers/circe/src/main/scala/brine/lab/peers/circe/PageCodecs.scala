package brine.lab.peers.circe

import io.circe.Codec

import brine.lab.model.*

/** The page events of an older and a newer program. */
private object PageCodecs:
  private given olderAdded: Codec[older.PageAdded]     = Codec.AsObject.derived
  private given olderRemoved: Codec[older.PageRemoved] = Codec.AsObject.derived
  private given newerAdded: Codec[newer.PageAdded]     = Codec.AsObject.derived
  private given newerRemoved: Codec[newer.PageRemoved] = Codec.AsObject.derived

  given olderEvent: Codec[older.PageEvent]   = Codec.AsObject.derived
  given newerEvent: Codec[newer.PageEvent]   = Codec.AsObject.derived
  val olderHistory: Codec[older.PageHistory] = Codec.AsObject.derived
  val newerHistory: Codec[newer.PageHistory] = Codec.AsObject.derived
