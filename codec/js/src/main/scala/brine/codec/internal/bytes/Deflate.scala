package brine.codec.internal.bytes

import scala.annotation.unused

/** JavaScript offers DEFLATE only as asynchronous streams, which a synchronous reader cannot await. */
private[codec] object Deflate:
  val isAvailable = false

  def compress(@unused bytes: Array[Byte], @unused most: Int): Array[Byte] | Null = null

  def expand(
      @unused bytes: Array[Byte],
      @unused from: Int,
      @unused length: Int,
      @unused size: Int
  ): Array[Byte] | Null = null
