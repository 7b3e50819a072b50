package brine.examples.site.http

import java.io.{BufferedReader, InputStream, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8

/** Reads a stream of server-sent events. */
final class EventReader(stream: InputStream) extends AutoCloseable:
  private val lines = BufferedReader(InputStreamReader(stream, UTF_8))

  /** The next event or comment, as its fields; empty at the end of the stream. Waits for it. */
  def nextBlock(): Map[String, String] =
    val block = Iterator.continually(lines.readLine()).takeWhile(line => line != null && line.nonEmpty).toList
    block.map(line => line.takeWhile(_ != ':') -> line.dropWhile(_ != ':').drop(1).trim).toMap

  /** The next event. */
  def next(): EventReader.Event =
    val block = Iterator.continually(nextBlock()).find(one => one.isEmpty || one.contains("data")).get
    if block.isEmpty then throw AssertionError("the stream has ended")
    EventReader.Event(block("id").toLong, ujson.read(block("data")))

  def close(): Unit = stream.close()

object EventReader:
  final case class Event(id: Long, data: ujson.Value):
    def kind: String = data("event")("type").str
