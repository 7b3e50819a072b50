package brine.journal.appending

import brine.journal.format.Frame
import brine.journal.precondition.{Pins, Streams}
import brine.journal.{Completion, Level}
import java.util.UUID

/** Appends of events as another journal has stored them, which keep their versions and times. For one thread only,
  * which appends in no other way: a version may be skipped only while no append is in flight.
  */
private[appending] final class StoredAppends(streams: Streams, handover: Handover):
  import handover.{handOver, makeRoom, mostBytes, tooLarge}

  // Streams that were skipped to a version which is nowhere but here.
  private val skipped = Pins(streams)

  /** Continues a stream after this version, although the stream has no such event. No append may be in flight. The next
    * append of stored events must be to this stream.
    */
  def skipTo(stream: String, version: Long): Unit =
    val state = skipped.stream(stream)
    state.lastVersion = version
    state.lastUnit = 0 // so that its next event contains its version

  /** Appends the events of one append, with its time.
    *
    * @param time
    *   microseconds since 1970
    */
  def append(events: Vector[StoredEvent], time: Long, key: Option[UUID]): Completion =
    val size = events.iterator.map(_.bytes.length.toLong).sum
    if size > mostBytes || events.size > Frame.MostRecords then Completion.refused(tooLarge(size), Level.OsCache)
    else
      val round = streams.round
      val seen  = java.util.HashSet[String]()
      val parts = events.toArray.map: event =>
        Pending.Part(
          streams.of(event.stream),
          if seen.add(event.stream) then event.version - 1 else -1,
          streams.schema(event.schema),
          1,
          if event.tags.isEmpty then null else event.tags.iterator.map(streams.tag(_)).toArray
        )
      val completion = handOver(size.toInt, key, Level.OsCache, waits = true, round)(
        Pending.Part.keepAll(parts),
        Pending.Part.pinAll(parts, _)
      ): pending =>
        pending.events = parts.length
        pending.lengths = if parts.length == 1 then null else events.map(_.bytes.length).toArray
        pending.setParts(parts)
        makeRoom(pending, size.toInt)
        var at = 0
        events.foreach(event => at = pending.put(at, event.bytes, event.bytes.length))
        pending.complete(at)
        pending.time = time
      skipped.release()
      completion
