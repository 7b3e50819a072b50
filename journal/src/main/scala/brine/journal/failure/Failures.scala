package brine.journal.failure

import brine.journal.flight.DamageEvent
import brine.journal.format.{Damage, EntryReader, UnknownVersion}
import brine.journal.{AppendError, JournalError, Offset, OpenError, ReadError}
import java.io.IOException
import java.nio.file.Path

/** Turns exceptions of files into the errors of the API, and reports damage as a flight event. Nothing else does
  * either, so each kind of failure is the same error everywhere, and each damage that a caller sees is one event.
  *
  * Damage that nobody sees is no event: an index that is built again, a segment that is read again.
  */
private[journal] object Failures:
  /** Runs a body that reads, and returns its failures as values. */
  def reading[A](folder: Path)(body: => A): Either[ReadError, A] =
    try Right(body)
    catch readError(folder).andThen(Left(_))

  /** Runs a body that opens a journal or reads a whole one, and returns its failures as values. */
  def opening[A](folder: Path)(body: => Either[OpenError, A]): Either[OpenError, A] =
    try body
    catch readError(folder).andThen(error => Left(openError(folder, error)))

  /** The failures of reading. Others are mistakes of this library or of its caller. */
  def readError(folder: Path): PartialFunction[Throwable, ReadError] =
    case damage: Damage                   => corrupt(folder, damage)
    case malformed: EntryReader.Malformed => corrupt(folder, Damage("", malformed.at, malformed.problem))
    case newer: UnknownVersion            => ReadError.NewerFormat(folder.resolve(newer.file), newer.version)
    case gone: Gone                       => ReadError.Gone(Offset(gone.sequence + 1))
    case failed: IOException              => ReadError.Failed(folder, failed)

  /** The failures of looking up what an append depends on. */
  def appendError(folder: Path): PartialFunction[Throwable, AppendError] =
    readError(folder).andThen(AppendError.Unreadable(_))

  /** The error of opening for an error of reading. */
  def openError(folder: Path, error: ReadError): OpenError = error match
    case ReadError.Corrupt(file, offset, problem) => OpenError.Corrupt(file, offset, problem, "nothing was changed")
    case ReadError.NewerFormat(file, version)     => OpenError.NewerFormat(file, version)
    case ReadError.Failed(at, cause)              => OpenError.Failed(at, cause)
    case other                                    => OpenError.Corrupt(folder, 0, other.message, "nothing was changed")

  private def corrupt(folder: Path, damage: Damage): ReadError =
    val file = folder.resolve(damage.file)
    DamageEvent.tell(file, damage.offset, damage.problem)
    ReadError.Corrupt(file, damage.offset, damage.problem)

  /** Why writing has failed, in words. */
  def reason(cause: Throwable): String = cause match
    case error: IOException => JournalError.describe(error)
    case error              => s"the writer ended with $error"
