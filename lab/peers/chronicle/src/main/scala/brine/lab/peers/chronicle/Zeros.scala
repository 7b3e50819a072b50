package brine.lab.peers.chronicle

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Path, StandardOpenOption}
import java.util.Arrays

/** Makes the space of a file that has holes, as touching its pages would. */
private object Zeros:
  private val chunk = 1 << 20
  private val blank = new Array[Byte](chunk)

  /** Writes zeros where the file has only zeros, up to `length` or its end if that comes first, and forces them. Nobody
    * else may write to the file meanwhile.
    */
  def fill(file: Path, length: Long): Unit =
    val channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
    try
      val buffer = ByteBuffer.allocate(chunk)
      val zeros  = ByteBuffer.allocateDirect(chunk)
      var at     = 0L
      val end    = length.min(channel.size)
      while at < end do
        val size = chunk.toLong.min(end - at).toInt
        buffer.clear().limit(size)
        while buffer.hasRemaining && channel.read(buffer, at + buffer.position) >= 0 do ()
        if Arrays.mismatch(buffer.array, 0, size, blank, 0, size) < 0 then
          zeros.clear().limit(size)
          while zeros.hasRemaining do { val _ = channel.write(zeros, at + zeros.position) }
        at += size
      channel.force(false)
    finally channel.close()
