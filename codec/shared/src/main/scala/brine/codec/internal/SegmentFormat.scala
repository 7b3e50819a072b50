package brine.codec.internal

import brine.codec.In

/** How a segment starts, and the kinds of its blocks. */
private[codec] object SegmentFormat:
  /** `BRNS` and the version of the format. */
  val Start: Array[Byte] = Array(0x42, 0x52, 0x4e, 0x53, 0x01)

  /** A block as it is. */
  val Plain: Byte = 0

  /** A block compressed by DEFLATE, after its uncompressed length. */
  val Deflated: Byte = 1

  /** A block holds no more, so that a few bytes cannot stand for messages without end that take none. */
  inline val MostMessages = 65536

  def readStart(in: In): Unit =
    val at = in.position
    if in.remaining < Start.length then in.failAt(in.end, "the segment ends within its start")
    var i = 0
    while i < Start.length do
      if in.readByte() != Start(i) then
        in.failAt(
          at + i,
          if i < Start.length - 1 then "not a segment: it does not start with BRNS"
          else s"a segment of version ${in.array(at + i) & 0xff}, but this reader knows version 1"
        )
      i += 1
