package brine.codec.internal.bytes

import java.util.zip.{DataFormatException, Deflater, Inflater}

/** DEFLATE without a header (RFC 1951), by the JDK. */
private[codec] object Deflate:
  val isAvailable = true

  /** Compresses `bytes`; null if the result is not smaller than `most` bytes. */
  def compress(bytes: Array[Byte], most: Int): Array[Byte] | Null =
    val deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)
    try
      deflater.setInput(bytes)
      deflater.finish()
      val room = new Array[Byte](math.max(0, most))
      val size = deflater.deflate(room)
      if deflater.finished then java.util.Arrays.copyOf(room, size) else null
    finally deflater.end()

  /** Expands part of an array; null if the result does not have exactly `size` bytes. */
  def expand(bytes: Array[Byte], from: Int, length: Int, size: Int): Array[Byte] | Null =
    if size > MostFactor * length then null else inflate(bytes, from, length, size)

  // DEFLATE's longest match takes at least two bits, which bounds the expansion; a larger claim reserves no memory.
  private inline val MostFactor = 1032L

  private inline val UsualFactor = 8L
  private inline val FirstStep   = 512

  private def inflate(bytes: Array[Byte], from: Int, length: Int, size: Int): Array[Byte] | Null =
    val inflater = new Inflater(true)
    try
      inflater.setInput(bytes, from, length)
      // Grows with what is there, because a few bytes may claim to be many.
      var expanded = new Array[Byte](math.min(size.toLong, UsualFactor * length + FirstStep).toInt)
      var done     = 0
      var step     = -1
      while done < size && step != 0 do
        if done == expanded.length then
          expanded = java.util.Arrays.copyOf(expanded, math.min(size.toLong, 2L * done).toInt)
        step = inflater.inflate(expanded, done, expanded.length - done)
        done += step
      // The end of the stream may need one more call that produces no bytes.
      if done == size && !inflater.finished then inflater.inflate(new Array[Byte](1)): Unit
      if done == size && inflater.finished && inflater.getRemaining == 0 && inflater.getBytesWritten == size then
        expanded
      else null
    catch case _: DataFormatException => null
    finally inflater.end()
