package brine.journal

/** The result of retention.
  *
  * @param segments
  *   number of segments that were deleted
  * @param after
  *   everything after this offset is still there
  */
final case class Retained(segments: Int, after: Offset)
