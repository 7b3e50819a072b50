package brine.journal

import brine.journal.snapshot.SnapshotError

/** What a journal was found to have when all of it was read.
  *
  * @param first
  *   before the oldest record that is kept
  * @param last
  *   of the last whole record, which may not be durable yet if the journal is being written
  * @param bytes
  *   of segments, without the empty space in the last one
  * @param snapshots
  *   whole ones
  * @param problems
  *   of snapshots, which the journal can do without
  */
final case class Verified(
    segments: Int,
    records: Long,
    bytes: Long,
    first: Offset,
    last: Offset,
    snapshots: Int,
    problems: Vector[SnapshotError]
)
