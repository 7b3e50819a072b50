package brine.journal

import brine.codec.DecodeError
import java.io.IOException
import java.nio.file.{AccessDeniedException, Path}

/** Why a journal could not do something. Every one says what, where, and what to do about it. */
sealed trait JournalError:
  def message: String

/** Why an append did not happen, or may not have. */
enum AppendError(val message: String) extends JournalError:
  /** The stream has another version: someone else has appended to it. Read it again and decide anew. */
  case WrongVersion(stream: String, expected: Long, actual: Long)
      extends AppendError(s"stream '$stream' has version $actual, not $expected: read what is new and decide again")

  /** This idempotency key was used by an earlier append, which is what there is now; nothing was written. */
  case Duplicate(original: Appended)
      extends AppendError(s"an append with this key was made before, at offset ${original.first.sequence}")

  /** There is no room for more appends under way; only `tryAppend` says so, `append` waits. */
  case Full extends AppendError("too many appends are under way: try again when some are complete")

  /** The journal takes no appends until there is space on the disk, or permission, for its next segment again. */
  case ReadOnly(reason: String)
      extends AppendError(s"the journal is read-only: $reason. It goes on by itself once that is put right")

  /** The append is larger than the journal's settings allow, or than a segment holds. */
  case TooLarge(bytes: Long, most: Long)
      extends AppendError(
        s"an append of $bytes bytes; the most is $most (JournalSettings.maxAppendBytes): split it, or keep large content elsewhere and append where it is"
      )

  /** What was appended before cannot be read, so that nobody knows the stream's version, or whether the key was used; nothing was written. */
  case Unreadable(cause: ReadError)
      extends AppendError(s"what was appended before cannot be read, which this append depends on: ${cause.message}")

  /** Writing failed. The events may be there or not when the journal is opened again, which is what has to be done. */
  case OutcomeUnknown(first: Offset, last: Offset)
      extends AppendError(
        s"writing the events from ${first.sequence} to ${last.sequence} failed: they may be in the journal or not; open it again and look"
      )

  /** The journal is closed, or has failed. */
  case Closed(reason: String) extends AppendError(s"the journal is closed: $reason")

/** Why a journal could not be opened. */
enum OpenError(val message: String) extends JournalError:
  /** Another process, or another part of this one, has it open for writing. */
  case Locked(folder: Path, owner: String)
      extends OpenError(s"$folder is open for writing already, by $owner: close it there, or open a reader")

  /** Something that was safe is gone or damaged. Nothing was changed. */
  case Corrupt(file: Path, offset: Long, problem: String, lost: String)
      extends OpenError(
        s"$file is damaged at byte $offset: $problem; $lost. Restore a backup, or see what can be kept: ./brine journal repair ${file.getParent}"
      )

  /** A later release wrote it. */
  case NewerFormat(file: Path, version: Int)
      extends OpenError(s"$file has format version $version, newer than this release reads: use a newer release")

  /** There is something else in the folder, or nothing. */
  case NotAJournal(folder: Path, problem: String) extends OpenError(s"$folder is no journal: $problem")

  /** The operating system refused: there is no permission, or no space for what opening writes. */
  case Failed(folder: Path, cause: IOException)
      extends OpenError(
        s"$folder cannot be opened: ${JournalError.describe(cause)}. Put that right and open it again: what it holds stays as it is"
      )

/** Why records could not be read. */
enum ReadError(val message: String) extends JournalError:
  /** A record is not a value of the type asked for: another type, or a version of it that cannot be read as this one. */
  case Undecodable(offset: Offset, stream: String, cause: DecodeError)
      extends ReadError(s"record ${offset.sequence} of stream '$stream' cannot be read: ${cause.getMessage}")

  /** A file is damaged. */
  case Corrupt(file: Path, offset: Long, problem: String)
      extends ReadError(s"$file is damaged at byte $offset: $problem. See ./brine journal verify ${file.getParent}")

  /** What was asked for has been deleted by retention. */
  case Gone(first: Offset)
      extends ReadError(
        s"records up to ${first.sequence} were deleted by retention: read from there, or from a snapshot"
      )

  /** A later release wrote it. */
  case NewerFormat(file: Path, version: Int)
      extends ReadError(s"$file has format version $version, newer than this release reads: use a newer release")

  /** The operating system refused. */
  case Failed(folder: Path, cause: IOException)
      extends ReadError(s"$folder cannot be read: ${JournalError.describe(cause)}")

  /** The journal, or what was read from, is closed. */
  case Closed extends ReadError("the journal is closed")

object JournalError:
  private[journal] def describe(cause: IOException): String = cause match
    case explained: ExplainedFailure   => explained.getMessage
    case denied: AccessDeniedException => s"no permission for ${denied.getFile}"
    case other => s"${other.getClass.getSimpleName}: ${Option(other.getMessage).getOrElse("no reason given")}"

/** A [[JournalError]], for those who prefer exceptions. */
final class JournalException(val error: JournalError) extends RuntimeException(error.message)
