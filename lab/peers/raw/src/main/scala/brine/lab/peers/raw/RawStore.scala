package brine.lab.peers.raw

import java.nio.ByteBuffer
import java.nio.file.{Files, Path}
import java.util.List as JList
import java.util.function.Consumer
import scala.jdk.CollectionConverters.*

import brine.lab.peer.{EventLog, IntegerLog, LogStore}
import brine.lab.peer.LogStore.Level

private final class RawStore(folder: Path, zeroed: Boolean) extends LogStore:
  private def file(name: String) = folder.resolve(name + ".log")

  def events(name: String, level: Level): EventLog = RawEvents(RawFile(file(name), zeroed), level == Level.DISK)

  def integers(name: String): IntegerLog = RawIntegers(RawFile(file(name), zeroed))

  def drop(name: String): Unit = { val _ = Files.deleteIfExists(file(name)) }

  def close(): Unit = ()

/** Length and bytes, again and again. Appends take turns. */
private final class RawEvents(file: RawFile, forced: Boolean) extends EventLog:
  private val one = new Array[Array[Byte]](1)

  def append(event: Array[Byte]): Unit = synchronized:
    one(0) = event
    appendAll(one)

  def appendAll(events: Array[Array[Byte]]): Unit = synchronized:
    var size = 0
    for event <- events do size += 4 + event.length
    val buffer = file.buffer(size)
    for event <- events do { val _ = buffer.putInt(event.length).put(event) }
    file.write(buffer.flip(), forced)

  def bytes: Long = synchronized(file.end)

  def read(each: Consumer[Array[Byte]]): Unit = synchronized(file.read(each))

  def close(): Unit = synchronized(file.close())

/** Four bytes for each Integer. */
private final class RawIntegers(file: RawFile) extends IntegerLog:
  def append(values: Array[Integer]): Unit =
    val buffer = file.buffer(4 + values.length * 4).putInt(values.length * 4)
    for value <- values do { val _ = buffer.putInt(value) }
    file.write(buffer.flip(), forced = true)

  def bytes: Long = file.end

  def read(): JList[Array[Integer]] =
    val found = List.newBuilder[Array[Integer]]
    file.read: bytes =>
      val buffer = ByteBuffer.wrap(bytes)
      found += Array.fill(bytes.length / 4)(Integer.valueOf(buffer.getInt()))
    found.result().asJava

  def close(): Unit = file.close()
