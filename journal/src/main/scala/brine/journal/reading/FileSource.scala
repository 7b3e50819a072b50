package brine.journal.reading

import brine.journal.{EventCursor, EventSource, Filter, Offset, Query}

/** The events of a journal in files. Thread-safe. */
private[journal] final class FileSource(view: JournalView) extends EventSource:
  def events(filter: Filter.Basic, from: Offset): EventCursor =
    FileCursor(view, Selection.of(filter, from.sequence - 1))
  override def matching(query: Query, from: Offset): EventCursor =
    FileCursor(view, Selection.Matching(query, from.sequence - 1))
  def stream(name: String, from: Long): EventCursor = FileCursor(view, Selection.Stream(name, from))
  def visible: Offset                               = Offset(view.visible)
  def isClosed: Boolean                             = view.isClosed

  def awaitBeyond(offset: Offset, nanos: Long): Boolean = view.awaitBeyond(offset.sequence, nanos)
