package brine.lab.peers.rocksdb

import java.nio.ByteBuffer
import java.util.List as JList
import java.util.function.Consumer
import scala.jdk.CollectionConverters.*

import brine.lab.peer.{EventLog, IntegerLog}

private final class RocksdbEvents(records: Records) extends EventLog:
  def append(event: Array[Byte]): Unit = records.append(Array(event))

  def appendAll(events: Array[Array[Byte]]): Unit = records.append(events)

  def bytes: Long = records.bytes

  def read(each: Consumer[Array[Byte]]): Unit = records.read(each.accept)

  def close(): Unit = records.close()

/** Integers of four bytes each: the database has no form of its own for them. */
private final class RocksdbIntegers(records: Records) extends IntegerLog:
  def append(values: Array[Integer]): Unit =
    val buffer = ByteBuffer.allocate(values.length * 4)
    values.foreach(value => buffer.putInt(value))
    records.append(Array(buffer.array))

  def bytes: Long = records.bytes

  def read(): JList[Array[Integer]] =
    val found = List.newBuilder[Array[Integer]]
    records.read: bytes =>
      val buffer = ByteBuffer.wrap(bytes)
      found += Array.fill(bytes.length / 4)(Integer.valueOf(buffer.getInt()))
    found.result().asJava

  def close(): Unit = records.close()
