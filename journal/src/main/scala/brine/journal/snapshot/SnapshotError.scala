package brine.journal.snapshot

import brine.codec.DecodeError

import java.io.IOException
import java.nio.file.Path
import java.util.UUID

/** Why a snapshot could not be saved or read. Damaged files are never deleted; whoever has understood what happened to them may. */
enum SnapshotError:
  /** The file is not what was saved, from this position on or around it. */
  case Damaged(file: Path, position: Long, problem: String)

  /** The snapshot is of another journal. */
  case Foreign(file: Path, journal: UUID, expected: UUID)

  /** The file was written by a later version of this library than this one can read. */
  case FutureVersion(file: Path, version: Int, newestKnown: Int)

  /** The file holds parts where one value was asked for, or the other way round. */
  case OtherKind(file: Path, hasParts: Boolean)

  /** Part number `part`, counted from 0, which begins at this byte of the content, cannot be read as the type asked for. */
  case Undecodable(file: Path, part: Long, position: Long, error: DecodeError)

  /** Part number `part`, counted from 0, cannot be written: it holds a null, or is too large. */
  case Unencodable(part: Long, problem: String)

  /** The file system failed. */
  case Failed(file: Path, error: IOException)

  /** There are snapshots, but none of them can be read; newest first. */
  case NoneReadable(name: String, errors: Vector[SnapshotError])

  /** The error in a sentence. */
  def message: String = this match
    case Damaged(file, position, problem)    => s"$file is damaged at byte $position: $problem"
    case Foreign(file, journal, expected)    => s"$file is a snapshot of journal $journal, not of $expected"
    case FutureVersion(file, version, known) =>
      s"$file has format version $version; this library knows those up to $known"
    case OtherKind(file, true)                    => s"$file holds parts: read it with loadParts"
    case OtherKind(file, false)                   => s"$file holds one value: read it with latest"
    case Undecodable(file, part, position, error) =>
      s"$file holds in part $part, at byte $position of its content, what is not a value of the type asked for: ${error.getMessage}"
    case Unencodable(part, problem) => s"part $part of the state cannot be written: $problem"
    case Failed(file, error)        => s"$file: $error"
    case NoneReadable(name, errors) => s"no snapshot '$name' can be read: ${errors.map(_.message).mkString("; ")}"
