package brine.journal.tools

import brine.journal.appending.StoredEvent
import brine.journal.live.Interruption
import brine.journal.*
import java.util.UUID

/** A log that is open, and stays open.
  *
  * @param begin
  *   offset of its last record
  * @param earliestTime
  *   time of its last record
  */
private[tools] final class LogImportTarget private (val log: EventLog, val begin: Offset, val earliestTime: Long)
    extends ImportTarget:
  def mostBytes: Long   = math.min(LogImportTarget.MostBytes, log.mostAppendBytes)
  def mostUnderWay: Int = LogImportTarget.MostUnderWay

  // An append completes when it is committed.
  def durable(taken: Long): Long = taken

  def version(stream: String): Either[ReadError, Long] = log.version(stream)

  // Each append says its versions.
  def skipTo(stream: String, version: Long): Unit = ()

  private val run = EncodedAppend.StoredRun()

  def append(events: Vector[StoredEvent], time: Long, key: Option[UUID], after: Long): Completion =
    val completion = Completion(Level.Disk)
    val append     = EncodedAppend.stored(LogImportTarget.parts(events), key, EncodedAppend.Stored(time, after, run))
    log.appendEncoded(append, Told(completion), 0)
    completion

  /** Ends the run with the first append that is refused, also by a log that is full or closed. */
  private final class Told(completion: Completion) extends AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
      completion.appended(context, first, last, version, micros)
    def rejected(context: Long, error: AppendError): Unit =
      run.end()
      completion.rejected(context, error)

  def end(last: () => Long, settle: () => Unit): Option[String] =
    val interruption = Interruption()
    try
      interruption.defer(settle())
      None
    finally interruption.restore()

private object LogImportTarget:
  private inline val MostBytes = 1L << 18
  // As many as a transaction of a database takes, and as many that wait for the next one.
  private inline val MostUnderWay = 2000

  /** A log to import into, or why it takes no records. */
  def of(log: EventLog): Either[ImportError, LogImportTarget] =
    if !log.takesStored then
      Left(
        ImportError(
          0,
          s"the log ${log.name} gives records times of its own, so it takes none from elsewhere: use a folder, a " +
            "database (JdbcEventLog) or a log in memory (MemoryEventLog)"
        )
      )
    else
      val last = for
        begin <- ExportedRecords.reading(log.durable)
        time  <- timeOf(log, begin)
      yield LogImportTarget(log, begin, time)
      last.left.map(error => ImportError(0, error.message))

  private def timeOf(log: EventLog, offset: Offset): Either[ReadError, Long] =
    if offset == Offset.Begin then Right(0)
    else
      val records = ExportedRecords(log, offset)
      try records.next().map(_.fold(0L)(last => Micros.of(last.record.at)))
      finally records.close()

  /** The parts of an append: each has the events that follow each other in a stream, with the same schema and tags. */
  private def parts(events: Vector[StoredEvent]): Vector[EncodedEvents] =
    val parts = Vector.newBuilder[EncodedEvents]
    var from  = 0
    while from < events.size do
      val first = events(from)
      var until = from + 1
      while until < events.size && events(until).continues(events(until - 1)) do until += 1
      val own = events.slice(from, until).map(_.bytes)
      parts += EncodedEvents(first.stream, ExpectedVersion(first.version - 1), first.schema, own, first.tags)
      from = until
    parts.result()
