package brine.pekko.persistence.internal

import brine.journal.*
import java.time.Duration

/** Reads the events of streams. Blocks. */
private[persistence] object Reading:
  // How long events that were accepted may take to become durable.
  private final val MostWait = Duration.ofSeconds(20)

  /** The events of a stream between two numbers, both included, at most some.
    *
    * Events that were accepted and are not durable yet are waited for.
    *
    * @throws JournalException
    *   if they cannot be read
    */
  def stream(handle: LogHandle, name: String, from: Long, to: Long, most: Long): Iterator[Record[Stored]] &
    AutoCloseable =
    val log = handle.log
    new StreamRecords(handle, log, log.read[Stored](name, from), name, from - 1, to, most)

  private final class StreamRecords(
      handle: LogHandle,
      log: EventLog,
      records: Records[Stored],
      name: String,
      before: Long,
      to: Long,
      most: Long
  ) extends Iterator[Record[Stored]],
        AutoCloseable:
    private var ahead    = Option.empty[Record[Stored]]
    private var position = before
    private var count    = 0L

    def hasNext: Boolean =
      if ahead.isEmpty && position < to && count < most then ahead = read()
      ahead.isDefined

    private def read(): Option[Record[Stored]] =
      val found = ok(records.next()) match
        case None if !isDeleted => ok(records.await(MostWait)).orElse(throw missing)
        case found              => found
      found.foreach(record => position = record.version)
      found.filter(_.version <= to)

    // The last event of a stream may be that somebody has deleted it.
    private def isDeleted: Boolean = log.source.deletedUpTo(name) >= to

    private def missing =
      val seconds = MostWait.toSeconds
      IllegalStateException(
        s"event ${position + 1} of '$name' did not become durable within $seconds s: see whether the log ${log.name} works"
      )

    def next(): Record[Stored] =
      if !hasNext then Iterator.empty.next()
      else
        val record = ahead.get
        ahead = None
        count += 1
        record

    private def ok[A](result: Either[ReadError, A]): A = result match
      case Right(value) => value
      case Left(error)  =>
        handle.check()
        throw JournalException(error)

    def close(): Unit = records.close()
