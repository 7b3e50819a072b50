package brine.journal.index

import brine.journal.format.{Entry, EntryReader, SegmentDictionary, SegmentHeader, SegmentReader}
import brine.journal.index.IndexFormat.*
import brine.journal.storage.Storage
import java.nio.file.Path
import scala.collection.mutable.ArrayBuffer

/** Collects the index of a segment, unit by unit, then writes it. Owned by one thread.
  *
  * {{{
  * val builder = IndexBuilder(header)
  * while reader.nextUnit() do builder.add(reader)
  * builder.write(storage, path, last, digest)
  * }}}
  */
private[journal] final class IndexBuilder(header: SegmentHeader):
  import IndexBuilder.{Key, Listed}

  private val streams     = ArrayBuffer.empty[Listed]
  private val tags        = ArrayBuffer.empty[Listed]
  private val schemas     = ByteSink()
  private var schemaCount = 0
  private val keys        = ArrayBuffer.empty[Key]
  private val table       = ByteSink()
  private val places      = UnitPlaces(header.salt)

  private var records      = 0L
  private var lastSequence = header.firstSequence - 1
  private var firstTime    = 0L
  private var lastTime     = 0L
  private var tableOffset  = Long.MinValue / 2

  // The append with a key whose events are being read.
  private var open: Key | Null = null

  /** Adds the unit at which the reader stands, and reads it to its end.
    *
    * @throws brine.journal.format.Damage
    *   if its entries break a rule of the format
    */
  def add(reader: SegmentReader): Unit =
    val unit = reader.unit
    if unit.offset - tableOffset >= TableDistance then
      table.putLong(unit.offset)
      table.putLong(unit.firstSequence)
      table.putLong(unit.baseTime)
      tableOffset = unit.offset
    places.begin()
    while reader.nextEntry() do
      if reader.entry.kind == Entry.Event then event(reader.entry, reader.stream.nn)
      else define(reader.entry, reader.dictionary)
    places.end(unit)

  private def define(entry: EntryReader, dictionary: SegmentDictionary): Unit = entry.kind match
    case Entry.StreamDefinition =>
      streams += listed(dictionary.streams.last.name, dictionary.streams.last.versionBefore)
    case Entry.TagDefinition => tags += listed(dictionary.tags.last, 0)
    case _                   =>
      schemas.putInt(entry.payloadLength)
      schemas.put(entry.array, entry.payloadFrom, entry.payloadLength)
      schemaCount += 1

  private def listed(name: String, versionBefore: Long) =
    Listed(name, versionBefore, PlaceList(header.firstSequence))

  private def event(entries: EntryReader, stream: SegmentDictionary.Stream): Unit =
    val version = stream.version
    places.event(entries, version - stream.versionBefore - 1)
    streams(entries.stream).add(version, entries.sequence)
    places.of(streams(entries.stream).places)
    var tag = 0
    while tag < entries.tagCount do
      places.of(tags(entries.tags(tag)).places)
      tag += 1
    if records == 0 then firstTime = entries.time
    lastTime = entries.time
    lastSequence = entries.sequence
    records += 1
    if entries.hasKey then
      val key = Key(entries.keyHigh, entries.keyLow, entries.sequence, entries.sequence + entries.keyEvents - 1)
      keys += key
      key.stream = entries.stream
      key.version = entries.keyVersion
      open = if entries.keyVersion < 0 then key else null
    val current = open
    if current != null then
      if entries.sequence <= current.last then
        current.stream = entries.stream
        current.version = version
      if entries.sequence >= current.last then open = null

  /** Writes the index. Its name is not made durable, because a lost index is rebuilt.
    *
    * @param last
    *   the last sequence that the segment stands for
    * @param digest
    *   digest of the segment, see [[brine.journal.format.Digest]]
    */
  def write(storage: Storage, path: Path, last: Long, digest: Long): Unit =
    keys.sortInPlaceBy(key => (key.high, key.low)): Unit
    val rows   = ByteSink(keys.size * KeyLength)
    val filter = BloomFilter.sized(keys.size)
    keys.foreach: key =>
      filter.add(IndexFormat.hash(key.high, key.low))
      rows.putLong(key.high)
      rows.putLong(key.low)
      rows.putInt(key.stream)
      rows.putLong(key.first)
      rows.putLong(key.last)
      rows.putLong(key.version)
    val sections =
      IndexWriter.names(streams, header.firstSequence) ++ IndexWriter.names(tags, header.firstSequence) ++ Seq(
        schemaCount                 -> schemas,
        keys.size                   -> ByteSink.of(filter.bytes),
        keys.size                   -> rows,
        table.size / TableRowLength -> table
      )
    val head = IndexHeader(
      header.journal,
      header.number,
      header.salt,
      last,
      records,
      header.firstSequence,
      lastSequence,
      firstTime,
      lastTime,
      digest
    )
    IndexWriter.write(storage, path, Magic, head, sections)

private[journal] object IndexBuilder:
  private final class Key(val high: Long, val low: Long, val first: Long, val last: Long):
    var stream  = 0
    var version = 0L

  /** A stream or tag, and where its events are. */
  private final class Listed(val name: String, versionBefore: Long, val places: PlaceList) extends IndexWriter.Named:
    private var firstVersion  = 0L
    private var lastVersion   = 0L
    private var firstSequence = 0L
    private var lastSequence  = 0L

    def add(version: Long, sequence: Long): Unit =
      if firstVersion == 0 then
        firstVersion = version
        firstSequence = sequence
      lastVersion = version
      lastSequence = sequence

    def put(out: ByteSink, base: Long): Unit =
      val hasVersions = firstVersion > 0
      out.putVarint(versionBefore)
      out.putVarint(if hasVersions then firstVersion - versionBefore else 0)
      out.putVarint(lastVersion - firstVersion)
      out.putVarint(if hasVersions then firstSequence - base else 0)
      out.putVarint(lastSequence - firstSequence)
      places.put(out)
