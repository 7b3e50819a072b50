package brine.lab.sql

import java.util.function.Consumer
import scala.collection.immutable.ArraySeq

import brine.journal.*
import brine.lab.peer.EventLog

/** Events of one stream in this project's store. */
private final class BrineLogEvents(logs: BrineLogs, name: String) extends EventLog:
  private val log = logs.open(name)

  def append(event: Array[Byte]): Unit = appendAll(ArraySeq(event))

  def appendAll(events: Array[Array[Byte]]): Unit = appendAll(ArraySeq.unsafeWrapArray(events))

  private def appendAll(events: Seq[Array[Byte]]): Unit =
    log.append("events", ExpectedVersion.Any, events).await() match
      case Right(_)    => ()
      case Left(error) => throw JournalException(error)

  override def isAsynchronous: Boolean = true

  override def appendLater(event: Array[Byte], done: Consumer[Throwable]): Unit =
    log.append("events", event, Level.Disk, BrineLogEvents.Told(done), 0)

  def bytes: Long = logs.bytes(name)

  def read(each: Consumer[Array[Byte]]): Unit =
    log.readAll[Array[Byte]]().foreach(record => each.accept(record.value)) match
      case Right(_)    => ()
      case Left(error) => throw JournalException(error)

  def close(): Unit = log.close()

private object BrineLogEvents:
  private final class Told(done: Consumer[Throwable]) extends AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit = done.accept(null)
    def rejected(context: Long, error: AppendError): Unit = done.accept(JournalException(error))
