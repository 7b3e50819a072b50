package brine.journal.snapshot

import brine.codec.Schema
import brine.journal.Offset

import java.time.Instant
import java.util.UUID

/** A state that was loaded, and the snapshot it comes from.
  *
  * @param info
  *   description of the snapshot
  * @param state
  *   the state
  * @param skipped
  *   why newer snapshots were skipped, newest first; empty if none was
  */
final case class Snapshot[+S](info: SnapshotInfo, state: S, skipped: Vector[SnapshotError]):
  /** Offset of the last record in the state: replay what is after it. */
  def offset: Offset = info.offset

/** The description of a snapshot.
  *
  * @param place
  *   path of the file, or what a store without files calls the snapshot
  * @param name
  *   name of the state
  * @param offset
  *   offset of the last record in the state; [[Offset.Begin]] if it has none
  * @param savedAt
  *   time at which it was saved
  * @param isParts
  *   whether the state was saved as parts
  * @param parts
  *   number of parts; 1 for one value
  * @param bytes
  *   length of the content in bytes: the parts, each with its length
  * @param fingerprint
  *   64 bits that depend on every bit of the content: states with the same schema and different fingerprints differ. It
  *   does not protect against an attacker
  * @param schema
  *   schema that the state, or each part, was written with
  * @param journal
  *   identity of the log
  */
final case class SnapshotInfo(
    place: String,
    name: String,
    offset: Offset,
    savedAt: Instant,
    isParts: Boolean,
    parts: Long,
    bytes: Long,
    fingerprint: Long,
    schema: Schema,
    journal: UUID
)
