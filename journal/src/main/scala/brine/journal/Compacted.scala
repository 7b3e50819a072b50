package brine.journal

/** The result of compacting one segment.
  *
  * @param first
  *   offset of the first record that the segment had before any compaction
  * @param last
  *   offset of the last record that the segment had before any compaction
  * @param recordsBefore
  *   number of records before this compaction
  * @param recordsAfter
  *   number of records after it
  * @param bytesBefore
  *   length of the file before this compaction
  * @param bytesAfter
  *   length of the file after it
  */
final case class Compacted(
    first: Offset,
    last: Offset,
    recordsBefore: Long,
    recordsAfter: Long,
    bytesBefore: Long,
    bytesAfter: Long
)
