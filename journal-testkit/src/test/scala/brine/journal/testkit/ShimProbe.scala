package brine.journal.testkit

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.{CREATE, READ, WRITE}
import java.nio.file.{Files, Path}

/** Writes and forces a file as the arguments say, and prints how each went: `write N`, `gather N`, `append N` (bytes),
  * `force`, `touch FILE`.
  */
object ShimProbe:
  def main(arguments: Array[String]): Unit =
    val channel = FileChannel.open(Path.of(arguments(0)), CREATE, READ, WRITE)
    var at      = 0L
    for argument <- arguments.drop(1) do
      val said =
        try
          argument.split(' ') match
            case Array("write", n) =>
              val buffer = bytes(n.toInt)
              while buffer.hasRemaining do at += channel.write(buffer, at)
              "ok"
            case Array("append", n) =>
              val buffer = bytes(n.toInt)
              channel.position(at)
              while buffer.hasRemaining do at += channel.write(buffer)
              "ok"
            case Array("gather", n) =>
              val buffers = Array(bytes(n.toInt / 2), bytes(n.toInt / 2))
              channel.position(at)
              while buffers.exists(_.hasRemaining) do at += channel.write(buffers)
              "ok"
            case Array("force") =>
              channel.force(false)
              "ok"
            case Array("touch", file) =>
              Files.createFile(Path.of(file))
              "ok"
        catch case error: IOException => error.getMessage
      println(s"$argument: $said")
    println(s"size: ${channel.size}")

  private def bytes(length: Int) = ByteBuffer.allocateDirect(length)
