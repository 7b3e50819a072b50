package brine.jdbc.internal.reading

import brine.codec.Schema
import brine.jdbc.internal.queries.StoredEvent
import brine.journal.{EventCursor, Micros, Offset}
import java.time.Instant
import java.util.UUID

/** Walks the selected events. Holds up to a MiB of them, and no connection. One thread at a time.
  *
  * @param begin
  *   the number that is passed already
  * @param selects
  *   which of the events of the selection it walks
  */
private[jdbc] final class JdbcCursor(
    reading: Reading,
    selection: Selection,
    begin: Long,
    selects: StoredEvent => Boolean
) extends EventCursor:
  private var passed                     = begin
  private var looked                     = begin
  private var found                      = Vector.empty[(Long, Int)].iterator.buffered
  private var loaded                     = Vector.empty[StoredEvent].iterator
  private var event: Option[StoredEvent] = None

  def next(): Boolean =
    var isFound = false
    var isOver  = false
    while !isFound && !isOver do
      if loaded.hasNext then
        val one = loaded.next()
        passed = one.seq
        isFound = selects(one)
        if isFound then event = Some(one)
      else if found.hasNext then load()
      else if looked < reading.visible.sequence then look()
      else
        passed = math.max(passed, looked)
        isOver = true
    isFound

  private def look(): Unit =
    val until = reading.visible.sequence
    val batch = reading.look(selection, looked, until)
    looked = batch.upTo
    found = batch.events.iterator.buffered

  // As many as fit, so that large events do not fill the heap.
  private def load(): Unit =
    val some  = Vector.newBuilder[(Long, Int)]
    var count = 0
    var bytes = 0L
    while found.hasNext && (count == 0 || bytes + found.head._2 <= JdbcCursor.MostBytes) do
      val next = found.next()
      some += next
      count += 1
      bytes += next._2
    val (wanted, rest) = (some.result(), found)
    try loaded = reading.load(wanted.map(_._1)).iterator
    catch
      case failed: Throwable =>
        // They are still to be read.
        found = (wanted.iterator ++ rest).buffered
        throw failed

  override def refresh(): Unit = reading.refresh()

  private def current: StoredEvent =
    event.getOrElse(throw IllegalStateException("there is no event before the first next"))

  def offset: Offset                = Offset(passed)
  def stream: String                = current.stream
  def version: Long                 = current.version
  def at: Instant                   = Micros.instant(current.micros)
  def tags: Set[String]             = current.tags
  def key: Option[UUID]             = current.key
  def keyEvents: Int                = current.keyEvents
  def schema: Schema                = current.schema
  def payload: Array[Byte]          = current.payload
  override def kind: Option[String] = current.kind

  def close(): Unit =
    found = Iterator.empty.buffered
    loaded = Iterator.empty

private[jdbc] object JdbcCursor:
  private final val MostBytes = 1L << 20
