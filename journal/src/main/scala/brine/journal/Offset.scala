package brine.journal

/** A position in a journal: after the record with this sequence number. Records of all streams are numbered 1, 2, 3 …
  * in the order in which they were appended. Only retention and compaction leave gaps.
  */
opaque type Offset = Long

object Offset:
  /** The position before the first record. */
  val Begin: Offset = 0L

  /** The position after the record with this number.
    *
    * @throws IllegalArgumentException
    *   if the number is negative
    */
  def apply(sequence: Long): Offset =
    require(sequence >= 0, s"an offset must not be negative: $sequence")
    sequence

  extension (offset: Offset)
    /** The sequence number of the record before the position; 0 at the beginning. */
    def sequence: Long = offset

  implicit def ordering: Ordering[Offset] = Ordering.Long
