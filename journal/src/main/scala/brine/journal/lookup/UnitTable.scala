package brine.journal.lookup

/** Sparse table of a segment's units, one row per 64 KiB: offset, first sequence, time. Written by one thread, read by
  * any.
  */
private[journal] final class UnitTable(segmentSize: Long):
  private val rows = new Array[Long]((segmentSize / UnitTable.Distance + 2).toInt * 3)
  // Written last: it makes a row visible.
  @volatile private var count = 0

  /** Adds a unit, if it is far enough from the last row. */
  def add(offset: Long, firstSequence: Long, time: Long): Unit =
    val known = count
    if known * 3 < rows.length && (known == 0 || offset - rows((known - 1) * 3) >= UnitTable.Distance) then
      rows(known * 3) = offset
      rows(known * 3 + 1) = firstSequence
      rows(known * 3 + 2) = time
      count = known + 1

  /** Offset of the last row's unit that starts with this sequence or an earlier one; -1 if there is none. */
  def offsetBefore(sequence: Long): Long = last(1, sequence)

  /** Offset of the last row's unit that is older than this time and starts before this offset; -1 if there is none. */
  def offsetAt(time: Long, before: Long = Long.MaxValue): Long = math.min(last(2, time - 1), last(0, before - 1))

  private def last(column: Int, most: Long): Long =
    var from  = 0
    var until = count
    while from < until do
      val middle = (from + until) >>> 1
      if rows(middle * 3 + column) <= most then from = middle + 1 else until = middle
    if from == 0 then -1 else rows((from - 1) * 3)

private[journal] object UnitTable:
  private[journal] inline val Distance = 1 << 16
