package brine.journal.reading

import brine.journal.failure.Failures
import brine.journal.{Micros, Offset, ReadError}
import java.time.Instant

/** Finds a place by time. */
private[journal] object Reading:
  /** Offset of the first event at this time or later, or the one that the next event gets. */
  def offsetAt(view: JournalView, time: Instant): Either[ReadError, Offset] =
    Failures.reading(view.folder):
      val micros   = microsOf(time)
      val segments = view.segments
      // A header is newer than the events of the segments before.
      val segment = segments.lift(math.max(segments.lastIndexWhere(_.created < micros), 0))
      segment.fold(Offset(1))(header => within(view, header.firstSequence - 1, micros))

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
