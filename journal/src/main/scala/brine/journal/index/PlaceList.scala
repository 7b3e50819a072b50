package brine.journal.index

/** The places of a stream or tag, as an index has them; see [[IndexFormat]]. Owned by one thread. */
private[index] final class PlaceList(firstSequence: Long):
  private val bytes      = ByteSink(12)
  private var lastUnit   = 0L
  private var lastBefore = firstSequence
  private var entryEnd   = 0L

  /** Number of units. */
  var units = 0

  // For the unit that is being read: the oldest of its events, the newest one in the list of [[UnitPlaces]], plus 1,
  // and their number.
  var oldest = 0
  var newest = 0
  var events = 0

  /** Adds a unit as a whole. */
  def whole(offset: Long, sequence: Long, version: Long): Unit = unit(offset, sequence, version, 0)

  /** Adds a unit of which only these entries matter; they follow. */
  def placed(offset: Long, sequence: Long, version: Long, entries: Int): Unit =
    unit(offset, sequence, version, entries)
    bytes.putVarint(entries)
    entryEnd = offset

  private def unit(offset: Long, sequence: Long, version: Long, entries: Int): Unit =
    bytes.putVarint(((offset - lastUnit) >>> 3) << 1 | (if entries > 0 then 1 else 0))
    lastUnit = offset
    units += 1
    event(sequence, version)

  private def event(sequence: Long, version: Long): Unit =
    bytes.putVarint(sequence - lastBefore)
    bytes.putVarint(version)
    lastBefore = sequence

  /** Adds an entry. The sequence and version of the first one are those of its unit. */
  def entry(offset: Long, length: Int, isFirst: Boolean, sequence: Long, version: Long, check: Int): Unit =
    bytes.putVarint(offset - entryEnd)
    bytes.putVarint(length)
    if !isFirst then event(sequence, version)
    bytes.putInt(check)
    entryEnd = offset + length

  def put(out: ByteSink): Unit =
    out.putVarint(units)
    out.put(bytes)
