package brine.entity.prevalence

import brine.entity.{WrappedCursor, WrappedLog}
import brine.journal.*

/** A log in which some versions of each stream are missing, as after a compaction. */
final class MissingLog(log: EventLog) extends WrappedLog(log):
  @volatile var removed: Set[Long] = Set.empty

  override protected def streamOf(cursor: EventCursor): EventCursor = new WrappedCursor(cursor):
    def next(): Boolean =
      var found = cursor.next()
      while found && removed(cursor.version) do found = cursor.next()
      found
