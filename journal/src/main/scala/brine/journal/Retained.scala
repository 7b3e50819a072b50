package brine.journal

/** What retention did.
  *
  * @param segments
  *   how many were deleted
  * @param after
  *   everything after this offset is still there
  */
final case class Retained(segments: Int, after: Offset)
