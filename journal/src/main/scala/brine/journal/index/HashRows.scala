package brine.journal.index

/** Rows of hashes and the segments that have them, sorted by hash, unsigned. Holds the current row in its fields. Owned
  * by one thread.
  */
private[journal] trait HashSource:
  var hash: Long = 0

  /** The segments of the row, newest first: their distance from the first one of the source. */
  def segments: Array[Int]

  /** Advances to the next row; false if there is none. */
  def next(): Boolean

/** The hashes of one segment. */
private[journal] final class SegmentHashes(hashes: Array[Long]) extends HashSource:
  private var at = -1

  val segments: Array[Int] = Array(0)

  def next(): Boolean =
    at += 1
    if at < hashes.length then hash = hashes(at)
    at < hashes.length

private[journal] object SegmentHashes:
  /** Sorts hashes as a source has to give them. */
  def sort(hashes: Array[Long]): Array[Long] =
    // Signed order of values with the other sign bit is unsigned order.
    val flipped = hashes.map(_ ^ Long.MinValue)
    java.util.Arrays.sort(flipped)
    flipped.map(_ ^ Long.MinValue)

/** Reads rows of a table in a [[MergedIndex]]; see [[MergedFormat]].
  *
  * @param until
  *   where the rows end in the content
  * @param most
  *   number of segments that the index covers
  */
private[index] final class HashRows(cursor: Pages.Cursor, until: Long, most: Int) extends HashSource:
  private var single = -1
  private var listAt = 0L
  private var listTo = 0L

  /** Whether the reader stands at a row. */
  var isThere = false

  def next(): Boolean =
    if listTo > cursor.position then cursor.position = listTo
    isThere = cursor.position < until
    if isThere then
      hash = cursor.long()
      val first = cursor.varint()
      if (first & 1) == 0 then
        single = known(first >>> 1)
        listTo = cursor.position
      else
        single = -1
        listAt = cursor.position
        listTo = listAt + (first >>> 1)
        if listTo > until || listTo < listAt then cursor.damaged("a list that goes beyond its table")
    isThere

  def segments: Array[Int] =
    if single >= 0 then Array(single)
    else
      cursor.position = listAt
      val list = Array.newBuilder[Int]
      var last = known(cursor.varint())
      list += last
      while cursor.position < listTo do
        last = known(last - cursor.varint())
        list += last
      list.result()

  private def known(segment: Long): Int =
    if segment < 0 || segment >= most then cursor.damaged(s"segment $segment of $most")
    segment.toInt
