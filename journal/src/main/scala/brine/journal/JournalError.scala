package brine.journal

import brine.codec.DecodeError
import brine.codec.inspect.internal.Escaped
import brine.journal.folders.Fence
import brine.journal.format.UnknownCompression
import java.io.IOException
import java.nio.file.{AccessDeniedException, Path}

/** Why a journal could not do something. Each message says what failed, where, and what to do. */
sealed trait JournalError:
  /** What failed, where, and what to do, in one or two sentences. */
  def message: String

/** Why an append did not happen, or may not have happened. */
enum AppendError(val message: String) extends JournalError:
  /** The stream has another version: a concurrent writer appended to it. Read the new events and decide again. */
  case WrongVersion(stream: String, expected: Long, actual: Long)
      extends AppendError(
        s"stream '${JournalError.inLine(stream)}' has version $actual, not the expected $expected: read the new events and decide again"
      )

  /** An event matches a condition of the append: another writer appended it. Read the new events and decide again.
    *
    * @param condition
    *   the condition that an event matches
    * @param at
    *   offset of the first event that matches a condition
    */
  case Conflict(condition: AppendCondition, at: Offset)
      extends AppendError(
        s"the event at offset ${at.sequence} matches the condition that there is none after " +
          s"${condition.after.sequence}: ${JournalError.inLine(condition.query.toString)}. Read the new events and " +
          "decide again"
      )

  /** An earlier append used this idempotency key, and its events are stored. Nothing was written. Treat it as success.
    */
  case Duplicate(original: Appended)
      extends AppendError(
        s"an append with this key is stored already, at offset ${original.first.sequence}: treat this as success"
      )

  /** Too many appends are in flight. Only `tryAppend` returns this; `append` waits instead. */
  case Full extends AppendError("too many appends are in flight: retry when some have completed")

  /** There is no space for the next segment, or no permission to create it, or too many files are open. The journal
    * resumes by itself once that has changed.
    */
  case ReadOnly(reason: String)
      extends AppendError(s"the journal is read-only: $reason. It resumes by itself once that is fixed")

  /** The append is larger than the settings allow, or than a segment can hold. */
  case TooLarge(bytes: Long, most: Long)
      extends AppendError(
        s"an append of $bytes bytes, maybe with the names of its streams and tags, exceeds the limit of $most: " +
          "maxAppendBytes in the settings of the log or, in files, half of segmentSize if that is less. " +
          "Split it, or store large content elsewhere and append a reference"
      )

  /** Older records cannot be read, and without them the stream's version or the key cannot be checked; or the store is
    * not of files, and has refused the append or cannot be reached: [[ReadError.Unavailable]]. Nothing was written.
    */
  case Unreadable(cause: ReadError) extends AppendError(JournalError.unwritten(cause))

  /** The append could not be compared with what it depends on, because of a mistake in this library: please report it
    * with the stack trace of `cause`. Nothing was written, and the journal works on.
    */
  case Unchecked(cause: Throwable)
      extends AppendError(
        s"this append could not be checked, so nothing was written: $cause. That is a mistake in Brine: please report it " +
          "with the stack trace of the cause"
      )

  /** Writing failed. Open the journal again to find out whether it holds the events.
    *
    * @param cause
    *   what it failed with, if that is known
    */
  case OutcomeUnknown(first: Offset, last: Offset, cause: Option[Throwable] = None)
      extends AppendError(
        s"writing the events from ${first.sequence} to ${last.sequence} failed${JournalError.becauseOf(cause)}: they " +
          "may be in the log or not. " +
          "Append them again with their idempotency key, or read the stream to see. A journal of files has to be " +
          "opened again for that"
      )

  /** The journal is closed, or has failed.
    *
    * @param cause
    *   what it failed with, if it has
    */
  case Closed(reason: String, cause: Option[Throwable] = None) extends AppendError(s"the journal is closed: $reason")

/** Why a journal could not be opened. */
enum OpenError(val message: String) extends JournalError:
  /** Another process, or another part of this one, has the journal open for writing. */
  case Locked(folder: Path, owner: String)
      extends OpenError(
        s"$folder is open for writing already, by $owner: close it there, or use JournalReader.open to read it"
      )

  /** Durable data is missing or corrupt, at this position in the file, in bytes. Nothing was changed. */
  case Corrupt(file: Path, position: Long, problem: String, lost: String)
      extends OpenError(
        s"$file is damaged at byte $position: $problem; $lost. Restore a backup (Journal.restore), or see what can be " +
          s"kept: brine.journal.tools.Repair.plan, or ./brine journal repair ${file.getParent}"
      )

  /** A later release wrote the file. */
  case NewerFormat(file: Path, version: Int)
      extends OpenError(s"$file has format version $version, newer than this release reads: use a newer release")

  /** The folder holds something else, or nothing. */
  case NotAJournal(folder: Path, problem: String) extends OpenError(s"$folder is no journal: $problem")

  /** The journal is a replica, or was fenced: see [[LogRole]]. Nothing was changed. */
  case NotWritable(folder: Path, role: LogRole) extends OpenError(role.refusal(folder.toString))

  /** The operating system refused: no permission, or no space for what opening writes. */
  case Failed(folder: Path, cause: IOException)
      extends OpenError(
        s"$folder cannot be opened: ${JournalError.describe(cause)}. Fix that and open it again: no record was changed"
      )

/** Why records could not be read. */
enum ReadError(val message: String) extends JournalError:
  /** A record is not a value of the requested type: it has another type, or a version that cannot be read as this one.
    */
  case Undecodable(offset: Offset, stream: String, cause: DecodeError)
      extends ReadError(
        s"record ${offset.sequence} of stream '${JournalError.inLine(stream)}' cannot be decoded as the requested " +
          s"type: ${cause.getMessage}"
      )

  /** A file is corrupt, at this position in bytes. */
  case Corrupt(file: Path, position: Long, problem: String)
      extends ReadError(
        s"$file is damaged at byte $position: $problem. To find all damage: brine.journal.tools.Verification.of, or " +
          s"./brine journal verify ${file.getParent}. Then restore a backup (Journal.restore), or repair " +
          "(brine.journal.tools.Repair.plan)"
      )

  /** Retention has deleted some of the requested records. `first` is the offset of the oldest one that is kept. */
  case Gone(first: Offset)
      extends ReadError(
        s"retention has deleted the records before ${first.sequence}: read from there on, or start with a snapshot; " +
          "to read what is kept of a stream, read it from version 0"
      )

  /** The stream was deleted at this version, while it was read or before. What is after it is a stream of its own.
    *
    * @param whileRead
    *   whether events before the deletion have been returned
    */
  case Deleted(stream: String, version: Long, whileRead: Boolean)
      extends ReadError(
        s"stream '${JournalError.inLine(stream)}' was deleted at version $version" +
          (if whileRead then " while it was read: forget what was read, and read it again"
           else s": read it from version ${version + 1} on, or from 0 for what is there")
      )

  /** A later release wrote the file. */
  case NewerFormat(file: Path, version: Int)
      extends ReadError(s"$file has format version $version, newer than this release reads: use a newer release")

  /** A store that is not of files failed: a database refused, a connection broke. */
  case Unavailable(log: String, cause: Exception)
      extends ReadError(s"the log $log cannot be read: ${JournalError.describe(cause)}. Fix that and read again")

  /** The operating system refused. */
  case Failed(folder: Path, cause: IOException) extends ReadError(JournalError.unread(folder, cause))

  /** The journal or the reader is closed. */
  case Closed extends ReadError("the journal or the reader is closed: open it again")

  /** Whether this is [[ReadError.Closed]], of which Java sees no name. */
  def isClosed: Boolean = this == Closed

object JournalError:
  // What led to an error, so that its stack trace is not lost; null if nothing did.
  private[journal] def exceptionOf(error: JournalError): Throwable | Null = error match
    case AppendError.Unreadable(cause)           => exceptionOf(cause)
    case AppendError.Unchecked(cause)            => cause
    case AppendError.Closed(_, cause)            => cause.orNull
    case AppendError.OutcomeUnknown(_, _, cause) => cause.orNull
    case OpenError.Failed(_, cause)              => cause
    case ReadError.Undecodable(_, _, cause)      => cause
    case ReadError.Unavailable(_, cause)         => cause
    case ReadError.Failed(_, cause)              => cause
    case _                                       => null

  /** A name as part of one line: it may hold input, which must not forge a line of a log. */
  private[journal] def inLine(name: String): String = Escaped.clipped(name, name.length * 6)

  private[journal] def becauseOf(cause: Option[Throwable]): String =
    cause.fold("")(known => s" (${reason(known)})")

  /** What led to a failure, in words. */
  private[journal] def reason(cause: Throwable): String = cause match
    case failure: Exception => describe(failure).stripSuffix(".")
    case error              => inLine(error.toString)

  private[journal] def unwritten(cause: ReadError): String = cause match
    case ReadError.Unavailable(log, failure) =>
      s"the log $log did not take this append, so nothing was written: ${describe(failure)}. Fix that and append again"
    case other => s"this append depends on older records that cannot be read: ${other.message}"

  // What is written elsewhere, such as a backup, may fail as well.
  private[journal] def unread(folder: Path, cause: IOException): String = cause match
    case denied: AccessDeniedException if denied.getFile != null && !Path.of(denied.getFile).startsWith(folder) =>
      describe(denied)
    case _: (WordedFailure | Refusal) => describe(cause)
    case other                        => s"$folder cannot be read or changed: ${describe(other)}"

  private[journal] def describe(cause: Exception): String = cause match
    case refusal: Refusal              => refusal.getMessage
    case worded: WordedFailure         => worded.getMessage
    case fenced: Fence.Fenced          => fenced.getMessage
    case own: JournalException         => own.getMessage
    case unknown: UnknownCompression   => unknown.getMessage
    case denied: AccessDeniedException =>
      s"no permission for ${denied.getFile} (change the permissions, or run as a user who has it)"
    case other => s"${other.getClass.getSimpleName}: ${Option(other.getMessage).fold("no reason given")(inLine)}"

/** A [[JournalError]] as an exception. Its cause is the exception that led to the error, if one did. */
final class JournalException(val error: JournalError)
    extends RuntimeException(error.message, JournalError.exceptionOf(error))
