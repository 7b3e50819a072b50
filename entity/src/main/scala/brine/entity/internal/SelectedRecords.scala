package brine.entity.internal

import brine.actor.internal.support.Described
import brine.journal.{EventLogReader, Filter, Offset, Query, ReadAs, ReadError, Record, Records}

/** The records of a log that a query selects, and their keys, by which some are kept in order. Thread-safe.
  *
  * @param key
  *   key of a record, by the name of its stream and its tags
  * @param selects
  *   whether a record is one of them, by the same; None for all that the query selects
  */
private[entity] final class SelectedRecords[E](
    query: Query,
    key: (String, Set[String]) => String,
    log: EventLogReader,
    selects: Option[(String, Set[String]) => Boolean] = None
)(using ReadAs[E]):
  /** The records from an offset on. */
  def from(offset: Offset): Records[E] = selects match
    case None           => log.readQuery(query, offset)
    case Some(selected) => log.readSelected(query, offset)(selected)

  /** The record at an offset, or why it cannot be decoded; None if there is no such record, or it is not selected. */
  def at(offset: Offset): Either[ReadError, Option[Either[Throwable, Record[E]]]] =
    val records = from(offset)
    try
      records.nextBatch(1, 1) match
        case Right(batch) if batch.nonEmpty && batch.head.offset == offset => Right(Some(Right(batch.head)))
        case Right(_)                                                      => Right(None)
        case Left(ReadError.Undecodable(at, _, cause))                     =>
          Right(if at == offset then Some(Left(cause)) else None)
        case Left(error) => Left(error)
    finally records.close()

  def keyOf(record: Record[E]): String = keyOf(record.stream, record.tags)

  /** Stream and tags of the record at an offset, without decoding it. */
  def placeAt(offset: Offset): Option[(String, Set[String])] =
    val cursor = log.source.events(Filter.All, offset)
    try Option.when(cursor.next())((cursor.stream, cursor.tags))
    finally cursor.close()

  /** The key of records of a stream with these tags.
    *
    * @throws NullPointerException
    *   if there is none
    */
  def keyOf(stream: String, tags: Set[String]): String =
    key(stream, tags) match
      case null =>
        throw NullPointerException(s"the key of a record of the stream '${Described.inLine(stream)}' is null")
      case key => key
