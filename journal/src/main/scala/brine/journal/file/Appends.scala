package brine.journal.file

import brine.codec.{Codec, Out}
import brine.journal.*
import brine.journal.format.Frame
import java.nio.file.Path
import java.util.UUID

/** What those who append do on their own threads: encode events, look up their streams, and hand both to the writer in a place of the ring. Thread-safe.
  *
  * @param whyClosed
  *   what is told of appends that come too late
  */
private[journal] final class Appends(
    folder: Path,
    settings: JournalSettings,
    ring: PendingRing,
    large: LargeBuffers,
    streams: Streams,
    files: LiveFiles,
    whyClosed: () => String
):
  private val buffers = Outs()

  /** Appends one event, without allocating anything. */
  def append[A](stream: String, event: A, level: Level, listener: AppendListener, context: Long)(using Codec[A]): Unit =
    try appendOne(stream, event, level, listener, context)
    catch unreadable.andThen(listener.rejected(context, _))

  private def appendOne[A](stream: String, event: A, level: Level, listener: AppendListener, context: Long)(using
      codec: Codec[A]
  ): Unit =
    val state  = streamOf(stream)
    val schema = streams.schema(codec)
    val out    = buffers.take()
    try
      codec.write(out, event)
      val size = out.size
      if size > settings.mostAppendBytes then
        listener.rejected(context, AppendError.TooLarge(size, settings.mostAppendBytes))
      else
        val place = ring.claim(size)
        if place == PendingRing.Closed then listener.rejected(context, AppendError.Closed(whyClosed()))
        else
          val pending = ring.slot(place)
          // Whatever happens from here on, the place has to be published: the writer waits for it.
          try
            pending.stream = state
            pending.schema = schema
            pending.expected = -1
            pending.events = 1
            pending.level = level
            pending.listener = listener
            pending.context = context
            fill(pending, out, size)
          catch case error: Throwable => giveUp(pending, size, error)
          finally ring.publish(place)
    finally buffers.give(out)

  private def streamOf(name: String): StreamState =
    Appends.requireName("stream", name)
    val known = streams.known(name)
    if known != null then known
    else
      Appends.requireText("stream", name)
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

  /** Appends events as another journal has stored them: all of one append, with its time. Safe for use by one thread alone, which appends in no
    * other way: a version may be skipped only where no append is under way.
    *
    * @param time
    *   microseconds since 1970
    */
  def appendStored(events: Vector[StoredEvent], time: Long, key: Option[UUID]): Completion =
    val size = events.iterator.map(_.bytes.length.toLong).sum
    if size > settings.mostAppendBytes || events.size > Frame.MostRecords then
      Completion.refused(AppendError.TooLarge(size, settings.mostAppendBytes), Level.OsCache)
    else
      val place = ring.claim(size.toInt)
      if place == PendingRing.Closed then Completion.refused(AppendError.Closed(whyClosed()), Level.OsCache)
      else
        val completion = Completion(Level.OsCache)
        val pending    = ring.slot(place)
        try
          val seen  = java.util.HashSet[String]()
          val parts = events.map: event =>
            Pending.Part(
              streams.of(event.stream),
              if seen.add(event.stream) then event.version - 1 else -1,
              streams.schema(event.schema),
              1,
              if event.tags.isEmpty then null else event.tags.iterator.map(streams.tag).toArray
            )
          pending.events = parts.size
          pending.parts = parts.size
          pending.lengths = if parts.size == 1 then null else events.map(_.bytes.length).toArray
          if parts.size == 1 then
            pending.stream = parts.head.stream
            pending.schema = parts.head.schema
            pending.expected = parts.head.expected
            pending.tags = parts.head.tags
          else pending.more = parts.toArray
          makeRoom(pending, size.toInt)
          var at = 0
          events.foreach: event =>
            System.arraycopy(event.bytes, 0, pending.bytes, at, event.bytes.length)
            at += event.bytes.length
          pending.size = at
          pending.level = Level.OsCache
          pending.listener = completion
          pending.context = 0
          pending.time = time
          key.foreach(setKey(pending, _))
        catch case error: Throwable => giveUp(pending, size.toInt, error)
        finally ring.publish(place)
        completion

  /** Has a stream go on after this version, though it has no such event. Nothing may be under way. */
  def skipTo(stream: String, version: Long): Unit =
    val state = streams.of(stream)
    state.lastVersion = version
    state.lastUnit = 0 // so that its next event says its version

  /** Appends events to one stream or several. */
  def append(appends: Seq[StreamAppend[?]], key: Option[UUID], level: Level, waits: Boolean): Completion =
    try encodeAndPublish(appends, key, level, waits)
    catch unreadable.andThen(Completion.refused(_, level))

  /** For streams that have to be looked up in segments that have ended. */
  private val unreadable: PartialFunction[Throwable, AppendError] =
    Reading.asError(folder).andThen(AppendError.Unreadable(_))

  private def encodeAndPublish(
      appends: Seq[StreamAppend[?]],
      key: Option[UUID],
      level: Level,
      waits: Boolean
  ): Completion =
    appends.foreach: part =>
      streamOf(part.stream): Unit
      part.tags.foreach: tag =>
        Appends.requireName("tag", tag)
        Appends.requireText("tag", tag)
    require(appends.nonEmpty && appends.forall(_.events.nonEmpty), "an append needs at least one event for each stream")
    require(
      appends.iterator.map(_.events.size.toLong).sum <= Frame.MostRecords,
      s"an append has at most ${Frame.MostRecords} events"
    )
    require(appends.map(_.stream).distinct.size == appends.size, "an append names each stream once")
    val out     = buffers.take()
    val lengths = new Array[Int](appends.map(_.events.size).sum)
    try
      var event = 0
      appends.foreach(part => event = encode(part, out, lengths, event))
      val size = out.size
      if size > settings.mostAppendBytes then
        Completion.refused(AppendError.TooLarge(size, settings.mostAppendBytes), level)
      else
        val place = if waits then ring.claim(size) else ring.tryClaim(size)
        if place == PendingRing.NoRoom then Completion.refused(AppendError.Full, level)
        else if place == PendingRing.Closed then Completion.refused(AppendError.Closed(whyClosed()), level)
        else publish(place, appends, out, size, lengths, key, level)
    finally buffers.give(out)

  private def encode[A](part: StreamAppend[A], out: Out, lengths: Array[Int], from: Int): Int =
    var event = from
    part.events.foreach: value =>
      val before = out.size
      // Each record is read alone, so nothing in it may refer to those before.
      out.nextMessage()
      part.codec.write(out, value)
      lengths(event) = out.size - before
      event += 1
    event

  private def publish(
      place: Long,
      appends: Seq[StreamAppend[?]],
      out: Out,
      size: Int,
      lengths: Array[Int],
      key: Option[UUID],
      level: Level
  ): Completion =
    val completion = Completion(level)
    val pending    = ring.slot(place)
    try
      pending.events = lengths.length
      pending.parts = appends.size
      pending.lengths = if lengths.length == 1 then null else lengths
      if appends.sizeIs == 1 then
        val part = appends.head
        pending.stream = streamOf(part.stream)
        pending.schema = streams.schema(part.codec)
        pending.expected = Appends.version(part.expected)
        pending.tags = tags(part)
      else
        pending.more = appends.iterator
          .map: part =>
            Pending.Part(
              streamOf(part.stream),
              Appends.version(part.expected),
              streams.schema(part.codec),
              part.events.size,
              tags(part)
            )
          .toArray
      fill(pending, out, size)
      pending.level = level
      pending.listener = completion
      pending.context = 0
      key.foreach(setKey(pending, _))
    catch case error: Throwable => giveUp(pending, size, error)
    finally ring.publish(place)
    completion

  private def setKey(pending: Pending, key: UUID): Unit =
    pending.hasKey = true
    pending.keyHigh = key.getMostSignificantBits
    pending.keyLow = key.getLeastSignificantBits
    val checked = files.lastForgotten
    pending.original = files.findKey(pending.keyHigh, pending.keyLow, 0)
    pending.checkedSegment = checked

  private def tags(part: StreamAppend[?]): Array[TagState] | Null =
    if part.tags.isEmpty then null else part.tags.iterator.map(streams.tag).toArray

private[journal] object Appends:
  private inline val LongestName = 1024

  private def version(expected: ExpectedVersion): Long = expected match
    case ExpectedVersion.Any              => -1
    case ExpectedVersion.Exactly(version) => version

  private def requireName(what: String, name: String): Unit =
    if name.isEmpty || name.length > LongestName then
      throw IllegalArgumentException(s"the name of a $what has 1 to $LongestName characters, not ${name.length}")

  private def requireText(what: String, name: String): Unit =
    if !isText(name) then
      throw IllegalArgumentException(s"the name of a $what has half of a surrogate pair, which files cannot hold")

  /** Whether it has no half of a surrogate pair, which UTF-8 has no bytes for. */
  def isText(name: String): Boolean = !name.codePoints.anyMatch(c => c >= 0xd800 && c <= 0xdfff)
