package brine.pekko.entity

import brine.entity.WrappedLog
import brine.journal.*

/** What a node sees of a log that all nodes share, until the node crashes: afterwards it appends nothing, and hears
  * nothing of what it has appended.
  */
final class CutLog(log: EventLog) extends WrappedLog(log):
  @volatile private var isCut = false

  /** What happens to the next appends: they are kept from the log, or the log's answers are lost. */
  @volatile var losesAppends: Boolean = false
  @volatile var losesAnswers: Boolean = false

  def cut(): Unit = isCut = true

  override def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    if !isCut && !losesAppends then log.appendEncoded(append, Heard(listener), context, waits)

  override protected def beforeRead(stream: String): Unit =
    if isCut then throw JournalException(ReadError.Unavailable(name, Exception("the node has crashed")))

  // The log behind it is that of the other nodes, too.
  override def close(): Unit = cut()

  private final class Heard(listener: AppendListener) extends AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
      if !isCut && !losesAnswers then listener.appended(context, first, last, version, micros)
    def rejected(context: Long, error: AppendError): Unit =
      if !isCut && !losesAnswers then listener.rejected(context, error)
