package brine.journal.file

import brine.journal.format.{Frame, Watermark}
import brine.journal.{AppendError, AppendListener, JournalError, JournalSettings, Level, Offset}
import java.io.IOException
import java.util.UUID

/** The one thread that writes: takes what was appended, checks versions and keys, numbers events, builds units, writes them at once, forces them at
  * once, and tells those who wait. While one group is forced, the next fills the ring by itself: group commit without a timer.
  *
  * @param sequence
  *   of the last record there is
  * @param time
  *   of that record, in microseconds since 1970
  */
private[journal] final class Writer(
    settings: JournalSettings,
    ring: PendingRing,
    large: LargeBuffers,
    marks: Marks,
    keys: Keys,
    segments: SegmentSource,
    events: WriterEvents,
    first: ActiveSegment,
    private var sequence: Long,
    private var time: Long
) extends Runnable:
  private val frames    = FrameBuffer(math.max(settings.segmentSize, first.header.size))
  private val unit      = UnitBuilder(settings.compression)
  private val mostGroup = 4L << 20

  /** The segment that is written; readers look at it too. */
  @volatile var segment: ActiveSegment = first

  /** Why nothing is written any more: set once. */
  @volatile var failure: String | Null = null

  // Since the last force, and since when
  private var isUnforced    = false
  private var unforcedSince = 0L
  // The segment is sealed and there is no next one yet.
  private var isBetween = false
  // Set by close, seen between groups
  @volatile private var isStopping = false
  @volatile private var wantsRoll  = false

  // Of the group that is gathered
  private var now        = 0L
  private var groupBytes = 0L
  private var largeBytes = 0L
  private var needsForce = false
  private var memoryOnly = 0
  private var cached     = 0

  /** Ends the thread once what was appended is written. */
  def stop(): Unit =
    isStopping = true
    ring.wake()

  /** Asks for the end of the current segment, if it has records. */
  def roll(): Unit =
    wantsRoll = true
    ring.wake()

  def run(): Unit =
    var next = 0L
    ring.begin(Thread.currentThread)
    frames.start(segment.file, segment.header.salt, segment.end)
    while !(isStopping && next == ring.claimed) do next = if ring.isPublished(next) then group(next) else idle(next)
    if failure == null && isUnforced then guarded(force())

  // ---- Groups ------------------------------------------------------------------------------------------------------

  private def group(from: Long): Long =
    var next = from
    groupBytes = 0
    largeBytes = 0
    needsForce = false
    memoryOnly = 0
    cached = 0
    now = 0
    if failure == null then guarded(lingers(from))
    while ring.isPublished(next) && groupBytes < mostGroup && next - from < Writer.MostAppends do
      val pending = ring.slot(next)
      groupBytes += pending.size
      if failure == null then guarded(accept(pending))
      if pending.size > Pending.OwnBytes then largeBytes += pending.size
      if pending.isLarge then
        large.giveBack(pending.bytes)
        pending.bytes = new Array[Byte](0)
        pending.isLarge = false
      next += 1
    if failure == null && memoryOnly > 0 then completeEarly(from, next, Level.Memory)
    if failure == null then guarded(write())
    if failure == null && cached > 0 && needsForce then completeEarly(from, next, Level.OsCache)
    if failure == null && (needsForce || isUnforced && isLate) then guarded(force())
    complete(from, next)
    next

  private def lingers(from: Long): Unit =
    val nanos = settings.linger.toNanos
    if nanos > 0 then
      val until = System.nanoTime + nanos
      while System.nanoTime < until && !ring.isPublished(from + settings.maxPendingAppends / 2) do
        java.util.concurrent.locks.LockSupport.parkNanos(math.min(nanos, 50000))

  private def isLate = System.nanoTime - unforcedSince > settings.forceWithin.toNanos

  /** Does something that may fail; if it does, the journal has failed for good. What was forced without success must never be taken for safe
    * by a second force that finds nothing left to do.
    */
  private inline def guarded(inline body: Unit): Unit =
    try body
    catch
      case error: IOException => fail(JournalError.describe(error), error)
      case error: Throwable   => fail(s"the writer ended with $error", error)

  private def fail(reason: String, cause: Throwable): Unit =
    failure = s"writing failed ($reason); open it again"
    ring.close()
    events.failed(reason, cause)

  private def accept(pending: Pending): Unit =
    val error = if pending.events == 0 then AppendError.Closed("the append was given up") else refusal(pending)
    if error != null then pending.error = error
    else
      put(pending)
      pending.level match
        case Level.Disk    => needsForce = true
        case Level.OsCache => cached += 1
        case Level.Memory  => memoryOnly += 1

  /** Why an append is refused, or null. */
  private def refusal(pending: Pending): AppendError | Null =
    if !pending.hasKey then refusal(pending, null)
    else
      // Keys of segments that have ended are read. That this fails is no failure to write.
      Reading.guarded(segments.folder)(earlier(pending)) match
        case Left(error)  => AppendError.Unreadable(error)
        case Right(known) => refusal(pending, known)

  private def refusal(pending: Pending, known: KeyedAppend | Null): AppendError | Null =
    if known != null then
      // Who is told of the original takes it for as safe as the level asked for.
      if pending.level == Level.Disk && known.last > marks.durable then needsForce = true
      AppendError.Duplicate(
        brine.journal.Appended(Offset(known.first), Offset(known.last), known.version, pending.level)
      )
    else
      val wrong = wrongVersion(pending)
      if wrong != null then wrong
      else if isBetween && !continues() then AppendError.ReadOnly(segments.problem)
      else room(pending)

  private def earlier(pending: Pending): KeyedAppend | Null =
    val recent = keys.find(UUID(pending.keyHigh, pending.keyLow))
    if recent != null then recent
    else if pending.original != null then pending.original
    else segments.findKey(pending.keyHigh, pending.keyLow, pending.checkedSegment)

  private def wrongVersion(pending: Pending): AppendError | Null =
    if pending.parts == 1 then wrongVersion(pending.stream.nn, pending.expected)
    else
      var part                      = 0
      var wrong: AppendError | Null = null
      while part < pending.parts && wrong == null do
        wrong = wrongVersion(pending.part(part).stream, pending.part(part).expected)
        part += 1
      wrong

  private def wrongVersion(stream: StreamState, expected: Long): AppendError | Null =
    if expected < 0 || stream.lastVersion == expected then null
    else AppendError.WrongVersion(stream.name, expected, stream.lastVersion)

  /** Makes room in the segment, or in the next one. */
  private def room(pending: Pending): AppendError | Null =
    val bytes = bound(pending)
    if !unit.isEmpty && (unit.size + bytes > Frame.MostBody || unit.count + pending.events > Frame.MostRecords) then
      endUnit()
    if wantsRoll && segment.records > 0 || !fits(bytes) then roll(bytes, pending)
    else null

  private def fits(bytes: Long): Boolean =
    segment.end + unit.framesLength(unit.size + bytes) + Writer.SealLength <= segment.header.size

  private def roll(bytes: Long, pending: Pending): AppendError | Null =
    wantsRoll = false
    if segment.records > 0 || !unit.isEmpty then
      seal()
      isBetween = true
    if isBetween && !continues() then AppendError.ReadOnly(segments.problem)
    else if !fits(bytes) then AppendError.TooLarge(pending.size, settings.mostAppendBytes)
    else null

  /** Most bytes that an append takes in a unit, with the definitions it may need. */
  private def bound(pending: Pending): Long =
    val events = pending.size + pending.events.toLong * Writer.MostFields
    if pending.parts == 1 then events + bound(pending.stream.nn, pending.schema.nn, pending.tags, pending.events)
    else
      var bytes = events
      var part  = 0
      while part < pending.parts do
        val here = pending.part(part)
        bytes += bound(here.stream, here.schema, here.tags, here.count)
        part += 1
      bytes

  private def bound(stream: StreamState, schema: SchemaState, tags: Array[TagState] | Null, events: Int): Long =
    var bytes = 0L
    if !stream.isIn(segment.number) then bytes += stream.name.length * 3 + Writer.MostFields
    if !schema.isIn(segment.number) then bytes += schema.canonical.length + Writer.MostFields
    if tags != null then
      var tag = 0
      while tag < tags.length do
        bytes += tags(tag).name.length * 3 + Writer.MostFields + events * 5L
        tag += 1
    bytes

  private def put(pending: Pending): Unit =
    if now == 0 then now = settings.clock.millis * 1000
    time = math.max(time, if pending.time != 0 then pending.time else now)
    pending.first = sequence + 1
    if unit.isEmpty then unit.begin(sequence + 1, time)
    if pending.parts == 1 then
      putPart(pending, pending.stream.nn, pending.schema.nn, pending.tags, 0, pending.events, 0): Unit
      pending.version = pending.stream.nn.lastVersion
    else
      var part  = 0
      var event = 0
      var at    = 0
      while part < pending.parts do
        val here = pending.part(part)
        at = putPart(pending, here.stream, here.schema, here.tags, event, event + here.count, at)
        event += here.count
        pending.version = here.stream.lastVersion
        part += 1
    pending.last = sequence
    if pending.hasKey then
      keys.add(UUID(pending.keyHigh, pending.keyLow), KeyedAppend(pending.first, pending.last, pending.version))
    // An append is whole in one unit, so one that is larger than a frame ends it.
    if unit.size >= Frame.MostBody then endUnit()

  /** Adds the events of one stream; gives where the bytes of the next one start. */
  private def putPart(
      pending: Pending,
      stream: StreamState,
      schema: SchemaState,
      tags: Array[TagState] | Null,
      from: Int,
      until: Int,
      bytesFrom: Int
  ): Int =
    val streamNumber = numberOf(stream)
    val schemaNumber = numberOf(schema)
    if tags != null then defineTags(tags)
    var event = from
    var at    = bytesFrom
    while event < until do
      val length = pending.length(event)
      putEvent(pending, stream, streamNumber, schemaNumber, tags, event == 0, at, length)
      at += length
      event += 1
    at

  private def putEvent(
      pending: Pending,
      stream: StreamState,
      streamNumber: Int,
      schemaNumber: Int,
      tags: Array[TagState] | Null,
      isFirst: Boolean,
      at: Int,
      length: Int
  ): Unit =
    val version = stream.lastVersion + 1
    val isNew   = stream.lastUnit != unit.serial
    unit.event(
      streamNumber,
      schemaNumber,
      time,
      if isNew then version - segment.versionBefore(streamNumber) - 1 else -1,
      if pending.hasKey && isFirst then pending.events else 0,
      pending.keyHigh,
      pending.keyLow,
      tags,
      segment.number,
      pending.bytes,
      at,
      length
    )
    sequence += 1
    stream.lastVersion = version
    if isNew then
      stream.lastUnit = unit.serial
      segment.streamUnits.add(streamNumber, segment.end)
    if tags != null then
      var tag = 0
      while tag < tags.length do
        segment.tagUnits.add(tags(tag).numberIn(segment.number), segment.end)
        tag += 1

  private def numberOf(stream: StreamState): Int =
    val known = stream.numberIn(segment.number)
    if known >= 0 then known
    else
      unit.define(stream, stream.lastVersion)
      segment.define(stream, stream.lastVersion)

  private def numberOf(schema: SchemaState): Int =
    val known = schema.numberIn(segment.number)
    if known >= 0 then known
    else
      unit.define(schema)
      segment.define(schema)

  private def defineTags(tags: Array[TagState]): Unit =
    var tag = 0
    while tag < tags.length do
      if !tags(tag).isIn(segment.number) then
        unit.define(tags(tag))
        segment.define(tags(tag)): Unit
      tag += 1

  private def endUnit(): Unit =
    if !unit.isEmpty then
      segment.table.add(segment.end, sequence - unit.count + 1, time)
      segment.records += unit.count
      segment.digest = unit.end(frames, marks.durable, segment.digest)
      segment.end = frames.end
      isUnforced = true
      if segment.end > segment.header.size / 2 then segments.prepareNext()

  // ---- To the disk ---------------------------------------------------------------------------------------------------

  private def write(): Unit =
    endUnit()
    if !frames.isEmpty then
      frames.flush()
      if unforcedSince == 0 then unforcedSince = System.nanoTime
      marks.written = sequence

  private def force(): Unit =
    events.force(segment.file, sequence - marks.durable, sequence)
    isUnforced = false
    unforcedSince = 0
    segment.safeEnd = frames.end
    marks.durable = sequence
    marks.signal()

  /** Ends the segment: everything in it is safe then. */
  private def seal(): Unit =
    endUnit()
    val body = new Array[Byte](Frame.SealBody)
    brine.journal.format.Little.putLong(body, 0, sequence)
    brine.journal.format.Little.putLong(body, 8, segment.digest)
    brine.journal.format.Little.putLong(body, 16, segment.records)
    frames.add(body, 0, body.length, sequence + 1, marks.durable, time, 0, Frame.Seal): Unit
    frames.flush()
    marks.written = sequence
    force()

  /** Goes on with the next segment, if it is ready. */
  private def continues(): Boolean =
    val next = segments.next(segment, segment.endWith(sequence), time)
    if next == null then false
    else
      val old = segment
      keys.roll()
      segment = next
      isBetween = false
      frames.start(next.file, next.header.salt, next.end)
      old.file.close()
      segments.ended(old, sequence)
      true

  // ---- Those who wait ------------------------------------------------------------------------------------------------

  /** Tells those of this level or a lower one. A refusal is told with the rest of its group: it may refer to an append in it. */
  private def completeEarly(from: Long, until: Long, most: Level): Unit =
    var place = from
    while place < until do
      val pending = ring.slot(place)
      if !pending.isDone && pending.error == null && pending.level.ordinal <= most.ordinal then
        pending.isDone = true
        tell(pending)
        endOfGroup(pending.listener)
      place += 1

  /** Tells all who have not been told, and gives their places back. A listener of many appends that follow each other is told once that they were
    * all.
    */
  private def complete(from: Long, until: Long): Unit =
    var place                           = from
    var listener: AppendListener | Null = null
    while place < until do
      val pending = ring.slot(place)
      if !pending.isDone then
        if listener != null && (listener ne pending.listener) then endOfGroup(listener)
        listener = pending.listener
        tell(pending)
      pending.clear()
      place += 1
    ring.free(until, largeBytes)
    if listener != null then endOfGroup(listener)

  private def endOfGroup(listener: AppendListener): Unit =
    try listener.endOfGroup()
    catch case error: Throwable => events.uncaught(error)

  private def tell(pending: Pending): Unit =
    try
      val error = pending.error
      if error != null then pending.listener.rejected(pending.context, afterFailure(error))
      else if failure == null then
        pending.listener.appended(pending.context, Offset(pending.first), Offset(pending.last), pending.version)
      else if pending.first > 0 && pending.last >= pending.first then
        pending.listener.rejected(
          pending.context,
          AppendError.OutcomeUnknown(Offset(pending.first), Offset(pending.last))
        )
      else pending.listener.rejected(pending.context, AppendError.Closed(failure.nn))
    catch case error: Throwable => events.uncaught(error)

  /** What is told of an append that was refused: of an original that was to be made safe by a force that failed, nothing is known. */
  private def afterFailure(error: AppendError): AppendError = error match
    case AppendError.Duplicate(original) if failure != null && original.last.sequence > marks.durable =>
      AppendError.OutcomeUnknown(original.first, original.last)
    case other => other

  // ---- When there is nothing to do -------------------------------------------------------------------------------------

  private def idle(next: Long): Long =
    var spins = 0
    while spins < Writer.Spins && !ring.isPublished(next) do
      Thread.onSpinWait()
      spins += 1
    if !ring.isPublished(next) && !isStopping then
      val isClean = !isUnforced && segments.isMarked(marks.durable)
      if failure == null && wantsRoll then guarded(rollWhenIdle())
      else if isClean || failure != null then ring.await(next, 0)
      else
        val since = System.nanoTime
        ring.await(next, math.max(settings.idleAfter.toNanos, 1))
        // What ended the wait may have been something else: a segment that is to end, the end of all, or nothing.
        val hasRested = System.nanoTime - since >= settings.idleAfter.toNanos
        if hasRested && failure == null && !ring.isPublished(next) then
          if isUnforced then guarded(force())
          if failure == null then segments.mark(Watermark(segment.number, segment.end, sequence))
    next

  private def rollWhenIdle(): Unit =
    wantsRoll = false
    if segment.records > 0 && !isBetween then
      seal()
      isBetween = true
      continues(): Unit

  /** Where everything ends, for closing. The thread has ended. */
  def lastMark: Watermark = Watermark(segment.number, segment.end, sequence)

private[journal] object Writer:
  /** Bytes of the fields of an event or a definition: length, kind, numbers, time, version, key. */
  private inline val MostFields = 64

  /** Bytes of a seal. */
  private val SealLength = Frame.length(Frame.SealBody)

  /** Appends that are forced together. */
  private inline val MostAppends = 1 << 16

  // Looks at the ring before the writer sleeps. More of them take more from those who append, on few processors, than a sleep costs.
  private inline val Spins = 100
