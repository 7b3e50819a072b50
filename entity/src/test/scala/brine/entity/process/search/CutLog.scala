package brine.entity.process.search

import brine.entity.WrappedLog
import brine.journal.{AppendError, AppendListener, EncodedAppend, EventLog}

/** A log that stores a number of appends and no more, as if the program was killed before the next one. */
private[search] final class CutLog(log: EventLog, most: Int) extends WrappedLog(log):
  private var left = most

  /** Whether an append was refused. */
  @volatile var isCut: Boolean = false

  override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    val isStored = synchronized:
      if left == 0 then isCut = true else left -= 1
      !isCut
    if isStored then super.appendEncoded(append, listener, context, waits)
    else listener.rejected(context, AppendError.ReadOnly("the program is killed"))
