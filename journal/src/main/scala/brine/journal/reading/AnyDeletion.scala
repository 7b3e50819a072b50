package brine.journal.reading

import brine.journal.StreamDeleted
import brine.journal.failure.Gone
import scala.annotation.tailrec

/** Whether a stream was deleted at all, so that reading a stream costs little where none was. Thread-safe. */
private[reading] final class AnyDeletion(view: JournalView):
  @volatile private var isFound = false

  // Whether retention has deleted records that were not looked at.
  @volatile private var hasMissed = false

  /** There is no deletion up to this sequence. */
  @volatile private var noneUpTo = -1L

  /** Whether a deletion can be read. Looks at what came since the last call, also from another process. */
  def exists(): Boolean =
    if !isFound && !view.isClosed then
      view.refresh()
      val visible = view.visible
      if visible > noneUpTo then look(visible)
    isFound

  /** Whether there was a deletion since the first call, or may have been: retention may have deleted it. */
  def mayExist(): Boolean = exists() || hasMissed

  private def look(visible: Long): Unit =
    if isAfter(noneUpTo) then isFound = true else noneUpTo = visible

  @tailrec private def isAfter(sequence: Long): Boolean =
    val cursor = RecordCursor(view, Selection.Tagged(StreamDeleted.Tag, sequence))
    val found  =
      try Some(cursor.next())
      catch case _: Gone => None // retention has deleted the records before the next ones, maybe just now
      finally cursor.close()
    found match
      case Some(isThere) => isThere
      case None          =>
        hasMissed = true
        isAfter(-1)
