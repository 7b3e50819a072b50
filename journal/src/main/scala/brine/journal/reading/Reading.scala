package brine.journal.reading

import brine.journal.failure.{Failures, Gone}
import brine.journal.{Micros, Offset, ReadError}
import java.time.Instant
import scala.annotation.tailrec

/** Finds a place by time. */
private[journal] object Reading:
  private final val Tries = 100

  /** Offset of the first event at this time or later, or the one that the next event gets. */
  def offsetAt(view: JournalView, time: Instant): Either[ReadError, Offset] =
    Failures.reading(view.folder)(find(view, microsOf(time), Tries))

  @tailrec private def find(view: JournalView, micros: Long, triesLeft: Int): Offset =
    val segments = view.segments
    // A header is newer than the events of the segments before.
    val segment = segments.lift(math.max(segments.lastIndexWhere(_.created < micros), 0))
    val found   =
      try Some(segment.fold(Offset(1))(header => within(view, header.firstSequence - 1, micros)))
      // Retention has deleted that segment meanwhile: what is kept is looked at again.
      catch case _: Gone if triesLeft > 0 => None
    found match
      case Some(offset) => offset
      case None         => find(view, micros, triesLeft - 1)

  // The first time at it or later that a record can have: those have microseconds.
  private def microsOf(time: Instant): Long =
    try
      val micros = Micros.of(time)
      if Micros.instant(micros).isBefore(time) then micros + 1 else micros
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
