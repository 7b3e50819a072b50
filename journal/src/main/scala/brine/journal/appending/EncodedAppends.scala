package brine.journal.appending

import brine.journal.{AppendListener, EncodedAppend}
import java.util.Objects

/** Appends of events that are encoded already, with all that an append may have. Thread-safe. */
private[appending] final class EncodedAppends(names: AppendNames, handover: Handover):
  import handover.{conditionsOf, handOver, makeRoom, mostBytes, tooLarge, unreadable}

  /** Appends all or none. */
  def append(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    Objects.requireNonNull(listener, "listener"): Unit
    try appendAll(append, listener, context, waits)
    catch unreadable.andThen(listener.rejected(context, _))

  private def appendAll(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    val round = names.round
    val parts = append.parts.iterator
      .map: part =>
        Pending.Part(
          names.stream(part.stream, round),
          Appends.version(part.expected),
          names.schema(part.schema),
          part.payloads.size,
          names.tags(part.tags, round)
        )
      .toArray
    if append.bytes > mostBytes then listener.rejected(context, tooLarge(append.bytes))
    else
      val size       = append.bytes.toInt
      val conditions = conditionsOf(append.conditions, round, own = null)
      handOver(size, append.key, append.level, listener, context, waits, conditions, round)(
        Pending.Part.keepAll(parts),
        Pending.Part.pinAll(parts, _)
      ): pending =>
        pending.events = append.events
        pending.lengths =
          if append.events == 1 then null
          else append.parts.iterator.flatMap(_.payloads.iterator.map(_.length)).toArray
        pending.setParts(parts)
        makeRoom(pending, size)
        var at = 0
        for part <- append.parts; payload <- part.payloads do at = pending.put(at, payload, payload.length)
        pending.complete(size)
