package brine.lab.peers.reference

import brine.lab.model.{ModelFormat, SiteEvent}

/** Events that need no decoding: it gives back the one that was there before. */
private final class DecodedFormat(events: Vector[SiteEvent]) extends ModelFormat(events):
  // The contract wants bytes; nothing reads them.
  def encode(value: Object): Array[Byte]             = Array[Byte](0)
  def decode(bytes: Array[Byte], index: Int): Object = values(index)
