package brine.journal.reading

import brine.journal.StreamDeleted
import brine.journal.failure.Gone

/** Whether a stream was deleted at all, so that reading a stream costs little where none was. Thread-safe. */
private[reading] final class AnyDeletion(view: JournalView):
  @volatile private var isFound = false

  /** There is no deletion up to this sequence. */
  @volatile private var noneUpTo = -1L

  /** Whether a deletion can be read. Looks at what came since the last call, also from another process. */
  def exists(): Boolean =
    if !isFound && !view.isClosed then
      view.refresh()
      val visible = view.visible
      if visible > noneUpTo then look(visible)
    isFound

  private def look(visible: Long): Unit =
    val found =
      try isAfter(noneUpTo)
      catch case _: Gone => isAfter(-1) // retention has deleted the records before the next ones
    if found then isFound = true else noneUpTo = visible

  private def isAfter(sequence: Long): Boolean =
    val cursor = RecordCursor(view, Selection.Tagged(StreamDeleted.Tag, sequence))
    try cursor.next()
    finally cursor.close()
