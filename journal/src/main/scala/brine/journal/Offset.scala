package brine.journal

/** A place in a journal: after the record with this sequence number. Records are numbered 1, 2, 3 … over all streams, in the order in which they
  * were appended, without gaps (but those that retention and compaction leave).
  */
opaque type Offset = Long

object Offset:
  /** Before the first record. */
  val Begin: Offset = 0L

  /** After the record with this number.
    *
    * @throws IllegalArgumentException
    *   if it is negative
    */
  def apply(sequence: Long): Offset =
    require(sequence >= 0, s"an offset is not negative, not $sequence")
    sequence

  extension (offset: Offset)
    /** The sequence number of the record before the place, 0 at the beginning. */
    def sequence: Long = offset

  given Ordering[Offset] = Ordering.Long
