package brine.pekko.entity.internal

import com.typesafe.config.Config

/** How large a message between nodes may be. Pekko drops larger ones, and only logs that. */
private[pekko] object FrameSize:
  private inline val Setting = "pekko.remote.artery.advanced.maximum-frame-size"

  // Addresses and the header of a message.
  private inline val Overhead = 4_096

  /** The most bytes of a message. Without Pekko's remoting on the class path there are no other nodes, and no limit. */
  def mostBytes(config: Config): Int =
    if config.hasPath(Setting) then
      math.max(0, math.min(config.getBytes(Setting) - Overhead, Int.MaxValue.toLong)).toInt
    else Int.MaxValue

  def problem(bytes: Int, most: Int): String =
    s"it has $bytes bytes, and a message between nodes may have $most: raise $Setting, or store large content " +
      "elsewhere and send a reference"
