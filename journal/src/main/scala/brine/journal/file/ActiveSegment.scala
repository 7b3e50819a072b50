package brine.journal.file

import brine.journal.format.{Digest, SegmentEnd, SegmentHeader}
import brine.journal.storage.StorageFile

/** The segment that is written. Changed by the writer thread alone; readers see of it what was there before the durable mark that they have seen.
  *
  * @param file
  *   open for writing
  * @param table
  *   where its units start; like the lists of streams and tags, empty for a new segment, and what recovery has read for one that is gone on with
  */
private[journal] final class ActiveSegment(
    val header: SegmentHeader,
    val file: StorageFile,
    val table: UnitTable,
    val streamUnits: PostingLists,
    val tagUnits: PostingLists
):
  val number: Long = header.number

  /** After the last frame that was made, if not yet written. */
  var end: Long = SegmentHeader.Length

  /** Everything before this offset is safe, and may be read. Units are listed before they are written, so readers leave out those after it. Set
    * before the journal's mark, so who has seen that sees at least the end it belongs to.
    */
  @volatile var safeEnd: Long = SegmentHeader.Length

  /** Of its frames so far. */
  var digest: Long = Digest.Start

  /** How many records it has. */
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

  /** How it ends now. */
  def endWith(sequence: Long): SegmentEnd = SegmentEnd(sequence, end, digest)

private[journal] object ActiveSegment:
  /** One without records. */
  def fresh(header: SegmentHeader, file: StorageFile): ActiveSegment =
    ActiveSegment(header, file, UnitTable(header.size), PostingLists(), PostingLists())

/** Things in the order in which they were numbered. Added to by one thread, read by any. */
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

  /** The item of a number below [[size]]. */
  def apply(number: Int): A = items(number).asInstanceOf[A]
