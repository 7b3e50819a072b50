package brine.journal.index

/** Reads the places of a stream or tag from its entry in an index. Holds the current place in its fields. Owned by one
  * thread.
  */
private[index] final class PlaceReader(cursor: Pages.Cursor, firstSequence: Long, units: Int) extends PlaceSource:
  private var left = 0

  /** Number of the unit in the entry, from 0. */
  var unitNumber = -1

  var unit     = 0L
  var entry    = 0L
  var length   = 0
  var sequence = firstSequence
  var version  = 0L
  var check    = 0

  /** Advances to the next place; false if there is none. */
  def next(): Boolean =
    if left > 0 then
      place(isFirst = false)
      true
    else if unitNumber + 1 == units then false
    else
      nextUnit()
      true

  private def nextUnit(): Unit =
    val distance = cursor.varint()
    unitNumber += 1
    unit += distance >>> 1 << 3
    event()
    entry = 0
    length = 0
    check = 0
    if (distance & 1) != 0 then
      left = math.min(cursor.varint(), PlaceReader.MostEntries).toInt
      entry = unit
      if left > 0 then place(isFirst = true)

  private def place(isFirst: Boolean): Unit =
    left -= 1
    entry += length + cursor.varint()
    length = math.min(cursor.varint(), Int.MaxValue).toInt
    if !isFirst then event()
    check = cursor.int()

  private def event(): Unit =
    sequence += cursor.varint()
    version = cursor.varint()

private object PlaceReader:
  /** More do not fit into a unit. */
  private inline val MostEntries = 0xffffL
