package brine.journal.testkit.internal

import brine.codec.Schema
import brine.journal.{EventCursor, Filter, Offset}
import java.time.Instant
import java.util.UUID

/** Walks the events of a log in memory. One thread at a time.
  *
  * @param visible
  *   the last sequence that may be read
  * @param listed
  *   the sequences of the selected events, once there are any; null selects all events
  * @param begin
  *   the sequence that is passed already
  * @param firstVersion
  *   the first version that is selected. Versions may have gaps: records may be copied from a journal that has some
  */
private[testkit] final class MemoryCursor private (
    content: MemoryContent,
    visible: () => Long,
    listed: Option[() => Growing[java.lang.Long] | Null],
    begin: Long,
    firstVersion: Long
) extends EventCursor:
  private var sequence                  = begin
  private var place                     = 0
  private var event: MemoryEvent | Null = null

  def next(): Boolean =
    // Asked before the list, which then has everything up to there.
    val until = visible()
    val found = listed match
      case None       => if sequence < until then sequence + 1 else 0L
      case Some(list) => nextIn(list(), until)
    if found > 0 then
      sequence = found
      event = eventAt(found)
      true
    else
      sequence = math.max(sequence, until)
      false

  private def nextIn(list: Growing[java.lang.Long] | Null, until: Long): Long =
    if list == null then 0
    else
      if place == 0 && firstVersion > 1 then place = placeOf(list)
      while place < list.size && isPassed(list(place)) do place += 1
      if place < list.size && list(place) <= until then
        place += 1
        list(place - 1)
      else 0

  private def isPassed(found: Long) = found <= sequence || firstVersion > 1 && eventAt(found).version < firstVersion

  /** Where the first version is in the list of a stream, or will be. */
  private def placeOf(list: Growing[java.lang.Long]): Int =
    var low  = 0
    var high = list.size
    while low < high do
      val middle = (low + high) / 2
      if eventAt(list(middle)).version < firstVersion then low = middle + 1 else high = middle
    low

  private def eventAt(sequence: Long): MemoryEvent = content.events((sequence - 1).toInt)

  private def current: MemoryEvent =
    val known = event
    if known == null then throw IllegalStateException("there is no event before the first next") else known

  def offset: Offset       = Offset(sequence)
  def stream: String       = current.stream
  def version: Long        = current.version
  def at: Instant          = current.at
  def tags: Set[String]    = current.tags
  def key: Option[UUID]    = current.key
  def schema: Schema       = current.schema
  def payload: Array[Byte] = current.payload.clone // a reader that changes it harms no other
  def close(): Unit        = ()

  def keyEvents: Int                = current.keyEvents
  override def kind: Option[String] = current.kind

private[testkit] object MemoryCursor:
  def events(content: MemoryContent, visible: () => Long, filter: Filter.Basic, from: Long): MemoryCursor =
    val listed = filter match
      case Filter.All          => None
      case Filter.Stream(name) => Some(() => content.ofStream(name))
      case Filter.Tagged(tag)  => Some(() => content.ofTag(tag))
    new MemoryCursor(content, visible, listed, math.max(from - 1, 0), 0)

  def stream(content: MemoryContent, visible: () => Long, name: String, from: Long): MemoryCursor =
    new MemoryCursor(content, visible, Some(() => content.ofStream(name)), 0, from)
