package brine.journal.appending

import brine.codec.Schema
import brine.journal.format.SegmentHeader
import brine.journal.index.{IndexedSegment, KeyedAppend, KnownUnits, UnitCursor}
import brine.journal.lookup.PostingLists
import brine.journal.precondition.Streams

/** The index of the current segment, for readers.
  *
  * It finds streams and tags by name only while the segment is the current one. A reader that finds none therefore
  * checks afterwards whether the segment has ended.
  */
private[journal] final class ActiveIndex(segment: ActiveSegment, streams: Streams) extends IndexedSegment:
  def salt: Long                             = segment.header.salt
  def streamName(number: Int): String        = segment.streams(number).name
  def versionBefore(number: Int): Long       = segment.versionBefore(number)
  def schema(number: Int): Schema            = segment.schemas(number).schema
  def tag(number: Int): String               = segment.tags(number).name
  def streamUnits(name: String): Array[Long] = safe(segment.streamUnits, streamNumber(name))
  def offsetBefore(sequence: Long): Long     = math.max(segment.table.offsetBefore(sequence), SegmentHeader.Length)
  def offsetAt(time: Long): Long = math.max(segment.table.offsetAt(time, segment.safeEnd), SegmentHeader.Length)

  def streamNumber(name: String): Int =
    val state = streams.known(name)
    if state == null then -1 else state.numberIn(segment.number)

  def lastVersion(name: String): Long =
    val state = streams.known(name)
    if state == null || !state.isIn(segment.number) then -1 else state.lastVersion

  def tagNumber(tag: String): Int =
    val state = streams.knownTag(tag)
    if state == null then -1 else state.numberIn(segment.number)

  override val knownUnits: KnownUnits = KnownUnits(segment.header.salt)

  def tagUnits(tag: String): Array[Long] = safe(segment.tagUnits, tagNumber(tag))

  override def unitCountOfTag(tag: String): Int = segment.tagUnits.count(tagNumber(tag))

  // Only ended segments are merged.
  def nameCount(table: Int): Int      = throw UnsupportedOperationException("names of the current segment")
  def hashes(table: Int): Array[Long] = throw UnsupportedOperationException("hashes of the current segment")

  // The writer itself remembers the keys of this segment.
  def key(high: Long, low: Long): KeyedAppend | Null = null

  override def unitsOfStream(name: String, from: Long): UnitCursor =
    Growing(segment.streamUnits, () => streamNumber(name), from)

  override def unitOfStream(name: String)(holds: Long => Boolean): Long =
    val end = segment.safeEnd
    segment.streamUnits.lastWhere(streamNumber(name))(offset => offset < end && holds(offset))

  override def unitsOfTag(tag: String, from: Long): UnitCursor =
    Growing(segment.tagUnits, () => tagNumber(tag), from)

  /** The durable units of a list, which may begin later than the cursor. */
  private final class Growing(lists: PostingLists, find: () => Int, from: Long) extends UnitCursor:
    private var cursor: PostingLists#Cursor | Null = null
    var number                                     = -1

    def next(): Long =
      // Before the list: what is durable by then is in it.
      val end = segment.safeEnd
      if cursor == null then
        number = find()
        if number >= 0 then cursor = lists.cursor(number, from)
      if cursor == null then -1 else cursor.nn.next(end)

  private def safe(lists: PostingLists, list: Int): Array[Long] =
    val end     = segment.safeEnd
    val offsets = lists.offsets(list)
    var count   = offsets.length
    while count > 0 && offsets(count - 1) >= end do count -= 1
    if count == offsets.length then offsets else java.util.Arrays.copyOf(offsets, count)
