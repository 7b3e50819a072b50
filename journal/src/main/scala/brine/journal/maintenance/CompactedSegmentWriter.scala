package brine.journal.maintenance

import brine.codec.Compression
import brine.journal.format.*
import brine.journal.index.ByteSink
import brine.journal.storage.StorageFile
import java.nio.ByteBuffer
import java.nio.ByteOrder.LITTLE_ENDIAN
import java.util.zip.CRC32C

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
  private val body    = ByteSink(1 << 16)
  private val entry   = ByteSink()
  private val crc     = CRC32C()

  // The number of each stream, schema and tag of the original in this file; -1 if it is not defined.
  private val streams = CompactedSegmentWriter.Numbers()
  private val schemas = CompactedSegmentWriter.Numbers()
  private val tags    = CompactedSegmentWriter.Numbers()

  private var position      = SegmentHeader.Length.toLong
  private var digest        = Digest.Start
  private var firstSequence = 0L
  private var baseTime      = 0L
  private var count         = 0

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
    if count == Frame.MostRecords || body.size >= CompactedSegmentWriter.UnitSize then endUnit()
    if count == 0 then
      firstSequence = event.sequence
      baseTime = event.time
    val stream = dictionary.streams(event.stream)
    streams.define(event.stream):
      entry.put(CompactedSegmentWriter.kind(Entry.StreamDefinition))
      entry.putVarint(stream.versionBefore)
      entry.put(stream.name.getBytes("UTF-8"))
      endEntry()
    schemas.define(event.schema):
      entry.put(CompactedSegmentWriter.kind(Entry.SchemaDefinition))
      entry.put(dictionary.schemas(event.schema).canonical)
      endEntry()
    for i <- 0 until event.tagCount do
      tags.define(event.tags(i)):
        entry.put(CompactedSegmentWriter.kind(Entry.TagDefinition))
        entry.put(dictionary.tags(event.tags(i)).getBytes("UTF-8"))
        endEntry()
    putEvent(event, stream.version - stream.versionBefore - 1, keyVersion)
    count += 1
    records += 1

  private def putEvent(event: EntryReader, versionAfter: Long, keyVersion: Long): Unit =
    val after = event.time - baseTime
    var flags = Entry.Event | Entry.HasVersion
    if after != 0 then flags |= Entry.HasTime
    if event.hasKey then flags |= Entry.HasKey
    if event.hasKey && keyVersion >= 0 then flags |= Entry.HasOutcome
    if event.tagCount > 0 then flags |= Entry.HasTags
    entry.put(CompactedSegmentWriter.kind(flags))
    entry.putVarint(streams(event.stream))
    entry.putVarint(schemas(event.schema))
    if after != 0 then entry.putVarint(Entry.zigzag(after))
    entry.putVarint(event.sequence - firstSequence)
    entry.putVarint(versionAfter)
    if event.hasKey then
      entry.putLong(event.keyHigh)
      entry.putLong(event.keyLow)
      entry.putVarint(event.keyEvents)
      if keyVersion >= 0 then entry.putVarint(keyVersion)
    if event.tagCount > 0 then
      entry.putVarint(event.tagCount)
      for i <- 0 until event.tagCount do entry.putVarint(tags(event.tags(i)))
    entry.put(event.array, event.payloadFrom, event.payloadLength)
    endEntry()

  private def endEntry(): Unit =
    body.putVarint(entry.size)
    body.put(entry)
    entry.clear()

  private def endUnit(): Unit =
    val (bytes, length, flags) = compressed() match
      case Some(smaller) => (smaller, smaller.length, Frame.Sparse | Frame.Compressed)
      case None          => (body.array, body.size, Frame.Sparse)
    var at = 0
    while length - at > Frame.MostBody do
      frame(bytes, at, Frame.MostBody, firstSequence, 0, flags | Frame.Continued)
      at += Frame.MostBody
    frame(bytes, at, length - at, firstSequence, count, flags)
    body.clear()
    count = 0

  private def compressed(): Option[Array[Byte]] =
    if compression.kind != template.compression || (compression eq Compression.Plain) then None
    else
      compression
        .compress(body.toArray, body.size)
        .map: smaller =>
          val all = ByteSink(smaller.length + 5)
          all.putVarint(body.size)
          all.put(smaller)
          all.toArray
        .filter(_.length < body.size)

  private def frame(bytes: Array[Byte], at: Int, length: Int, first: Long, count: Int, flags: Int): Unit =
    val out = ByteBuffer.allocate(Frame.length(length)).order(LITTLE_ENDIAN)
    out.putInt(length).putInt(0).putLong(first).putLong(covered).putLong(baseTime)
    out.putShort(count.toShort).putShort(flags.toShort).putInt(Frame.Magic).put(bytes, at, length)
    crc.reset()
    crc.update(out.array, Frame.SequenceAt, Frame.HeaderLength - Frame.SequenceAt + length)
    val check = crc.getValue.toInt ^ Frame.mask(template.salt, position)
    out.putInt(Frame.CheckAt, check)
    file.write(out.clear(), position)
    position += out.capacity
    if (flags & Frame.Seal) == 0 then digest = Digest.step(digest, check)

  /** Ends the segment and makes the file durable.
    *
    * @return
    *   its header
    */
  def finish(): SegmentHeader =
    if count > 0 then endUnit()
    val body = new Array[Byte](Frame.SealBody)
    Little.putLong(body, 0, covered)
    Little.putLong(body, 8, digest)
    Little.putLong(body, 16, records)
    frame(body, 0, body.length, covered + 1, 0, Frame.Seal)
    val header = template.copy(size = position)
    file.write(ByteBuffer.wrap(header.toBytes), 0)
    file.force()
    header

private object CompactedSegmentWriter:
  private inline val UnitSize = 1 << 16

  private val kinds                        = Array.tabulate(256)(kind => Array(kind.toByte))
  private def kind(kind: Int): Array[Byte] = kinds(kind)

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
