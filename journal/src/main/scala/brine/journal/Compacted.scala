package brine.journal

/** What compaction made of a segment.
  *
  * @param first
  *   of its records, when it had all of them
  * @param last
  *   of its records, when it had all of them
  */
final case class Compacted(
    first: Offset,
    last: Offset,
    recordsBefore: Long,
    recordsAfter: Long,
    bytesBefore: Long,
    bytesAfter: Long
)
