package brine.journal.lookup

import brine.codec.Schema
import brine.journal.format.{Entry, EntryReader, SegmentDictionary, SegmentHeader, SegmentReader}
import brine.journal.index.{IndexFormat, IndexedSegment, KeyedAppend, MergedFormat, SegmentHashes, UnitCursor}
import java.util.UUID

/** An index in memory, made by reading a segment. The thread that owns it may read on as the segment grows; other
  * threads may use what was there when they got it.
  *
  * @param dictionary
  *   that of the reader that reads the segment
  */
private[journal] final class ScannedSegment(val header: SegmentHeader, val dictionary: SegmentDictionary)
    extends IndexedSegment:
  private val tagNumbers = java.util.HashMap[String, Integer]()

  // For whoever continues the segment.
  val units: PostingLists                        = PostingLists()
  val unitsOfTags: PostingLists                  = PostingLists()
  val table: UnitTable                           = UnitTable(header.size)
  val keys: java.util.HashMap[UUID, KeyedAppend] = java.util.HashMap()

  // Made when a stream is first looked for. A segment that the writer continues is never asked, and may have millions.
  private var numbers: java.util.HashMap[String, Integer] | Null = null

  // The append with a key whose last event has not come yet. Compaction may have removed it.
  private var openKey: UUID | Null = null
  private var openKeyFirst         = 0L
  private var openKeyLast          = 0L

  /** The last sequence read, or the one before the segment. */
  var lastSequence: Long = header.firstSequence - 1

  /** Time of the last event. */
  var lastTime = 0L

  /** Number of records. */
  var records = 0L

  /** Adds the unit at which the reader stands, and reads it to its end.
    *
    * @throws brine.journal.format.Damage
    *   if its entries are not what a journal writes
    */
  def add(reader: SegmentReader): Unit = synchronized:
    val unit = reader.unit
    table.add(unit.offset, unit.firstSequence, unit.baseTime)
    while reader.nextEntry() do
      if reader.entry.kind == Entry.Event then event(reader.entry, reader.stream.nn, unit.offset)
      else define(reader.entry)

  private def define(entry: EntryReader): Unit =
    entry.kind match
      case Entry.StreamDefinition =>
        val known = numbers
        if known != null then known.put(dictionary.streams.last.name, dictionary.streams.size - 1): Unit
      case Entry.TagDefinition => tagNumbers.put(dictionary.tags.last, dictionary.tags.size - 1): Unit
      case _                   =>

  private def event(entry: EntryReader, stream: SegmentDictionary.Stream, offset: Long): Unit =
    records += 1
    lastSequence = entry.sequence
    lastTime = entry.time
    units.add(entry.stream, offset)
    var tag = 0
    while tag < entry.tagCount do
      unitsOfTags.add(entry.tags(tag), offset)
      tag += 1
    if entry.hasKey then
      openKey = UUID(entry.keyHigh, entry.keyLow)
      openKeyFirst = entry.sequence
      openKeyLast = entry.sequence + entry.keyEvents - 1
      if entry.keyVersion >= 0 then
        keys.put(openKey, KeyedAppend(openKeyFirst, openKeyLast, entry.keyVersion, entry.time))
        openKey = null
    if openKey != null then
      if entry.sequence == openKeyLast || header.isCompacted && entry.sequence < openKeyLast then
        keys.put(openKey, KeyedAppend(openKeyFirst, openKeyLast, stream.version, entry.time)): Unit
      if entry.sequence >= openKeyLast then openKey = null

  def salt: Long = header.salt

  /** Number of streams that it defines. */
  def streamCount: Int = synchronized(dictionary.streams.size)

  def streamName(number: Int): String  = synchronized(dictionary.streams(number).name)
  def versionBefore(number: Int): Long = synchronized(dictionary.streams(number).versionBefore)
  def schema(number: Int): Schema      = synchronized(dictionary.schemas(number))
  def tag(number: Int): String         = synchronized(dictionary.tags(number))
  def streamNumber(name: String): Int  = synchronized(number(streamNumbers, name))
  def tagNumber(tag: String): Int      = synchronized(number(tagNumbers, tag))
  def lastVersion(name: String): Long  = synchronized:
    val known = number(streamNumbers, name)
    if known < 0 then -1 else dictionary.streams(known).version
  def streamUnits(name: String): Array[Long]    = units.offsets(streamNumber(name))
  def tagUnits(tag: String): Array[Long]        = unitsOfTags.offsets(synchronized(number(tagNumbers, tag)))
  override def unitCountOfTag(tag: String): Int = unitsOfTags.count(synchronized(number(tagNumbers, tag)))
  override def unitsOfStream(name: String, from: Long): UnitCursor = Growing(units, () => streamNumbers, name, from)
  override def unitOfStream(name: String)(holds: Long => Boolean): Long = units.lastWhere(streamNumber(name))(holds)
  override def unitsOfTag(tag: String, from: Long): UnitCursor = Growing(unitsOfTags, () => tagNumbers, tag, from)

  private final class Growing(
      lists: PostingLists,
      of: () => java.util.HashMap[String, Integer],
      name: String,
      from: Long
  ) extends UnitCursor:
    private var cursor: PostingLists#Cursor | Null = null
    var number                                     = -1

    def next(): Long =
      if cursor == null then
        number = ScannedSegment.this.synchronized(ScannedSegment.this.number(of(), name))
        if number >= 0 then cursor = lists.cursor(number, from)
      if cursor == null then -1 else cursor.nn.next(Long.MaxValue)

  def offsetBefore(sequence: Long): Long             = math.max(table.offsetBefore(sequence), SegmentHeader.Length)
  def offsetAt(time: Long): Long                     = math.max(table.offsetAt(time), SegmentHeader.Length)
  def key(high: Long, low: Long): KeyedAppend | Null = synchronized(keys.get(UUID(high, low)))

  def nameCount(table: Int): Int = synchronized:
    table match
      case MergedFormat.Streams => dictionary.streams.size
      case MergedFormat.Tags    => dictionary.tags.size
      case _                    => keys.size

  def hashes(table: Int): Array[Long] = synchronized:
    SegmentHashes.sort(table match
      case MergedFormat.Streams => dictionary.streams.iterator.map(stream => IndexFormat.hash(stream.name)).toArray
      case MergedFormat.Tags    => dictionary.tags.iterator.map(IndexFormat.hash(_)).toArray
      case _                    =>
        keys.keySet
          .toArray(Array.empty[UUID])
          .map(key => IndexFormat.hash(key.getMostSignificantBits, key.getLeastSignificantBits)))

  private def streamNumbers: java.util.HashMap[String, Integer] =
    val known = numbers
    if known != null then known
    else
      val made = java.util.HashMap[String, Integer]()
      dictionary.streams.indices.foreach(number => made.put(dictionary.streams(number).name, number): Unit)
      numbers = made
      made

  private def number(of: java.util.HashMap[String, Integer], name: String): Int =
    val known = of.get(name)
    if known == null then -1 else known.intValue
