package brine.lab.peers.journal

import java.nio.file.Path
import java.util.concurrent.{CountDownLatch, TimeUnit}
import java.util.concurrent.atomic.LongAccumulator
import java.util.function.Consumer
import scala.collection.immutable.ArraySeq

import brine.journal.*
import brine.lab.peer.{EventLog, UsedBytes}

/** Events of one stream. */
private final class BrineEvents(folder: Path, level: Level, settings: JournalSettings, boundary: Boundary)
    extends EventLog:
  private val journal  = Journal.open(folder, settings)
  private val last     = LongAccumulator(_ max _, 0)
  private var listener = Told(_ => ())

  // Of the one thread that does not wait
  private val boundaries = Boundaries(boundary)
  private val batch      = AppendBatch()

  def append(event: Array[Byte]): Unit = appendAll(ArraySeq(event))

  def appendAll(events: Array[Array[Byte]]): Unit = appendAll(ArraySeq.unsafeWrapArray(events))

  private def appendAll(events: Seq[Array[Byte]]): Unit =
    val appending =
      if boundaries.isOn then
        val tags = boundaries.tags()
        val all  = List(StreamAppend("events", ExpectedVersion.Any, events, tags))
        journal.appendAll(all, level = level, unless = boundaries.unless(tags, journal.durable))
      else journal.append("events", ExpectedVersion.Any, events, level = level)
    appending.await() match
      case Right(appended) => last.accumulate(appended.last.sequence)
      case Left(error)     => throw JournalException(error)

  override def isAsynchronous: Boolean = true

  override def appendLater(event: Array[Byte], done: Consumer[Throwable]): Unit =
    if listener.done ne done then
      last.accumulate(listener.last)
      listener = Told(done)
    if boundaries.isOn then
      val tags = boundaries.tags()
      batch.clear().withLevel(level).to("events", tags = tags).add(event)
      boundaries.bound(batch, tags, journal.durable)
      journal.appendBatch(batch, listener, 0)
    else journal.append("events", event, level, listener, 0)

  def bytes: Long = UsedBytes.ofSegments(folder)

  /** Readers see what is on the disk, which lower levels wait for here. */
  private def awaitDurable(): Unit = Durable.await(journal, last.get.max(listener.last))

  def read(each: Consumer[Array[Byte]]): Unit =
    awaitDurable()
    journal.readAll[Array[Byte]]().foreach(record => each.accept(record.value)) match
      case Right(_)    => ()
      case Left(error) => throw JournalException(error)

  override def subscribe(events: Long, each: Consumer[Array[Byte]]): Unit =
    delivering(events): (left, ended) =>
      journal.subscribe[Array[Byte]](Offset.Begin): record =>
        each.accept(record.value)
        left.value -= 1
        if left.value == 0 then ended.countDown()

  override def subscribeBatches(events: Long, each: Consumer[Array[Byte]]): Unit =
    delivering(events): (left, ended) =>
      journal.subscribeBatches[Array[Byte]](Offset.Begin): records =>
        records.foreach(record => each.accept(record.value))
        left.value -= records.size
        if left.value <= 0 then ended.countDown()

  private def delivering(events: Long)(begin: (BrineEvents.Left, CountDownLatch) => Subscription): Unit =
    awaitDurable()
    val ended        = CountDownLatch(1)
    val subscription = begin(BrineEvents.Left(events), ended)
    try
      if !ended.await(BrineEvents.patienceSeconds, TimeUnit.SECONDS) then
        throw IllegalStateException(s"not all of $events events within ${BrineEvents.patienceSeconds} s")
    finally subscription.close()

  def close(): Unit = journal.close()

private object BrineEvents:
  private val patienceSeconds = 30L

  /** Events that a subscriber still waits for. Used by its thread. */
  private final class Left(var value: Long)

private final class Told(val done: Consumer[Throwable]) extends AppendListener:
  @volatile var last = 0L // written by the journal's writer only

  def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
    this.last = last.sequence
    done.accept(null)

  def rejected(context: Long, error: AppendError): Unit = done.accept(JournalException(error))
