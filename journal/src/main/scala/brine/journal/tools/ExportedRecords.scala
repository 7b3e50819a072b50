package brine.journal.tools

import brine.journal.{EventCursor, EventLogReader, Filter, JournalException, Offset, ReadError, Record, Stored}

/** Reads the records of a log one by one, with everything that an import needs. For one thread.
  *
  * @param from
  *   offset of the first record; [[Offset.Begin]] for all that are kept
  */
private[brine] final class ExportedRecords(log: EventLogReader, from: Offset) extends AutoCloseable:
  private val cursor      = log.source.events(Filter.All, from)
  private var isRefreshed = false

  /** The next record; None at the end. */
  def next(): Either[ReadError, Option[ExportedRecord]] = ExportedRecords.reading:
    if !isRefreshed then
      isRefreshed = true
      cursor.refresh()
    Option.when(cursor.next())(ExportedRecords.at(cursor))

  def close(): Unit = cursor.close()

private[brine] object ExportedRecords:
  /** Runs what reads a log, and returns its errors of reading as values. */
  def reading[A](body: => A): Either[ReadError, A] =
    try Right(body)
    catch
      case failed: JournalException =>
        failed.error match
          case error: ReadError => Left(error)
          case _                => throw failed

  /** The record at which a cursor stands. */
  def at(cursor: EventCursor): ExportedRecord =
    ExportedRecord(
      Record(
        cursor.offset,
        cursor.stream,
        cursor.version,
        cursor.at,
        cursor.tags,
        cursor.key,
        Stored(cursor.schema, cursor.payload)
      ),
      cursor.keyEvents
    )
