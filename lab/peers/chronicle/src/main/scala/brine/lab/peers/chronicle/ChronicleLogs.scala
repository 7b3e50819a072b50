package brine.lab.peers.chronicle

import java.util.List as JList
import java.util.function.Consumer
import scala.jdk.CollectionConverters.*

import brine.lab.peer.{EventLog, IntegerLog}

private final class ChronicleEvents(queue: Queue) extends EventLog:
  def append(event: Array[Byte]): Unit = queue.append(1)((_, bytes) => { val _ = bytes.write(event) })

  def appendAll(events: Array[Array[Byte]]): Unit =
    queue.append(events.length)((index, bytes) => { val _ = bytes.write(events(index)) })

  def bytes: Long = queue.bytes

  def read(each: Consumer[Array[Byte]]): Unit = queue.read(bytes => each.accept(bytes.toByteArray))

  def close(): Unit = queue.close()

/** Integers as stop-bit numbers, the library's own compact form. */
private final class ChronicleIntegers(queue: Queue) extends IntegerLog:
  def append(values: Array[Integer]): Unit = queue.append(1): (_, bytes) =>
    bytes.writeStopBit(values.length.toLong)
    for value <- values do { val _ = bytes.writeStopBit(value.toLong) }

  def bytes: Long = queue.bytes

  def read(): JList[Array[Integer]] =
    val found = List.newBuilder[Array[Integer]]
    queue.read: bytes =>
      val length = bytes.readStopBit().toInt
      found += Array.fill(length)(Integer.valueOf(bytes.readStopBit().toInt))
    found.result().asJava

  def close(): Unit = queue.close()
