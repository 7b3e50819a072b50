package brine.journal.reading

import brine.journal.index.UnitCursor

/** The units of a segment that a cursor reads because an index lists them. The list of a segment that had not ended
  * grows. Owned by one thread at a time.
  *
  * @param known
  *   walks the list
  * @param isComplete
  *   whether the segment had ended when the index was taken, so that it lists all units
  */
private[reading] final class ListedUnits(known: UnitCursor, val isComplete: Boolean):
  /** Offset of the last unit that was taken from the list; 0 before the first one. */
  var offset           = 0L
  private var isTaken  = false
  private var lastRead = 0L

  /** Whether it walks the lists of several names. Once the segment has ended, some of them may not be found any more.
    * Then a unit that is taken is not known to be the next one.
    */
  val isOfSeveral: Boolean = known.isInstanceOf[MergedUnits]

  /** Number of the stream or tag in the segment; -1 if it is not known to be there. */
  def number: Int = known.number

  /** Takes the next unit, unless the last one is still to be read. Returns whether there is one. */
  def take(): Boolean =
    if !isTaken then
      val next = known.next()
      isTaken = next >= 0
      if isTaken then offset = next
    isTaken

  /** Notes that the unit was read. */
  def read(): Unit =
    isTaken = false
    lastRead = offset

  /** The units after the last one that was read, by the complete list. */
  def continued(complete: Long => UnitCursor): ListedUnits =
    val rest = ListedUnits(complete(lastRead + 1), isComplete = true)
    rest.offset = lastRead
    rest.lastRead = lastRead
    rest
