package brine.journal.index

import brine.codec.internal.concurrent.Once
import brine.codec.{Compression, Schema}
import brine.journal.format.{Damage, Little, SegmentHeader, SegmentReader}
import brine.journal.index.IndexFormat.*
import brine.journal.storage.{Storage, StorageFile}
import java.nio.file.{NoSuchFileException, Path}
import java.util.UUID

/** The index of an ended segment: where its streams, tags, keys and times are. It is computed from the segment alone,
  * so it can be rebuilt.
  *
  * Memory: the filters and the table of offsets once they were used (about 10 bits per stream, 24 bytes per 64 KiB of
  * the segment), the schemas, the headers of up to 256 units, and up to 128 KiB of pages. All methods may throw
  * [[Damage]] if a page is corrupt: then rebuild the index. Thread-safe.
  */
private[journal] final class SegmentIndex private (
    pages: Pages,
    val header: IndexHeader,
    counts: Array[Int],
    starts: Array[Long],
    lengths: Array[Long],
    hasPlaces: Boolean
) extends IndexedSegment,
      AutoCloseable:
  export header.{digest, firstSequence, firstTime, journal, last, lastSequence, lastTime, records, salt, segment}

  private val heads = UnitHeads.Recent()

  private def names(first: Int): NameTable = NameTable(
    pages,
    counts(first + 1),
    starts(first),
    lengths(first).toInt,
    starts(first + 1),
    starts(first + 2),
    starts(first + 3),
    firstSequence,
    hasPlaces,
    heads
  )

  private val streams   = names(Section.StreamFilter)
  private val tags      = names(Section.TagFilter)
  private val keyFilter = Once(BloomFilter(pages.bytes(starts(Section.KeyFilter), lengths(Section.KeyFilter).toInt)))

  // Offset, first sequence and time of each row.
  private val ownTable = Once {
    val cursor = pages.cursor(starts(Section.Table))
    Array.fill(counts(Section.Table) * 3)(cursor.long())
  }
  private def table: Array[Long] = ownTable()

  /** Number of streams that the segment defines. */
  def streamCount: Int = counts(Section.StreamRows)
  def tagCount: Int    = counts(Section.TagRows)
  def keyCount: Int    = counts(Section.Keys)

  /** The entry of a stream. Reads about one page, and none if the filter rules the stream out. */
  def stream(name: String): Option[StreamEntry] = streams.find(name)

  def streamName(number: Int): String = streams.name(number)

  def versionBefore(number: Int): Long = streams.versionBefore(number)

  /** All streams, by number, without their offsets. */
  def allStreams: Iterator[StreamEntry] = Iterator.range(0, streamCount).map(streams.summary)

  def tag(number: Int): String    = tags.name(number)
  def schema(number: Int): Schema = schemas(number)

  def streamNumber(name: String): Int = streams.find(name, withUnits = false).filter(_.hasEvents).fold(-1)(_.number)
  def tagNumber(tag: String): Int     = tags.find(tag, withUnits = false).fold(-1)(_.number)
  def lastVersion(name: String): Long =
    streams.find(name, withUnits = false).filter(_.hasEvents).fold(-1L)(_.lastVersion)
  def streamUnits(name: String): Array[Long] = streams.find(name).fold(SegmentIndex.NoOffsets)(_.offsets)
  def tagUnits(tag: String): Array[Long]     = tags.find(tag).fold(SegmentIndex.NoOffsets)(_.offsets)

  override def unitCountOfTag(tag: String): Int = tags.unitCount(tag)

  override def isOutdated: Boolean = !hasPlaces

  def nameCount(table: Int): Int = table match
    case MergedFormat.Streams => streams.count
    case MergedFormat.Tags    => tags.count
    case _                    => keyCount

  def hashes(table: Int): Array[Long] = table match
    case MergedFormat.Streams => streams.hashes
    case MergedFormat.Tags    => tags.hashes
    case _                    =>
      SegmentHashes.sort(Array.tabulate(keyCount): row =>
        val cursor = keyRow(row)
        IndexFormat.hash(cursor.long(), cursor.long()))

  override def streamPlaces(name: String): Places | Null = placesOf(name, Vector.empty)
  override def tagPlaces(tag: String): Places | Null     = placesOf(null, Vector(tag))

  override def placesOf(stream: String | Null, tags: Vector[String]): Places | Null =
    if !hasPlaces then null
    else
      val of    = this.tags
      var found = if stream != null then streams.places(stream) else of.places(tags.head)
      var next  = if stream != null then 0 else 1
      while found != null && next < tags.size do
        val other = of.places(tags(next))
        found = if other == null then null else found.and(other)
        next += 1
      if found == null then Places.none else found.places

  /** The schemas of events, by number. */
  def schemas: Vector[Schema] = ownSchemas()

  private val ownSchemas = Once {
    val cursor = pages.cursor(starts(Section.Schemas))
    Vector.fill(counts(Section.Schemas)):
      val length = cursor.int()
      if length < 0 || length > lengths(Section.Schemas) then
        pages.damaged(cursor.position, s"a schema of $length bytes")
      val bytes = new Array[Byte](length)
      cursor.read(bytes)
      Schema.fromCanonical(bytes).fold(error => pages.damaged(cursor.position, error.getMessage), identity)
  }

  def key(high: Long, low: Long): KeyedAppend | Null = keyEntry(high, low) match
    case Some(entry) => KeyedAppend(entry.first, entry.last, entry.version, KeyedAppend.OfRecord)
    case None        => null

  /** The append with this idempotency key. */
  def keyEntry(high: Long, low: Long): Option[KeyEntry] =
    if !keyFilter().mayContain(IndexFormat.hash(high, low)) then None
    else
      var from  = 0
      var until = keyCount
      while from < until do
        val middle = (from + until) >>> 1
        val cursor = keyRow(middle)
        val there  = cursor.long()
        if there < high || there == high && cursor.long() < low then from = middle + 1 else until = middle
      if from == keyCount then None
      else
        val cursor = keyRow(from)
        if cursor.long() != high || cursor.long() != low then None
        else Some(KeyEntry(cursor.int(), cursor.long(), cursor.long(), cursor.long()))

  private def keyRow(row: Int): Pages.Cursor = pages.cursor(starts(Section.Keys) + row.toLong * KeyLength)

  def offsetBefore(sequence: Long): Long = last(1, sequence)
  def offsetAt(time: Long): Long         = last(2, time - 1)

  private def last(column: Int, most: Long): Long =
    val rows  = table
    var from  = 0
    var until = rows.length / 3
    while from < until do
      val middle = (from + until) >>> 1
      if rows(middle * 3 + column) <= most then from = middle + 1 else until = middle
    if from == 0 then SegmentHeader.Length else rows((from - 1) * 3)

  /** Reads all of it and verifies it. */
  def verify(): Unit = pages.verify()

  override def release(): Unit = pages.release()

  /** Closes the index for all its users. */
  def close(): Unit = pages.close()

private[journal] object SegmentIndex:
  private val NoOffsets = new Array[Long](0)

  /** Opens an index.
    *
    * @param header
    *   header of the segment
    * @param last
    *   the last sequence that the segment stands for
    * @return
    *   None if there is no index, or it is of another segment or visibly damaged: then build it
    */
  def open(storage: Storage, path: Path, header: SegmentHeader, last: Long): Option[SegmentIndex] =
    try
      val file = storage.openRead(path)
      try
        val index = read(storage, path, file, Magic)
        val found = Option.when(
          index.journal == header.journal && index.segment == header.number && index.salt == header.salt && index.last == last
        )(index)
        if found.isEmpty then file.close()
        found
      catch
        case _: Damage =>
          file.close()
          None
        case error: Throwable =>
          file.close()
          throw error
    catch case _: NoSuchFileException => None

  private def read(storage: Storage, path: Path, file: StorageFile, magic: Long): SegmentIndex =
    val size                  = file.size
    def fail(problem: String) = throw Damage(path.getFileName.toString, 0, problem)
    val page                  = Pages.read(path, size, 0, 0, file.read(_, 0))
    val version               = Little.int(page, 8)
    if Little.long(page, 0) != magic || version != Version && version != WithoutPlaces || Little.int(
        page,
        12
      ) != PageSize
    then fail("not an index of this version")
    val salt     = Little.long(page, SaltAt)
    val sections = 0 until Section.Count
    val counts   = sections.map(section => Little.int(page, SectionsAt + section * SectionLength)).toArray
    val starts   = sections.map(section => Little.long(page, SectionsAt + section * SectionLength + 4)).toArray
    val lengths  = sections.map(section => Little.long(page, SectionsAt + section * SectionLength + 12)).toArray
    val length   = starts.last + lengths.last
    if size != (length + PageContent - 1) / PageContent * PageSize then fail("an index of another length than it says")
    SegmentIndex(
      Pages(storage, path, size, salt, file),
      IndexHeader(
        UUID(Little.long(page, 16), Little.long(page, 24)),
        Little.long(page, 32),
        salt,
        Little.long(page, 48),
        Little.long(page, 56),
        Little.long(page, 64),
        Little.long(page, 72),
        Little.long(page, 80),
        Little.long(page, 88),
        Little.long(page, 96)
      ),
      counts,
      starts,
      lengths,
      version == Version
    )

  /** Opens a file with another magic number.
    *
    * @throws Damage
    *   if it cannot be read
    */
  private[index] def openOther(storage: Storage, path: Path, magic: Long): SegmentIndex =
    val file = storage.openRead(path)
    try read(storage, path, file, magic)
    catch
      case error: Throwable =>
        file.close()
        throw error

  /** Reads a segment through and writes its index.
    *
    * @param last
    *   the last sequence that the segment stands for: valid units beyond it do not belong to it
    * @throws Damage
    *   if there is anything but whole units up to there
    */
  def build(
      storage: Storage,
      name: String,
      file: StorageFile,
      header: SegmentHeader,
      last: Long,
      compressions: Int => Option[Compression],
      path: Path
  ): Unit =
    val reader  = SegmentReader(name, file, header, compressions, SegmentReader.Policy.Open)
    val builder = IndexBuilder(header)
    while reader.lastSequence < last && reader.nextUnit() do builder.add(reader)
    reader.requireTo(last)
    builder.write(storage, path, last, reader.segmentEnd.digest)
