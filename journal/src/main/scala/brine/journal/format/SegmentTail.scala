package brine.journal.format

import brine.journal.storage.StorageFile
import java.nio.ByteBuffer

/** What is in a segment after its last unit: a torn write, or nothing. */
private[journal] object SegmentTail:
  // Fits into a processor's cache.
  private inline val Chunk = 1L << 18

  /** Number of bytes from an offset on to the last one that is not zero. */
  def writtenBytes(file: StorageFile, header: SegmentHeader, from: Long): Long =
    val chunk = new Array[Byte](math.min(Chunk, math.max(header.size - from, 1)).toInt)
    val zeros = new Array[Byte](chunk.length)
    var at    = from
    var last  = from
    var more  = true
    while more && at < header.size do
      val read = file.read(ByteBuffer.wrap(chunk, 0, math.min(chunk.length, header.size - at).toInt), at)
      if read > 0 && !java.util.Arrays.equals(chunk, 0, read, zeros, 0, read) then
        var i = read - 1
        while chunk(i) == 0 do i -= 1
        last = at + i + 1
      at += read
      more = read > 0
    last - from
