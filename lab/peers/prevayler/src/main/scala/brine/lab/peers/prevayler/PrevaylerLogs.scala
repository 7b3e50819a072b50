package brine.lab.peers.prevayler

import java.util.List as JList
import java.util.function.Consumer
import scala.jdk.CollectionConverters.*

import brine.lab.peer.{EventLog, IntegerLog}

private final class PrevaylerEvents(journal: Journal) extends EventLog:
  def append(event: Array[Byte]): Unit = journal.prevayler.execute(Append(event))

  def appendAll(events: Array[Array[Byte]]): Unit = journal.prevayler.execute(AppendAll(events))

  /** A transaction is one piece in memory, and the whole of it is written at once. */
  override def largestBatch: Int = 1000

  def bytes: Long = journal.bytes

  def read(each: Consumer[Array[Byte]]): Unit = journal.read(record => each.accept(record.asInstanceOf[Array[Byte]]))

  def close(): Unit = journal.close()

private final class PrevaylerIntegers(journal: Journal) extends IntegerLog:
  def append(values: Array[Integer]): Unit = journal.prevayler.execute(Append(values))

  def bytes: Long = journal.bytes

  def read(): JList[Array[Integer]] =
    val found = List.newBuilder[Array[Integer]]
    journal.read(record => { val _ = found += record.asInstanceOf[Array[Integer]] })
    found.result().asJava

  def close(): Unit = journal.close()
