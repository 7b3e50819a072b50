package brine.journal.index

import brine.codec.internal.concurrent.Once
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
    val count: Int,
    filterAt: Long,
    filterLength: Int,
    rowsAt: Long,
    numbersAt: Long,
    entriesAt: Long,
    firstSequence: Long,
    hasPlaces: Boolean,
    heads: UnitHeads
):
  private val filter = Once(BloomFilter(pages.bytes(filterAt, filterLength)))

  /** The entry of a name. */
  def find(name: String, withUnits: Boolean = true): Option[StreamEntry] =
    val cursor = search(name.getBytes(UTF_8))
    if cursor == null then None else Some(rest(cursor, name, withUnits))

  /** Number of units with a name, which costs no more than finding its entry. */
  def unitCount(name: String): Int =
    val cursor = search(name.getBytes(UTF_8))
    if cursor == null then 0
    else
      cursor.varint(): Unit
      nameAt(cursor): Unit
      cursor.varint(): Unit
      skipSpans(cursor)
      unitsAt(cursor)

  /** The places of a name, if it has an entry. The index must have places. */
  def places(name: String): NamedPlaces | Null =
    val cursor = search(name.getBytes(UTF_8))
    if cursor == null then null
    else
      val number = cursor.varint().toInt
      nameAt(cursor): Unit
      val versionBefore = cursor.varint()
      skipSpans(cursor)
      val units = unitsAt(cursor)
      NamedPlaces(number, versionBefore, units, PlaceReader(cursor, firstSequence, units), heads)

  // Finds an entry; the cursor then stands at its start.
  private def search(utf8: Array[Byte]): Pages.Cursor | Null =
    val hash = IndexFormat.hash(utf8)
    if !filter().mayContain(hash) then null
    else
      val rows                       = pages.cursor(rowsAt)
      var row                        = firstRow(rows, hash)
      var found: Pages.Cursor | Null = null
      while found == null && row < count && hashAt(rows, row) == hash do
        val start  = rows.int()
        val cursor = entry(start)
        cursor.varint(): Unit
        if java.util.Arrays.equals(nameAt(cursor), utf8) then found = entry(start)
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
    rest(cursor, null, withUnits = false)

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
    for number <- 0 until count do entries(number) = rest(cursor, null).copy(offsets = NameTable.NoOffsets)
    all = entries
    entries

  /** The hashes of all names, sorted, unsigned. */
  def hashes: Array[Long] =
    val cursor = pages.cursor(rowsAt)
    Array.fill(count):
      val hash = cursor.long()
      cursor.int(): Unit
      hash

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

  private def rest(cursor: Pages.Cursor, known: String | Null, withUnits: Boolean = true): StreamEntry =
    val number        = cursor.varint().toInt
    val utf8          = nameAt(cursor)
    val name          = if known == null then String(utf8, UTF_8) else known
    val versionBefore = cursor.varint()
    val firstVersion  = versionBefore + cursor.varint()
    val lastVersion   = firstVersion + cursor.varint()
    val first         = firstSequence + cursor.varint()
    val last          = first + cursor.varint()
    val units         = if withUnits then unitsAt(cursor) else 0
    val offsets       = new Array[Long](units)
    if hasPlaces then
      val read = PlaceReader(cursor, firstSequence, units)
      while read.next() do offsets(read.unitNumber) = read.unit
    else
      var unit   = 0
      var offset = 0L
      while unit < units do
        offset += cursor.varint() << 3
        offsets(unit) = offset
        unit += 1
    StreamEntry(name, number, versionBefore, firstVersion, lastVersion, first, last, offsets)

  private def unitsAt(cursor: Pages.Cursor): Int =
    val units = cursor.varint()
    if units < 0 || units > NameTable.MostUnits then pages.damaged(cursor.position, s"a name in $units units")
    units.toInt

  // The first and last versions and sequences.
  private def skipSpans(cursor: Pages.Cursor): Unit =
    cursor.varint(): Unit
    cursor.varint(): Unit
    cursor.varint(): Unit
    cursor.varint(): Unit

  // Afterward, the cursor stands at where the row's entry starts.
  private def hashAt(rows: Pages.Cursor, row: Int): Long =
    rows.position = rowsAt + row.toLong * RowLength
    rows.long()

  /** The first row with this hash or a larger one. */
  private def firstRow(rows: Pages.Cursor, hash: Long): Int =
    var from  = 0
    var until = count
    // Hashes are spread evenly, so a row is near where its hash says: one page or two instead of ten.
    val guess = Math.multiplyHigh(hash >>> 1, count.toLong << 1).toInt
    var step  = NameTable.Near
    if guess < count && isBefore(rows, guess, hash) then
      from = guess + 1
      while until - from > step && isBefore(rows, from + step, hash) do
        from += step + 1
        step *= 2
      until = math.min(until, from + step)
    else
      until = guess
      while until > step && !isBefore(rows, until - step, hash) do
        until -= step
        step *= 2
      from = math.max(from, until - step)
    while from < until do
      val middle = (from + until) >>> 1
      if isBefore(rows, middle, hash) then from = middle + 1 else until = middle
    from

  private def isBefore(rows: Pages.Cursor, row: Int, hash: Long): Boolean =
    java.lang.Long.compareUnsigned(hashAt(rows, row), hash) < 0

private object NameTable:
  // Larger values do not fit into a segment.
  private inline val LongestName = 1 << 30
  private inline val MostUnits   = 1 << 27
  private inline val Recent      = 1024
  private inline val Near        = 32
  private val NoOffsets          = new Array[Long](0)
