package brine.journal.index

import brine.codec.internal.concurrent.Once

/** One table of a [[MergedIndex]]: for each hash of a name or key, the segments that have it. Thread-safe.
  *
  * A lookup reads about one page of the file.
  *
  * @param segments
  *   number of segments that the index covers
  */
private[index] final class HashTable(
    pages: Pages,
    rowsAt: Long,
    rowsLength: Long,
    fencesAt: Long,
    fences: Int,
    segments: Int
):
  // The hash of the first row of each block, and where the block starts.
  private val ownFences = Once {
    val cursor = pages.cursor(fencesAt)
    Array.fill(fences * 2)(cursor.long())
  }

  /** The segments with a hash, newest first: their distance from the first one of the index. */
  def find(hash: Long): Array[Int] =
    val block = blockOf(hash)
    if block < 0 then HashTable.Nothing
    else
      val known = ownFences()
      val rows  = HashRows(pages.cursor(rowsAt + known(block * 2 + 1)), end(block), segments)
      while rows.next() && java.lang.Long.compareUnsigned(rows.hash, hash) < 0 do ()
      if rows.isThere && rows.hash == hash then rows.segments else HashTable.Nothing

  private def end(block: Int): Long =
    rowsAt + (if block + 1 < fences then ownFences()((block + 1) * 2 + 1) else rowsLength)

  // The last block that begins with this hash or a smaller one.
  private def blockOf(hash: Long): Int =
    val known = ownFences()
    var from  = 0
    var until = fences
    while from < until do
      val middle = (from + until) >>> 1
      if java.lang.Long.compareUnsigned(known(middle * 2), hash) <= 0 then from = middle + 1 else until = middle
    from - 1

  /** All rows, by hash. */
  def rows: HashRows = HashRows(pages.cursor(rowsAt), rowsAt + rowsLength, segments)

private object HashTable:
  private val Nothing = new Array[Int](0)
