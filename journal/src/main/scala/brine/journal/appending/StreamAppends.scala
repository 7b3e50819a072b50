package brine.journal.appending

import brine.codec.Out
import brine.journal.precondition.Pins
import brine.journal.{AppendRules, Completion, Encoding, Level, StreamAppend}
import java.util.{Objects, UUID}

/** Appends of events to one stream or several. Thread-safe. */
private[appending] final class StreamAppends(names: AppendNames, buffers: Outs, handover: Handover):
  import handover.{fill, handOver, unreadable}

  /** Appends events to one stream. */
  def append[A](part: StreamAppend[A], key: Option[UUID], level: Level, waits: Boolean): Completion =
    Objects.requireNonNull(level, "level"): Unit
    try appendPart(part, key, level, waits)
    catch unreadable.andThen(Completion.refused(_, level))

  /** Appends events to one stream or several. */
  def appendAll(parts: Seq[StreamAppend[?]], key: Option[UUID], level: Level): Completion =
    Objects.requireNonNull(level, "level"): Unit
    try if parts.sizeIs == 1 then appendPart(parts.head, key, level, waits = true) else appendParts(parts, key, level)
    catch unreadable.andThen(Completion.refused(_, level))

  // The common case of one stream, kept free of code for several streams: it should be fast also before it is compiled.
  private def appendPart[A](part: StreamAppend[A], key: Option[UUID], level: Level, waits: Boolean): Completion =
    val round    = names.round
    var state    = names.stream(part.stream, round)
    var tags     = names.tags(part.tags, round)
    val schema   = names.schema(part.codec)
    val expected = Appends.version(part.expected)
    val count    = part.events.size
    AppendRules.requireEvents(count > 0, count)
    val out     = buffers.take()
    val lengths = if count == 1 then null else new Array[Int](count)
    try
      if lengths == null then Encoding.write(part.codec, out, part.events.head)
      else encode(part, out, lengths, 0, count): Unit
      handOver(out.size, key, level, waits, round)(
        state.keep() && Pins.keep(tags),
        pins =>
          state = pins.stream(part.stream)
          tags = pins.tags(tags)
      ): pending =>
        pending.events = count
        pending.lengths = lengths
        pending.stream = state
        pending.schema = schema
        pending.expected = expected
        pending.tags = tags
        fill(pending, out, out.size)
    finally buffers.give(out)

  private def appendParts(parts: Seq[StreamAppend[?]], key: Option[UUID], level: Level): Completion =
    val round    = names.round
    val prepared = parts.iterator
      .map: part =>
        Pending.Part(
          names.stream(part.stream, round),
          Appends.version(part.expected),
          names.schema(part.codec),
          part.events.size,
          names.tags(part.tags, round)
        )
      .toArray
    AppendRules.requireEvents(
      prepared.nonEmpty && prepared.forall(_.count > 0),
      prepared.iterator.map(_.count.toLong).sum
    )
    AppendRules.requireDistinct(parts.map(_.stream))
    val out     = buffers.take()
    val lengths = new Array[Int](prepared.iterator.map(_.count).sum)
    try
      var event = 0
      for i <- prepared.indices do event = encode(parts(i), out, lengths, event, prepared(i).count)
      handOver(out.size, key, level, waits = true, round)(
        Pending.Part.keepAll(prepared),
        Pending.Part.pinAll(prepared, _)
      ): pending =>
        pending.events = lengths.length
        pending.lengths = lengths
        pending.setParts(prepared)
        fill(pending, out, out.size)
    finally buffers.give(out)

  private def encode[A](part: StreamAppend[A], out: Out, lengths: Array[Int], from: Int, count: Int): Int =
    var event = from
    part.events.foreach: value =>
      if event == from + count then throw AppendRules.changed(part.stream, count)
      val before = out.size
      // Each record is read alone, so it must not refer to those before.
      out.nextMessage()
      Encoding.write(part.codec, out, value)
      lengths(event) = out.size - before
      event += 1
    if event < from + count then throw AppendRules.changed(part.stream, count)
    event
