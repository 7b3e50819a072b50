package brine.journal.file

import brine.journal.format.{Damage, EntryReader, UnknownVersion}
import brine.journal.{Offset, ReadError}
import java.io.IOException
import java.nio.file.Path
import java.time.Instant
import java.time.temporal.ChronoUnit

/** Shared parts of reading: errors, and lookup by time. */
private[journal] object Reading:
  /** Runs a body, and returns its exceptions as values. */
  def guarded[A](folder: Path)(body: => A): Either[ReadError, A] =
    try Right(body)
    catch asError(folder).andThen(Left(_))

  /** The errors for exceptions of reading. */
  def asError(folder: Path): PartialFunction[Throwable, ReadError] =
    case damage: Damage => ReadError.Corrupt(folder.resolve(damage.file), damage.offset, damage.problem)
    case malformed: EntryReader.Malformed => ReadError.Corrupt(folder, malformed.at, malformed.problem)
    case newer: UnknownVersion            => ReadError.NewerFormat(folder.resolve(newer.file), newer.version)
    case gone: RecordCursor.Gone          => ReadError.Gone(Offset(gone.sequence + 1))
    case failed: IOException              => ReadError.Failed(folder, failed)

  /** Offset of the first event at this time or later, or the one that the next event gets. */
  def offsetAt(view: JournalView, time: Instant): Either[ReadError, Offset] =
    guarded(view.folder):
      val micros   = microsOf(time)
      val segments = view.segments
      // A header is newer than the events of the segments before.
      val segment = segments.lift(math.max(segments.lastIndexWhere(_.created < micros), 0))
      segment.fold(Offset(1))(header => within(view, header.firstSequence - 1, micros))

  // The first time at it or later that a record can have: those have microseconds.
  private def microsOf(time: Instant): Long =
    try
      val micros = ChronoUnit.MICROS.between(Instant.EPOCH, time)
      if Instant.EPOCH.plus(micros, ChronoUnit.MICROS).isBefore(time) then micros + 1 else micros
    catch case _: ArithmeticException => if time.isAfter(Instant.EPOCH) then Long.MaxValue else Long.MinValue

  private def within(view: JournalView, before: Long, micros: Long): Offset =
    // Of the first segment, what is kept: it may be deleted meanwhile.
    val cursor = RecordCursor(view, Selection.All(if before == 0 then -1 else before))
    try
      cursor.skipTo(micros)
      var last = cursor.sequence
      while cursor.next() && cursor.time < micros do last = cursor.sequence
      Offset(last + 1)
    finally cursor.close()
