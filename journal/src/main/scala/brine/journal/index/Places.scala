package brine.journal.index

/** Where a segment has the events of a stream or tag: for each place the unit, and most often the entry in it. So a
  * reader need not parse units of up to 256 KiB for single events. The arrays are in order, may be longer than
  * there are places, and may not be changed.
  *
  * @param number
  *   number of the stream or tag in the segment
  * @param versionBefore
  *   the stream's version before the segment; 0 for a tag
  * @param size
  *   number of places
  * @param units
  *   offset of the unit
  * @param entries
  *   offset of the event's entry in the file; 0 if the place is the whole unit
  * @param lengths
  *   length of the entry
  * @param sequences
  *   sequence of the event, or of the first one in the unit
  * @param versions
  *   version of that event, minus 1, minus its stream's version before the segment
  * @param checks
  *   check of the entry, see [[PlaceCheck]]
  * @param heads
  *   headers of units that are known already
  */
private[journal] final class Places(
    val number: Int,
    val versionBefore: Long,
    val size: Int,
    val units: Array[Long],
    val entries: Array[Long],
    val lengths: Array[Int],
    val sequences: Array[Long],
    val versions: Array[Long],
    val checks: Array[Int],
    val heads: UnitHeads
):
  def isWhole(at: Int): Boolean = entries(at) == 0

  /** The first place that may have an event after this sequence. */
  def after(sequence: Long): Int = from(sequences, sequence)

  /** The first place that may have an event of the stream with this version or a later one. */
  def ofVersion(version: Long): Int = from(versions, version - versionBefore - 2)

  // The last place that begins at or before this value may be a unit that goes beyond it.
  private def from(values: Array[Long], passed: Long): Int =
    var low  = 0
    var high = size
    while low < high do
      val middle = (low + high) >>> 1
      if values(middle) <= passed then low = middle + 1 else high = middle
    if low > 0 && isWhole(low - 1) then low - 1 else low

private[journal] object Places:
  val none: Places = PlaceBuffer(0).places(-1, 0, UnitHead(0, 0, 0, isSparse = false))
