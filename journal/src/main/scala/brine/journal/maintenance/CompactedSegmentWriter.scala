package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.format.*
import brine.journal.storage.StorageFile
import java.nio.ByteBuffer

/** Writes what compaction keeps of a segment into an empty file: the same events, each with its sequence and version,
  * and the definitions that they need. Owned by one thread.
  *
  * @param template
  *   header of the file, except for its size
  */
private[journal] final class CompactedSegmentWriter(
    file: StorageFile,
    template: SegmentHeader,
    compression: Compression
):
  private val covered = template.original.get.sequence
  private val unit    = UnitWriter(isSparse = true)
  private val frames  = FrameWriter.ofFrames()
  private val fields  = EventFields()

  // The number of each stream, schema and tag of the original in this file; -1 if it is not defined.
  private val streams = CompactedSegmentWriter.Numbers()
  private val schemas = CompactedSegmentWriter.Numbers()
  private val tags    = CompactedSegmentWriter.Numbers()

  private var baseTime = 0L

  frames.start(file, template.salt, SegmentHeader.Length, Digest.Start)
  unit.start(template, compression)

  /** Number of events written. */
  var records = 0L

  /** Adds the event at which the reader stands.
    *
    * @param dictionary
    *   dictionary of the original, after counting the event
    * @param keyVersion
    *   the version that the append with the event's key gave, if its last event is not kept; otherwise -1
    */
  def add(event: EntryReader, dictionary: SegmentDictionary, keyVersion: Long): Unit =
    if unit.count == Frame.MostRecords || unit.size >= CompactedSegmentWriter.UnitSize then endUnit()
    if unit.isEmpty then
      baseTime = event.time
      unit.begin(event.sequence, baseTime)
    val stream = dictionary.streams(event.stream)
    streams.define(event.stream)(unit.defineStream(stream.name, stream.versionBefore))
    schemas.define(event.schema)(unit.defineSchema(dictionary.schemas(event.schema).canonical))
    for i <- 0 until event.tagCount do tags.define(event.tags(i))(unit.defineTag(dictionary.tags(event.tags(i))))
    setFields(event, stream.version - stream.versionBefore - 1, keyVersion)
    unit.event(fields, event.array, event.payloadFrom, event.payloadLength)
    records += 1

  private def setFields(event: EntryReader, versionAfter: Long, keyVersion: Long): Unit =
    fields.stream = streams(event.stream)
    fields.schema = schemas(event.schema)
    fields.time = event.time
    fields.sequence = event.sequence
    fields.versionAfter = versionAfter
    fields.hasKey = event.hasKey
    fields.keyHigh = event.keyHigh
    fields.keyLow = event.keyLow
    fields.keyEvents = event.keyEvents
    fields.keyVersion = keyVersion
    fields.ensureTags(event.tagCount)
    fields.tagCount = event.tagCount
    for i <- 0 until event.tagCount do fields.tags(i) = tags(event.tags(i))

  private def endUnit(): Unit = unit.end(frames, covered)

  /** Ends the segment and makes the file durable.
    *
    * @return
    *   its header
    */
  def finish(): SegmentHeader =
    if !unit.isEmpty then endUnit()
    frames.putSeal(covered, records, covered, baseTime)
    frames.flush()
    val header = template.copy(size = frames.end)
    file.write(ByteBuffer.wrap(header.toBytes), 0)
    file.force()
    header

private object CompactedSegmentWriter:
  private inline val UnitSize = 1 << 16

  /** Maps numbers of the original to numbers in this file. */
  private final class Numbers:
    private var numbers = Array.fill(64)(-1)
    private var count   = 0

    def apply(original: Int): Int = numbers(original)

    /** Assigns the next number and runs the definition, unless there is a number. */
    inline def define(original: Int)(inline definition: => Unit): Unit =
      if isNew(original) then definition

    def isNew(original: Int): Boolean =
      if original >= numbers.length then
        val before = numbers.length
        numbers = java.util.Arrays.copyOf(numbers, math.max(original + 1, before * 2))
        java.util.Arrays.fill(numbers, before, numbers.length, -1)
      numbers(original) < 0 && {
        numbers(original) = count
        count += 1
        true
      }
