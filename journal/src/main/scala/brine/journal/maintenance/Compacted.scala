package brine.journal.maintenance

/** What became of a segment.
  *
  * @param firstSequence
  *   of the segment
  * @param lastSequence
  *   it stands for
  */
final case class Compacted(
    firstSequence: Long,
    lastSequence: Long,
    recordsBefore: Long,
    recordsAfter: Long,
    bytesBefore: Long,
    bytesAfter: Long
)
