package brine.journal.appending

import brine.codec.{Codec, Out}
import brine.journal.*
import brine.journal.failure.Failures
import brine.journal.format.Frame
import brine.journal.precondition.{Conditions, EarlierLookup, KeyLookup, Lookups, Pins, StreamState, Streams, TagState}
import java.nio.file.Path
import java.util.{Objects, UUID}

/** The part of an append that runs on the caller's thread: encodes events, looks up streams, and hands both to the
  * writer in a slot of the ring. Thread-safe.
  *
  * What the writer remembers of a stream may be forgotten before the append has its slot. Then the slot is returned,
  * and the stream is looked up again: see [[Streams]].
  *
  * @param whyClosed
  *   the reason to report for appends after closing
  */
private[journal] final class Appends(
    folder: Path,
    settings: JournalSettings,
    ring: PendingRing,
    large: LargeBuffers,
    streams: Streams,
    lookups: Lookups,
    whyClosed: () => String
):
  private val buffers = Outs()
  private val claims  = Claims(settings, ring)

  /** Appends one event, with no allocation. */
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
    val round                      = streams.round
    val state                      = streamOf(stream, round)
    val schema                     = streams.schema(codec)
    var pinned: StreamState | Null = null
    val out                        = buffers.take()
    try
      Encoding.write(codec, out, event)
      val size = out.size
      if size > settings.mostAppendBytes then
        listener.rejected(context, AppendError.TooLarge(size, settings.mostAppendBytes))
      else
        var place = claims.claim(size, waits)
        if place >= 0 && !isKept(place, size, round)(state.keep()) then
          pinned = streams.pinned(stream)
          place = claims.claim(size, waits)
        if place < 0 then listener.rejected(context, refusal(place, size))
        else
          val pending = ring.slot(place)
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
          finally ring.publish(place)
    finally
      buffers.give(out)
      if pinned != null then pinned.unpin()

  /** Whether the states of an append are still remembered, and stay so until the writer has handled the slot. Otherwise
    * returns the slot: they must be looked up again, which may read from the disk.
    *
    * @param round
    *   that of [[Streams]] before the states were looked up
    */
  private inline def isKept(place: Long, size: Int, round: Long)(inline keep: Boolean): Boolean =
    streams.round == round || {
      var isKept = false
      // Whatever happens, the slot must be published, or become that of the append.
      try isKept = keep
      finally if !isKept then claims.discard(place, size)
      isKept
    }

  private def streamOf(name: String, round: Long): StreamState =
    Names.requireLength("stream", name)
    val known = streams.known(name, round)
    if known != null then known
    else
      Names.requireText("stream", name)
      // Its version may have to be looked up in the indexes of segments.
      streams.of(name)

  private def giveUp(pending: Pending, size: Int, error: Throwable): Nothing =
    pending.events = 0
    pending.size = size
    throw error

  private def fill(pending: Pending, out: Out, size: Int): Unit =
    makeRoom(pending, size)
    out.copyTo(pending.bytes, 0): Unit
    pending.size = size

  private def makeRoom(pending: Pending, size: Int): Unit =
    if size <= Pending.OwnBytes then
      if pending.bytes.length < size then
        pending.bytes = new Array(math.max(64, Integer.highestOneBit(math.max(size * 2 - 1, 1))))
    else
      pending.bytes = large.borrow(size)
      pending.isLarge = true

  /** Appends events as another journal has stored them: the events of one append, with its time. For one thread only,
    * which appends in no other way: a version may be skipped only while no append is in flight.
    *
    * @param time
    *   microseconds since 1970
    */
  def appendStored(events: Vector[StoredEvent], time: Long, key: Option[UUID]): Completion =
    val size = events.iterator.map(_.bytes.length.toLong).sum
    if size > settings.mostAppendBytes || events.size > Frame.MostRecords then
      Completion.refused(AppendError.TooLarge(size, settings.mostAppendBytes), Level.OsCache)
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
        keepAll(parts),
        pinAll(parts, _)
      ): pending =>
        pending.events = parts.length
        pending.lengths = if parts.length == 1 then null else events.map(_.bytes.length).toArray
        setParts(pending, parts)
        makeRoom(pending, size.toInt)
        var at = 0
        events.foreach: event =>
          System.arraycopy(event.bytes, 0, pending.bytes, at, event.bytes.length)
          at += event.bytes.length
        pending.size = at
        pending.time = time
      skipped.release()
      completion

  private def keepAll(parts: Array[Pending.Part]): Boolean =
    var at = 0
    while at < parts.length && parts(at).keep() do at += 1
    at == parts.length

  private def pinAll(parts: Array[Pending.Part], pins: Pins): Unit = parts.foreach(_.pin(pins))

  /** Appends events that are encoded already. */
  def append(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    Objects.requireNonNull(listener, "listener"): Unit
    try appendEncoded(append, listener, context, waits)
    catch unreadable.andThen(listener.rejected(context, _))

  private def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    val round = streams.round
    val parts = append.parts.iterator
      .map: part =>
        Pending.Part(
          streamOf(part.stream, round),
          Appends.version(part.expected),
          streams.schema(part.schema),
          part.payloads.size,
          tagsOf(part.tags, round)
        )
      .toArray
    if append.bytes > settings.mostAppendBytes then
      listener.rejected(context, AppendError.TooLarge(append.bytes, settings.mostAppendBytes))
    else
      val size       = append.bytes.toInt
      val conditions = Conditions.of(append.conditions, streams, round, own = null)
      handOver(size, append.key, append.level, listener, context, waits, conditions, round)(
        keepAll(parts),
        pinAll(parts, _)
      ): pending =>
        pending.events = append.events
        pending.lengths =
          if append.events == 1 then null
          else append.parts.iterator.flatMap(_.payloads.iterator.map(_.length)).toArray
        setParts(pending, parts)
        makeRoom(pending, size)
        var at = 0
        for part <- append.parts; payload <- part.payloads do
          System.arraycopy(payload, 0, pending.bytes, at, payload.length)
          at += payload.length
        pending.size = size

  /** Appends a batch. Without a key and conditions it allocates nothing, once the batch and the slots have been used.
    */
  def append(batch: AppendBatch, listener: AppendListener, context: Long, waits: Boolean): Unit =
    Objects.requireNonNull(listener, "listener"): Unit
    batch.requireEvents()
    try appendBatch(batch, listener, context, waits)
    catch unreadable.andThen(listener.rejected(context, _))

  private def appendBatch(batch: AppendBatch, listener: AppendListener, context: Long, waits: Boolean): Unit =
    AppendRules.requireFew(batch.conditions)
    val round = streams.round
    var part  = 0
    while part < batch.partCount do
      BatchParts.prepare(batch.part(part), streams, round)
      part += 1
    val conditions = Conditions.of(batch.conditions, streams, round, BatchParts.namedTags(batch.part(0)))
    val size       = batch.size
    if size > settings.mostAppendBytes then
      listener.rejected(context, AppendError.TooLarge(size, settings.mostAppendBytes))
    else
      handOver(size, batch.key, batch.level, listener, context, waits, conditions, round)(
        BatchParts.keep(batch),
        BatchParts.pin(batch, _)
      ): pending =>
        BatchParts.fill(pending, batch)
        makeRoom(pending, size)
        batch.copyTo(pending.bytes)
        pending.size = size

  // Streams that were skipped to a version which is nowhere but here.
  private val skipped = Pins(streams)

  /** Continues a stream after this version, although the stream has no such event. No append may be in flight. The next
    * append of stored events must be to this stream.
    */
  def skipTo(stream: String, version: Long): Unit =
    val state = skipped.stream(stream)
    state.lastVersion = version
    state.lastUnit = 0 // so that its next event contains its version

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

  /** Handles failures to look up streams in ended segments. */
  private val unreadable: PartialFunction[Throwable, AppendError] = Failures.appendError(folder)

  // The common case of one stream, kept free of code for several streams: it should be fast also before it is compiled.
  private def appendPart[A](part: StreamAppend[A], key: Option[UUID], level: Level, waits: Boolean): Completion =
    val round    = streams.round
    var state    = streamOf(part.stream, round)
    var tags     = tagsOf(part.tags, round)
    val schema   = streams.schema(part.codec)
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
    val round    = streams.round
    val prepared = parts.iterator
      .map: part =>
        Pending.Part(
          streamOf(part.stream, round),
          Appends.version(part.expected),
          streams.schema(part.codec),
          part.events.size,
          tagsOf(part.tags, round)
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
      handOver(out.size, key, level, waits = true, round)(keepAll(prepared), pinAll(prepared, _)): pending =>
        pending.events = lengths.length
        pending.lengths = lengths
        setParts(pending, prepared)
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

  /** Hands an append of this size to the writer, if there is room for it. The body only copies: whatever reads the disk
    * or runs code of the program comes before, because the writer waits for a claimed slot.
    */
  private inline def handOver(size: Int, key: Option[UUID], level: Level, waits: Boolean, round: Long)(
      inline keep: Boolean,
      inline pin: Pins => Unit
  )(inline fill: Pending => Unit): Completion =
    val completion = completionAt(level)
    handOver(size, key, level, completion, 0, waits, null, round)(keep, pin)(fill)
    completion

  // Not inline: Scala 3.3 would take the package of EarlierLookup for an object.
  private def earlier(ofKey: KeyLookup | Null, conditions: Conditions | Null): EarlierLookup | Null =
    EarlierLookup.both(ofKey, lookups.conditions(conditions))

  private inline def handOver(
      size: Int,
      key: Option[UUID],
      level: Level,
      listener: AppendListener,
      context: Long,
      waits: Boolean,
      conditions: Conditions | Null,
      round: Long
  )(inline keep: Boolean, inline pin: Pins => Unit)(inline fill: Pending => Unit): Unit =
    val ofKey             = if key.isEmpty then null else lookups.key(key.get)
    val lookup            = earlier(ofKey, conditions)
    var pins: Pins | Null = null
    try
      var place = claims.claim(size, waits, lookup)
      if place >= 0 && !isKept(place, size, round)(keep) then
        pins = newPins()
        pin(pins)
        place = claims.claim(size, waits, lookup)
      if place < 0 then listener.rejected(context, refusal(place, size))
      else
        // Whatever happens from here on, the slot must be published.
        val pending = ring.slot(place)
        pending.level = level
        pending.listener = listener
        pending.context = context
        try
          fill(pending)
          if ofKey != null then
            pending.hasKey = true
            pending.keyHigh = key.get.getMostSignificantBits
            pending.keyLow = key.get.getLeastSignificantBits
            pending.original = ofKey.original
          if conditions != null then pending.conditions = conditions
        catch case error: Throwable => giveUp(pending, size, error)
        finally ring.publish(place)
    finally
      if pins != null then pins.release()
      if conditions != null then conditions.release()

  // An inline method cannot call these constructors.
  private def completionAt(level: Level): Completion = Completion(level)
  private def newPins(): Pins                        = Pins(streams)

  private def refusal(place: Long, size: Int): AppendError = place match
    case Claims.TooLarge    => AppendError.TooLarge(size, settings.mostAppendBytes)
    case PendingRing.NoRoom => AppendError.Full
    case _                  => AppendError.Closed(whyClosed())

  private def setParts(pending: Pending, parts: Array[Pending.Part]): Unit =
    pending.parts = parts.length
    if parts.length == 1 then
      val part = parts(0)
      pending.stream = part.stream
      pending.schema = part.schema
      pending.expected = part.expected
      pending.tags = part.tags
    else pending.more = parts

  private def tagsOf(tags: Set[String], round: Long): Array[TagState] | Null =
    if tags.isEmpty then null
    else
      tags.iterator
        .map: tag =>
          Names.require("tag", tag)
          streams.tag(tag, round)
        .toArray

private[journal] object Appends:
  private[appending] def version(expected: ExpectedVersion): Long = expected match
    case ExpectedVersion.Any              => -1
    case ExpectedVersion.Exactly(version) => version
