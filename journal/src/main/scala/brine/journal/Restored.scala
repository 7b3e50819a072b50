package brine.journal

import brine.journal.snapshot.SnapshotError

/** What a restored journal has, by reading all of it.
  *
  * @param first
  *   before the oldest record that is kept
  * @param last
  *   of the last record
  * @param bytes
  *   of segments, without the empty space in the last one
  * @param snapshots
  *   whole ones
  * @param problems
  *   of snapshots, which the journal can do without
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
