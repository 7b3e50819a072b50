package brine.journal.appending

import brine.journal.format.{Digest, SegmentEnd, SegmentHeader}
import brine.journal.lookup.{PostingLists, UnitTable}
import brine.journal.precondition.{SchemaState, StreamState, TagState}
import brine.journal.storage.StorageFile

/** The segment that the writer appends to. Changed by the writer thread only; readers use what was there before the
  * durable mark that they have seen.
  *
  * @param file
  *   the file, open for writing
  * @param table
  *   the offsets of its units. Like the lists of streams and tags it is empty for a new segment; for one that recovery
  *   continues it has what recovery has read
  */
private[journal] final class ActiveSegment(
    val header: SegmentHeader,
    val file: StorageFile,
    val table: UnitTable,
    val streamUnits: PostingLists,
    val tagUnits: PostingLists
):
  val number: Long = header.number

  /** Offset after the last frame in the buffer or the file. */
  var end: Long = SegmentHeader.Length

  /** Everything before this offset is durable and may be read. Units are listed before they are written, so readers
    * ignore listed units after it. It is set before the journal's durable mark, so a reader that has seen the mark sees
    * at least the end that belongs to it.
    */
  @volatile var safeEnd: Long = SegmentHeader.Length

  /** Digest of its frames so far. */
  var digest: Long = Digest.Start

  /** Number of its records. */
  var records = 0L

  val streams: Numbered[StreamState] = Numbered()
  val schemas: Numbered[SchemaState] = Numbered()
  val tags: Numbered[TagState]       = Numbered()

  /** The version of each stream before the segment, by number. */
  private var before = new Array[Long](64)

  def versionBefore(stream: Int): Long = before(stream)

  def define(stream: StreamState, version: Long): Int =
    val number = streams.add(stream)
    if number >= before.length then before = java.util.Arrays.copyOf(before, before.length * 2)
    before(number) = version
    stream.define(this.number, number)
    number

  def define(schema: SchemaState): Int =
    val number = schemas.add(schema)
    schema.define(this.number, number)
    number

  def define(tag: TagState): Int =
    val number = tags.add(tag)
    tag.define(this.number, number)
    number

  /** How the segment ends now. */
  def endWith(sequence: Long): SegmentEnd = SegmentEnd(sequence, end, digest)

private[journal] object ActiveSegment:
  /** A segment without records. */
  def fresh(header: SegmentHeader, file: StorageFile): ActiveSegment =
    ActiveSegment(header, file, UnitTable(header.size), PostingLists(), PostingLists())

/** Items in the order in which they were numbered. One thread adds, any thread reads. */
private[journal] final class Numbered[A]:
  @volatile private var items: Array[AnyRef] = new Array(16)
  @volatile private var count                = 0

  def add(item: A): Int =
    val number = count
    if number == items.length then items = java.util.Arrays.copyOf(items, number * 2)
    items(number) = item.asInstanceOf[AnyRef]
    count = number + 1
    number

  def size: Int = count

  /** The item with a number below [[size]]. */
  def apply(number: Int): A = items(number).asInstanceOf[A]
