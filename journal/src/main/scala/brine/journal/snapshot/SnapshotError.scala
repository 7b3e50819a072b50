package brine.journal.snapshot

import brine.codec.DecodeError
import brine.journal.JournalError

import java.io.IOException
import java.nio.file.Path
import java.util.UUID

/** Why a snapshot could not be saved or loaded. Damaged files are never deleted; you may delete them once you know what
  * happened.
  */
enum SnapshotError:
  /** The file is corrupt, at this position or near it. */
  case Damaged(file: Path, position: Long, problem: String)

  /** The snapshot belongs to another journal. */
  case Foreign(file: Path, journal: UUID, expected: UUID)

  /** A later version of this library wrote the file. */
  case FutureVersion(file: Path, version: Int, newestKnown: Int)

  /** The file holds parts where one value was requested, or one value where parts were requested. */
  case OtherKind(file: Path, hasParts: Boolean)

  /** A part cannot be decoded as the requested type. Parts count from 0; `position` is the part's first byte in the
    * content.
    */
  case Undecodable(file: Path, part: Long, position: Long, error: DecodeError)

  /** A part cannot be encoded: it holds a null, or is too large. Parts count from 0. */
  case Unencodable(part: Long, problem: String)

  /** The file system failed. */
  case Failed(file: Path, error: IOException)

  /** There are snapshots of this name, but none can be read. The errors are newest first. */
  case NoneReadable(name: String, errors: Vector[SnapshotError])

  /** What failed, where, and what to do, in a sentence. */
  def message: String = this match
    case Damaged(file, position, problem)    => s"$file is damaged at byte $position: $problem"
    case Foreign(file, journal, expected)    => s"$file is a snapshot of journal $journal, not of $expected"
    case FutureVersion(file, version, known) =>
      s"$file has format version $version, but this library reads only up to $known: use a newer release"
    case OtherKind(file, true)                    => s"$file holds parts: read it with loadParts"
    case OtherKind(file, false)                   => s"$file holds one value: read it with latest"
    case Undecodable(file, part, position, error) =>
      s"$file: part $part, at byte $position of the content, is not a value of the requested type: ${error.getMessage}"
    case Unencodable(part, problem) => s"part $part of the state cannot be encoded: $problem"
    case Failed(file, error)        => s"$file: ${JournalError.describe(error)}"
    case NoneReadable(name, errors) => s"no snapshot '$name' can be read: ${errors.map(_.message).mkString("; ")}"
