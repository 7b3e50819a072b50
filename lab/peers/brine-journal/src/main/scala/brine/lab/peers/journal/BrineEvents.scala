package brine.lab.peers.journal

import java.nio.file.Path
import java.util.concurrent.atomic.LongAccumulator
import java.util.function.Consumer
import scala.collection.immutable.ArraySeq

import brine.journal.*
import brine.lab.peer.EventLog

/** Events of one stream. */
private final class BrineEvents(folder: Path, level: Level, settings: JournalSettings) extends EventLog:
  private val journal  = Journal.open(folder, settings)
  private val last     = LongAccumulator(_ max _, 0)
  private var listener = Told(_ => ())

  def append(event: Array[Byte]): Unit = appendAll(ArraySeq(event))

  def appendAll(events: Array[Array[Byte]]): Unit = appendAll(ArraySeq.unsafeWrapArray(events))

  private def appendAll(events: Seq[Array[Byte]]): Unit =
    journal.append("events", ExpectedVersion.Any, events, level = level).await() match
      case Right(appended) => last.accumulate(appended.last.sequence)
      case Left(error)     => throw JournalException(error)

  override def isAsynchronous: Boolean = true

  override def appendLater(event: Array[Byte], done: Consumer[Throwable]): Unit =
    if listener.done ne done then
      last.accumulate(listener.last)
      listener = Told(done)
    journal.append("events", event, level, listener, 0)

  def bytes: Long = Used.bytes(folder)

  /** Readers see what is on the disk, which lower levels wait for here. */
  def read(each: Consumer[Array[Byte]]): Unit =
    val appended = last.get.max(listener.last)
    val until    = System.nanoTime + BrineEvents.patienceNanos
    while journal.durable.sequence < appended && System.nanoTime < until do Thread.sleep(1)
    journal.readAll[Array[Byte]]().foreach(record => each.accept(record.value)) match
      case Right(_)    => ()
      case Left(error) => throw JournalException(error)

  def close(): Unit = journal.close()

private object BrineEvents:
  private val patienceNanos = 30_000_000_000L

private final class Told(val done: Consumer[Throwable]) extends AppendListener:
  @volatile var last = 0L // written by the journal's writer only

  def appended(context: Long, first: Offset, last: Offset, version: Long): Unit =
    this.last = last.sequence
    done.accept(null)

  def rejected(context: Long, error: AppendError): Unit = done.accept(JournalException(error))
