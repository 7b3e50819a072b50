package brine.journal.reading

import brine.journal.failure.Failures
import brine.journal.{EventCursor, EventSource, Filter, JournalException, Offset, Query}

/** The events of a journal in files. Thread-safe. */
private[journal] final class FileSource(view: JournalView) extends EventSource:
  def events(filter: Filter.Basic, from: Offset): EventCursor =
    FileCursor(view, Selection.of(filter, from.sequence - 1))
  override def matching(query: Query, from: Offset): EventCursor =
    FileCursor(view, Selection.Matching(query, from.sequence - 1))

  private val deletions = AnyDeletion(view)

  override def deletedUpTo(stream: String): Long =
    if explained(deletions.exists()) then super.deletedUpTo(stream) else 0

  override private[journal] def mayHaveDeletions: Boolean = explained(deletions.mayExist())

  private def explained[A](body: => A): A =
    try body
    catch case failed: Exception => throw Failures.readError(view.folder).lift(failed).fold(failed)(JournalException(_))

  def stream(name: String, from: Long): EventCursor = FileCursor(view, Selection.Stream(name, from))
  def visible: Offset                               = Offset(view.visible)
  def isClosed: Boolean                             = view.isClosed

  def awaitBeyond(offset: Offset, nanos: Long): Boolean = view.awaitBeyond(offset.sequence, nanos)
