package brine.journal.file

/** The segments that may have the events of a selection. Segments that are not on the list have none of them, and never
  * will; from `until` on, all may.
  *
  * @param numbers
  *   numbers of segments before `until`, in order
  */
private[journal] final class HoldingSegments(numbers: Array[Long], until: Long):
  /** Number of the first segment with this number or a later one that may have selected events. */
  def from(number: Long): Long =
    if number >= until then number
    else
      val found = java.util.Arrays.binarySearch(numbers, number)
      val at    = if found >= 0 then found else -found - 1
      if at < numbers.length then numbers(at) else until

private[journal] object HoldingSegments:
  /** Any segment may have selected events. */
  val all: HoldingSegments = HoldingSegments(Array.empty, 0)
