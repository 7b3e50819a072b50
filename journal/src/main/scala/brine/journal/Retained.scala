package brine.journal

/** The result of retention.
  *
  * @param segments
  *   number of segments that were deleted
  * @param first
  *   offset of the oldest record that is kept; if none is, the one that the next record gets
  */
final case class Retained(segments: Int, first: Offset)
