package brine.journal.tools

import brine.journal.appending.StoredEvent
import brine.journal.live.{FileJournal, Interruption}
import brine.journal.{Completion, EventLogReader, JournalState, Offset, ReadError}
import java.util.UUID

/** A journal in files, opened for an import alone. */
private[tools] final class FileImportTarget(journal: FileJournal, val mostBytes: Long) extends ImportTarget:
  def log: EventLogReader = journal
  val begin: Offset       = journal.durable
  def earliestTime: Long  = journal.earliestTime

  // An append completes when it is written.
  def durable(taken: Long): Long = journal.durable.sequence

  def mostUnderWay: Int = FileImportTarget.MostUnderWay

  def version(stream: String): Either[ReadError, Long] = journal.version(stream)
  def skipTo(stream: String, version: Long): Unit      = journal.skipTo(stream, version)

  def append(events: Vector[StoredEvent], time: Long, key: Option[UUID], after: Long): Completion =
    journal.appendStored(events, time, key, after)

  def end(last: () => Long, settle: () => Unit): Option[String] =
    val interruption = Interruption()
    try
      val before =
        try
          interruption.defer(settle())
          journal.state
        finally journal.close()
      before match
        case JournalState.Failed(reason, _)          => Some(reason)
        case _ if journal.durable.sequence != last() =>
          Some(s"writing failed after record ${journal.durable.sequence}")
        case _ => None
    finally interruption.restore()

private object FileImportTarget:
  // More gains nothing.
  private inline val MostUnderWay = 256
