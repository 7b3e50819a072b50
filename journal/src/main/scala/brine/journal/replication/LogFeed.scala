package brine.journal.replication

import brine.journal.tools.{ExportedRecord, ExportedRecords, RecordDifference}
import brine.journal.{EventCursor, EventLogReader, Filter, Offset, ReadError}
import java.time.Instant

/** Records of a log that is open. */
private[replication] final class LogFeed(log: EventLogReader, from: Offset) extends Feed:
  import Feed.Next

  private var cursor: EventCursor = log.source.events(Filter.All, from)
  private var isAtEnd             = false
  private var known               = 0L
  private var knownAt             = System.nanoTime - LogFeed.AskNanos

  def next(nanos: Long): Next = reading:
    if cursor.next() then one()
    else
      if isAtEnd && nanos > 0 then log.source.awaitBeyond(cursor.offset, nanos): Unit
      cursor.refresh()
      if cursor.next() then one()
      else if log.source.isClosed then LogFeed.failed(log, ReadError.Closed)
      else
        isAtEnd = true
        Next.CaughtUp

  private def one(): Next =
    isAtEnd = false
    Next.One(ExportedRecords.at(cursor))

  /** Runs a body that reads. Continues after what retention has deleted meanwhile. */
  private def reading(body: => Next): Next = ExportedRecords.reading(body) match
    case Right(next)                 => next
    case Left(ReadError.Gone(first)) =>
      cursor.close()
      cursor = log.source.events(Filter.All, first)
      Next.Nothing
    case Left(error) => LogFeed.failed(log, error)

  def end: Long =
    val now = System.nanoTime
    if now - knownAt >= LogFeed.AskNanos then
      knownAt = now
      // What reads next tells of an error.
      ExportedRecords.reading(log.durable).foreach(last => known = last.sequence)
    math.max(known, log.source.visible.sequence)

  def recheck(last: ExportedRecord, replica: String): Next =
    val records = log.source.events(Filter.All, last.record.offset)
    try
      ExportedRecords.reading(found(records)) match
        case Left(_: ReadError.Gone)                                         => Next.Nothing
        case Left(error)                                                     => LogFeed.failed(log, error)
        case Right(None)                                                     => Next.Over
        case Right(Some(found)) if found.record.offset != last.record.offset => Next.Nothing
        case Right(Some(found))                                              =>
          RecordDifference
            .of(last, found)
            .fold(Next.Nothing): problem =>
              val offset = last.record.offset.sequence
              Next.Failed(
                FollowError.Diverged(replica, s"record $offset of ${log.name} has been replaced, $problem"),
                mayPass = false
              )
    finally records.close()

  private def found(records: EventCursor): Option[ExportedRecord] =
    Option.when(records.next() || { records.refresh(); records.next() })(ExportedRecords.at(records))

  def close(): Unit = cursor.close()

private[replication] object LogFeed:
  /** Time between two questions how far the log goes. */
  private final val AskNanos = 1_000_000_000L

  def failed(log: EventLogReader, error: ReadError): Feed.Next.Failed =
    Feed.Next.Failed(FollowError.Unread(log.name, error), mayPass(error))

  /** Whether reading again may help. */
  def mayPass(error: ReadError): Boolean = error match
    case _: (ReadError.Unavailable | ReadError.Failed) => true
    case _                                             => false

  /** A log that is open, as a source of records. */
  def source(log: EventLogReader): FeedSource = new FeedSource:
    def name: String                                              = log.name
    def canRestart                                                = true
    def visible: Long                                             = log.source.visible.sequence
    def begins                                                    = None
    def prepare(isStopped: () => Boolean): Option[FollowError]    = None
    def close(): Unit                                             = ()
    def isReadable                                                = ExportedRecords.reading(log.durable).isRight
    def feed(at: Option[Instant]): Either[Feed.Next.Failed, Feed] =
      val from = at match
        case None       => Right(Offset.Begin)
        case Some(time) => ExportedRecords.reading(log.durable).flatMap(_ => log.offsetAt(time))
      from.map(LogFeed(log, _)).left.map(failed(log, _))
