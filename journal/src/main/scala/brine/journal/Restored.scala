package brine.journal

import brine.journal.snapshot.SnapshotError

/** What a restored journal contains, found by reading all of it.
  *
  * @param segments
  *   number of segments
  * @param records
  *   number of records
  * @param bytes
  *   number of bytes of the segments, without the empty space in the last one
  * @param first
  *   offset of the oldest record that is kept; if none is, the one that the next record gets
  * @param last
  *   offset of the last record; [[Offset.Begin]] if there was never one
  * @param snapshots
  *   number of snapshots that are whole
  * @param problems
  *   problems of other snapshots; the journal works without them
  */
final case class Restored(
    segments: Int,
    records: Long,
    bytes: Long,
    first: Offset,
    last: Offset,
    snapshots: Int,
    problems: Vector[SnapshotError]
)
