package brine.journal.snapshot

import brine.codec.DecodeError
import brine.journal.{AppendError, JournalError, Offset}

import java.util.UUID

/** Why a snapshot could not be saved or loaded. `place` is the path of the file, or what a store without files calls
  * it. Damaged files are never deleted; you may delete them once you know what happened.
  */
enum SnapshotError:
  /** The snapshot is corrupt, at this position or near it. */
  case Damaged(place: String, position: Long, problem: String)

  /** The snapshot belongs to another journal. */
  case Foreign(place: String, journal: UUID, expected: UUID)

  /** A later version of this library wrote the snapshot. */
  case FutureVersion(place: String, version: Int, newestKnown: Int)

  /** The snapshot holds parts where one value was requested, or one value where parts were requested. */
  case OtherKind(place: String, hasParts: Boolean)

  /** A part cannot be decoded as the requested type. Parts count from 0; `position` is the part's first byte in the
    * content.
    */
  case Undecodable(place: String, part: Long, position: Long, error: DecodeError)

  /** A part cannot be encoded: it holds a null, or is too large. Parts count from 0. */
  case Unencodable(part: Long, problem: String)

  /** There is no snapshot of this name and offset. */
  case NotFound(place: String, name: String, offset: Offset)

  /** The file system, or another store, failed. */
  case Failed(place: String, error: Exception)

  /** There are snapshots of this name, but none can be read. The errors are newest first. */
  case NoneReadable(name: String, errors: Vector[SnapshotError])

  /** The state has records that are not durable yet, so a crash could revoke them: save it when they are. */
  case NotDurable(place: String, offset: Offset, durable: Offset)

  /** The append to the log of states has failed, for instance because too many are in flight. */
  case NotSaved(error: AppendError)

  /** What failed, where, and what to do, in a sentence. */
  def message: String = this match
    case Damaged(place, position, problem)    => s"$place is damaged at byte $position: $problem"
    case Foreign(place, journal, expected)    => s"$place is a snapshot of journal $journal, not of $expected"
    case FutureVersion(place, version, known) =>
      s"$place has format version $version, but this library reads only up to $known: use a newer release"
    case OtherKind(place, true)                    => s"$place holds parts: read it with loadParts"
    case OtherKind(place, false)                   => s"$place holds one value: read it with latest"
    case Undecodable(place, part, position, error) =>
      s"$place: part $part, at byte $position of the content, is not a value of the requested type: ${error.getMessage}"
    case Unencodable(part, problem)    => s"part $part of the state cannot be encoded: $problem"
    case NotFound(place, name, offset) =>
      s"$place has no snapshot '$name' at offset ${offset.sequence}: SnapshotStore.offsets lists those of a name"
    case NotDurable(place, offset, durable) =>
      s"$place has records up to ${offset.sequence}, of which only those up to ${durable.sequence} are durable: save " +
        "it when they are"
    case NotSaved(error)            => s"the state was not saved: ${error.message}"
    case Failed(place, error)       => s"$place: ${JournalError.describe(error)}"
    case NoneReadable(name, errors) => s"no snapshot '$name' can be read: ${errors.map(_.message).mkString("; ")}"
