package brine.journal.snapshot

import brine.codec.Schema

import java.nio.file.Path
import java.time.Instant
import java.util.UUID

/** A state that was read back, and where it comes from.
  *
  * @param skipped
  *   why newer snapshots were passed over, newest first; empty if there were none
  */
final case class Snapshot[+S](info: SnapshotInfo, state: S, skipped: Vector[SnapshotError]):
  /** The state is that after the record with this sequence number. */
  def offset: Long = info.offset

/** What a snapshot file says of itself.
  *
  * @param offset
  *   sequence number of the last record that went into the state; 0 if none did
  * @param isParts
  *   whether the state was saved as parts
  * @param parts
  *   how many; 1 for one value
  * @param bytes
  *   length of the content, without headers and checksums
  * @param fingerprint
  *   64 bits that depend on every bit of the content: two states with one schema and other fingerprints are different. Not safe against an
  *   adversary
  * @param schema
  *   what the state, or each part, was written with
  * @param journal
  *   the journal's id
  */
final case class SnapshotInfo(
    file: Path,
    name: String,
    offset: Long,
    savedAt: Instant,
    isParts: Boolean,
    parts: Long,
    bytes: Long,
    fingerprint: Long,
    schema: Schema,
    journal: UUID
)
