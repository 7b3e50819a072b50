package brine.journal.appending

import brine.journal.format.Frame
import brine.journal.precondition.{Pins, Streams}
import brine.journal.{Completion, Level}
import java.util.UUID

/** Appends of events as another journal has stored them, which keep their versions and times. For one thread only,
  * which appends in no other way: a version may be skipped only while no append is in flight.
  */
private[appending] final class StoredAppends(streams: Streams, handover: Handover):
  import handover.{handOver, makeRoom, mostBytes, tooLarge, unreadable}

  // Streams that were skipped to a version which is nowhere but here.
  private val skipped = Pins(streams)

  /** Continues a stream after this version, although the stream has no such event. No append may be in flight. The next
    * append of stored events must have an event of this stream.
    */
  def skipTo(stream: String, version: Long): Unit =
    val state = skipped.stream(stream)
    state.lastVersion = version
    state.lastUnit = 0 // so that its next event contains its version

  /** Appends the events of one append, with its time.
    *
    * @param time
    *   microseconds since 1970
    * @param after
    *   sequence of the record before. The append is refused if the last record is another one, because an append before
    *   it was refused. So what is stored is always the beginning of what was appended
    */
  def append(events: Vector[StoredEvent], time: Long, key: Option[UUID], after: Long): Completion =
    val size = events.iterator.map(_.bytes.length.toLong).sum
    if size > mostBytes || events.size > Frame.MostRecords then Completion.refused(tooLarge(size), Level.OsCache)
    else
      try appendChecked(events, size, time, key, after)
      catch unreadable.andThen(Completion.refused(_, Level.OsCache))

  private def appendChecked(
      events: Vector[StoredEvent],
      size: Long,
      time: Long,
      key: Option[UUID],
      after: Long
  ): Completion =
    val round      = streams.round
    val parts      = partsOf(events)
    val completion = handOver(size.toInt, key, Level.OsCache, waits = true, round)(
      Pending.Part.keepAll(parts),
      Pending.Part.pinAll(parts, _)
    ): pending =>
      pending.events = events.size
      pending.lengths = if events.size == 1 then null else events.iterator.map(_.bytes.length).toArray
      pending.setParts(parts)
      makeRoom(pending, size.toInt)
      var at = 0
      events.foreach(event => at = pending.put(at, event.bytes, event.bytes.length))
      pending.complete(at)
      pending.time = time
      pending.after = after
    skipped.release()
    completion

  /** The parts of an append: each has the events that follow each other in a stream, with the same schema and tags. */
  private def partsOf(events: Vector[StoredEvent]): Array[Pending.Part] =
    val parts = Array.newBuilder[Pending.Part]
    val seen  = java.util.HashSet[String]()
    var from  = 0
    while from < events.size do
      val first = events(from)
      var until = from + 1
      while until < events.size && events(until).continues(events(until - 1)) do until += 1
      parts += Pending.Part(
        streams.of(first.stream),
        if seen.add(first.stream) then first.version - 1 else -1,
        streams.schema(first.schema),
        until - from,
        if first.tags.isEmpty then null else first.tags.iterator.map(streams.tag(_)).toArray
      )
      from = until
    parts.result()
