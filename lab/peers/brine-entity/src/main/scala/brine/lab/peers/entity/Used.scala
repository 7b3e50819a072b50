package brine.lab.peers.entity

import java.nio.channels.FileChannel
import java.nio.file.{Files, Path}
import java.nio.ByteBuffer
import scala.jdk.CollectionConverters.*

/** How much of a journal's segments is used: without the zeros they are filled with ahead, seen from outside. */
private object Used:
  private val chunk = 1 << 16

  def bytes(folder: Path): Long =
    val files = Files.list(folder)
    try files.iterator.asScala.filter(_.getFileName.toString.endsWith(".seg")).map(used).sum
    finally files.close()

  private def used(file: Path): Long =
    val channel = FileChannel.open(file)
    try
      val buffer = ByteBuffer.allocate(chunk)
      var end    = channel.size
      var last   = -1
      while end > 0 && last < 0 do
        val start = math.max(0, end - chunk)
        buffer.clear().limit((end - start).toInt)
        while buffer.hasRemaining && channel.read(buffer, start + buffer.position) >= 0 do ()
        last = buffer.array.lastIndexWhere(_ != 0, (end - start).toInt - 1)
        if last < 0 then end = start else end = start + last + 1
      end
    finally channel.close()
