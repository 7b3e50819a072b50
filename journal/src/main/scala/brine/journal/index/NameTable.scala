package brine.journal.index

import brine.codec.internal.Once
import brine.journal.index.IndexFormat.*
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.AtomicReferenceArray

/** The streams, or the tags, of an index. Thread-safe.
  *
  * @param count
  *   number of names
  * @param firstSequence
  *   first sequence of the segment
  */
private[index] final class NameTable(
    pages: Pages,
    count: Int,
    filterAt: Long,
    filterLength: Int,
    rowsAt: Long,
    numbersAt: Long,
    entriesAt: Long,
    firstSequence: Long
):
  private val filter = Once(BloomFilter(pages.bytes(filterAt, filterLength)))

  /** The entry of a name. */
  def find(name: String, withUnits: Boolean = true): Option[StreamEntry] =
    val utf8 = name.getBytes(UTF_8)
    val hash = IndexFormat.hash(utf8)
    if !filter().mayContain(hash) then None
    else
      var row                        = firstRow(hash)
      var found: Option[StreamEntry] = None
      while found.isEmpty && row < count && hashAt(row) == hash do
        val cursor = entry(pages.cursor(rowsAt + row.toLong * RowLength + 8).int())
        val number = cursor.varint().toInt
        if java.util.Arrays.equals(nameAt(cursor), utf8) then found = Some(rest(cursor, name, number, withUnits))
        row += 1
      found

  /** The name with a number.
    *
    * @throws IndexOutOfBoundsException
    *   if the segment has no name with this number
    */
  def name(number: Int): String = known(number).name

  /** The version before the segment, of the stream with this number. */
  def versionBefore(number: Int): Long = known(number).versionBefore

  /** The entry of the name with a number, without its units. */
  def summary(number: Int): StreamEntry =
    val cursor = at(number)
    cursor.varint(): Unit
    val name = String(nameAt(cursor), UTF_8)
    rest(cursor, name, number, withUnits = false)

  // Names that were looked up lately; all names, once the misses cost more than reading them all.
  private val recent                                   = AtomicReferenceArray[StreamEntry](NameTable.Recent)
  @volatile private var all: Array[StreamEntry] | Null = null
  @volatile private var misses                         = 0

  private def known(number: Int): StreamEntry =
    val loaded = all
    if loaded != null then loaded(number)
    else
      val slot = number & (NameTable.Recent - 1)
      val kept = recent.get(slot)
      if kept != null && kept.number == number then kept
      else
        misses += 1 // races may lose counts; that is accurate enough
        if misses > NameTable.Recent + count / 8 then loadAll()(number)
        else
          val entry = summary(number)
          recent.set(slot, entry)
          entry

  private def loadAll(): Array[StreamEntry] =
    val entries = new Array[StreamEntry](count)
    val cursor  = pages.cursor(entriesAt)
    for number <- 0 until count do
      cursor.varint(): Unit
      val name = String(nameAt(cursor), UTF_8)
      entries(number) = rest(cursor, name, number).copy(offsets = NameTable.NoOffsets)
    all = entries
    entries

  private def at(number: Int): Pages.Cursor =
    if number < 0 || number >= count then throw IndexOutOfBoundsException(s"number $number of $count names")
    entry(pages.cursor(numbersAt + number * 4L).int())

  private def entry(start: Int): Pages.Cursor = pages.cursor(entriesAt + (start & 0xffffffffL))

  private def nameAt(cursor: Pages.Cursor): Array[Byte] =
    val length = cursor.varint()
    if length < 0 || length > NameTable.LongestName then pages.damaged(cursor.position, s"a name of $length bytes")
    val utf8 = new Array[Byte](length.toInt)
    cursor.read(utf8)
    utf8

  private def rest(cursor: Pages.Cursor, name: String, number: Int, withUnits: Boolean = true): StreamEntry =
    val versionBefore = cursor.varint()
    val firstVersion  = versionBefore + cursor.varint()
    val lastVersion   = firstVersion + cursor.varint()
    val first         = firstSequence + cursor.varint()
    val last          = first + cursor.varint()
    val units         = cursor.varint()
    if units < 0 || units > NameTable.MostUnits then pages.damaged(cursor.position, s"a name in $units units")
    val offsets = new Array[Long](if withUnits then units.toInt else 0)
    var unit    = 0
    var offset  = 0L
    while unit < offsets.length do
      offset += cursor.varint() << 3
      offsets(unit) = offset
      unit += 1
    StreamEntry(name, number, versionBefore, firstVersion, lastVersion, first, last, offsets)

  private def hashAt(row: Int): Long = pages.cursor(rowsAt + row.toLong * RowLength).long()

  /** The first row with this hash or a larger one. */
  private def firstRow(hash: Long): Int =
    var from  = 0
    var until = count
    while from < until do
      val middle = (from + until) >>> 1
      if java.lang.Long.compareUnsigned(hashAt(middle), hash) < 0 then from = middle + 1 else until = middle
    from

private object NameTable:
  // Larger values do not fit into a segment.
  private inline val LongestName = 1 << 30
  private inline val MostUnits   = 1 << 27
  private inline val Recent      = 1024
  private val NoOffsets          = new Array[Long](0)
