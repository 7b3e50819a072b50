package brine.journal.appending

import brine.codec.Codec
import brine.journal.{AppendListener, Encoding, Level}
import brine.journal.precondition.StreamState
import java.util.Objects

/** Appends of one event, with no allocation. Thread-safe. */
private[appending] final class EventAppends(names: AppendNames, buffers: Outs, handover: Handover):
  import handover.{claim, fill, giveUp, isKept, mostBytes, publish, refusal, slot, tooLarge, unreadable}

  /** Appends one event. */
  def append[A](
      stream: String,
      event: A,
      level: Level,
      listener: AppendListener,
      context: Long,
      waits: Boolean
  )(using Codec[A]): Unit =
    Objects.requireNonNull(level, "level"): Unit
    Objects.requireNonNull(listener, "listener"): Unit
    try appendOne(stream, event, level, listener, context, waits)
    catch unreadable.andThen(listener.rejected(context, _))

  private def appendOne[A](
      stream: String,
      event: A,
      level: Level,
      listener: AppendListener,
      context: Long,
      waits: Boolean
  )(using codec: Codec[A]): Unit =
    val round                      = names.round
    val state                      = names.stream(stream, round)
    val schema                     = names.schema(codec)
    var pinned: StreamState | Null = null
    val out                        = buffers.take()
    try
      Encoding.write(codec, out, event)
      val size = out.size
      if size > mostBytes then listener.rejected(context, tooLarge(size))
      else
        var place = claim(size, waits)
        if place >= 0 && !isKept(place, size, round)(state.keep()) then
          pinned = names.pinned(stream)
          place = claim(size, waits)
        if place < 0 then listener.rejected(context, refusal(place, size))
        else
          val pending = slot(place)
          // Whatever happens from here on, the slot must be published: the writer waits for it.
          try
            pending.stream = if pinned == null then state else pinned
            pending.schema = schema
            pending.expected = -1
            pending.events = 1
            pending.level = level
            pending.listener = listener
            pending.context = context
            fill(pending, out, size)
          catch case error: Throwable => giveUp(pending, size, error)
          finally publish(place)
    finally
      buffers.give(out)
      if pinned != null then pinned.unpin()
