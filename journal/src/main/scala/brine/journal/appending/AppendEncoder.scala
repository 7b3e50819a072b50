package brine.journal.appending

import brine.journal.JournalSettings
import brine.journal.format.{EventFields, Frame}
import brine.journal.index.KeyedAppend
import brine.journal.precondition.{Keys, RecentEvents, SchemaState, StreamState, TagState, UsedTags}
import java.util.UUID

/** Numbers the events of accepted appends and adds them to the current unit, after definitions of what they refer to.
  * Owned by the writer thread.
  */
private[journal] final class AppendEncoder(
    settings: JournalSettings,
    keys: Keys,
    output: SegmentOutput,
    recent: RecentEvents,
    used: UsedTags
):
  private val unit   = output.unit
  private val fields = EventFields()
  // Of a payload in lent memory, as many bytes as its kind needs
  private var firstBytes = new Array[Byte](16)
  // Time of the current group, in microseconds since 1970; 0 until it is needed
  private var now = 0L

  /** Begins a group: its appends have the same time. */
  def beginGroup(): Unit = now = 0

  // ---- Length -------------------------------------------------------------------------------------------------------

  /** Upper bound of the bytes of an append in a unit, with the definitions that it may need.
    *
    * @param isNew
    *   whether it will be in another segment, which has no definitions yet
    */
  def bound(pending: Pending, isNew: Boolean = false): Long =
    val events = pending.size + pending.events * AppendEncoder.MostFields
    if pending.parts == 1 then events + bound(pending.stream.nn, pending.schema.nn, pending.tags, pending.events, isNew)
    else
      var bytes = events
      var part  = 0
      while part < pending.parts do
        val here = pending.part(part)
        bytes += bound(here.stream, here.schema, here.tags, here.count, isNew)
        part += 1
      bytes

  private def bound(
      stream: StreamState,
      schema: SchemaState,
      tags: Array[TagState] | Null,
      events: Int,
      isNew: Boolean
  ): Long =
    val segment = output.segment.number
    var bytes   = 0L
    if isNew || !stream.isIn(segment) then bytes += AppendEncoder.mostOfName(stream.name)
    if isNew || !schema.isIn(segment) then bytes += AppendEncoder.mostOfSchema(schema.canonical)
    if tags != null then
      var tag = 0
      while tag < tags.length do
        bytes += AppendEncoder.mostOfName(tags(tag).name) + events * AppendEncoder.MostOfTag
        tag += 1
    bytes

  // ---- Events -------------------------------------------------------------------------------------------------------

  /** Adds an append, and puts its numbers into it. There must be room for it. */
  def put(pending: Pending): Unit =
    begin(pending)
    if pending.parts == 1 then
      putPart(pending, pending.stream.nn, pending.schema.nn, pending.tags, 0, pending.events, 0): Unit
      pending.version = pending.stream.nn.lastVersion
    else putParts(pending)
    pending.last = output.sequence
    if pending.hasKey then
      val append = KeyedAppend(pending.first, pending.last, pending.version, pending.time)
      keys.add(UUID(pending.keyHigh, pending.keyLow), append)
    // An append is whole in one unit, so one that is larger than a frame ends the unit.
    if unit.size >= Frame.MostBody then output.endUnit()

  private def begin(pending: Pending): Unit =
    if now == 0 then now = settings.clock.millis * 1000
    output.time = math.max(output.time, if pending.time != 0 then pending.time else now)
    pending.time = output.time
    pending.first = output.sequence + 1
    if unit.isEmpty then unit.begin(output.sequence + 1, output.time)

  private def putParts(pending: Pending): Unit =
    var part  = 0
    var event = 0
    var at    = 0
    while part < pending.parts do
      val here = pending.part(part)
      at = putPart(pending, here.stream, here.schema, here.tags, event, event + here.count, at)
      event += here.count
      pending.version = here.stream.lastVersion
      part += 1

  /** Adds the events of one stream. Returns where the bytes of the next stream start. */
  private def putPart(
      pending: Pending,
      stream: StreamState,
      schema: SchemaState,
      tags: Array[TagState] | Null,
      from: Int,
      until: Int,
      bytesFrom: Int
  ): Int =
    fields.stream = numberOf(stream)
    fields.schema = numberOf(schema)
    fields.time = output.time
    setTags(tags)
    var version = stream.lastVersion
    var event   = from
    var at      = bytesFrom
    while event < until do
      val length = pending.length(event)
      version += 1
      setKey(pending, isFirst = event == 0)
      putEvent(stream, version, pending, at, length)
      if recent.isOn then remember(stream, schema, tags, pending, at, length)
      at += length
      event += 1
    // Once for all: other threads read it, and nobody may see a part of an append.
    stream.lastVersion = version
    at

  private def setKey(pending: Pending, isFirst: Boolean): Unit =
    fields.hasKey = pending.hasKey && isFirst
    fields.keyHigh = pending.keyHigh
    fields.keyLow = pending.keyLow
    fields.keyEvents = pending.events

  private def remember(
      stream: StreamState,
      schema: SchemaState,
      tags: Array[TagState] | Null,
      pending: Pending,
      at: Int,
      length: Int
  ): Unit =
    val lent = pending.lent
    if lent == null then recent.add(stream, schema, tags, pending.bytes, at, length)
    else
      val read = math.min(length, schema.schema.cases.mostRead)
      if firstBytes.length < read then firstBytes = new Array(read)
      lent.copy(at, firstBytes, read)
      recent.add(stream, schema, tags, firstBytes, 0, read)

  private def putEvent(stream: StreamState, version: Long, pending: Pending, at: Int, length: Int): Unit =
    val segment = output.segment
    val isNew   = stream.lastUnit != unit.serial
    fields.versionAfter = if isNew then version - segment.versionBefore(fields.stream) - 1 else -1
    val lent = pending.lent
    if lent == null then unit.event(fields, pending.bytes, at, length)
    else unit.event(fields, lent, at, length)
    output.sequence += 1
    if isNew then
      stream.lastUnit = unit.serial
      segment.streamUnits.add(fields.stream, segment.end)
    var tag = 0
    while tag < fields.tagCount do
      segment.tagUnits.add(fields.tags(tag), segment.end)
      tag += 1

  // ---- Definitions --------------------------------------------------------------------------------------------------

  private def numberOf(stream: StreamState): Int =
    val segment = output.segment
    val known   = stream.numberIn(segment.number)
    if known >= 0 then known
    else
      unit.defineStream(stream.name, stream.lastVersion)
      segment.define(stream, stream.lastVersion)

  private def numberOf(schema: SchemaState): Int =
    val segment = output.segment
    val known   = schema.numberIn(segment.number)
    if known >= 0 then known
    else
      unit.defineSchema(schema.canonical)
      segment.define(schema)

  private def setTags(tags: Array[TagState] | Null): Unit =
    fields.tagCount = 0
    if tags != null then
      fields.ensureTags(tags.length)
      while fields.tagCount < tags.length do
        fields.tags(fields.tagCount) = numberOf(tags(fields.tagCount))
        fields.tagCount += 1

  private def numberOf(tag: TagState): Int =
    val segment = output.segment
    val known   = tag.numberIn(segment.number)
    if known >= 0 then known
    else
      unit.defineTag(tag.name)
      used.add(tag)
      segment.define(tag)

private object AppendEncoder:
  /** Upper bound of the bytes of the fields of an event or a definition: length, kind, numbers, time, version, key. */
  inline val MostFields = 64L

  /** Upper bound of the bytes that one tag takes in an event. */
  inline val MostOfTag = 5L

  /** Upper bound of the bytes of the definition of a stream or a tag. */
  def mostOfName(name: String): Long = name.length * 3L + MostFields

  /** Upper bound of the bytes of the definition of a schema. */
  def mostOfSchema(canonical: Array[Byte]): Long = canonical.length + MostFields
