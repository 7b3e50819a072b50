package brine.entity.projection.internal

import brine.actor.internal.support.Described
import brine.entity.projection.{Projection, ProjectionError}
import brine.journal.{EventLogReader, Filter, Offset, ReadError, Record, Records}

/** The records of a projection in its log, and their keys. Thread-safe. */
private[internal] final class RecordSource[E](definition: Projection[E], log: EventLogReader):
  private val name = definition.toString

  /** The records after a position. */
  def after(position: Offset): Records[E] =
    from(if position == Offset.Begin then definition.begin else Offset(position.sequence + 1))

  /** The record at an offset, or why it cannot be decoded. */
  def at(offset: Offset): Either[ProjectionError, Either[Throwable, Record[E]]] =
    val records = from(offset)
    try
      records.nextBatch(1, 1) match
        case Right(batch) if batch.nonEmpty && batch.head.offset == offset => Right(Right(batch.head))
        case Right(_)                                                      =>
          Left(ProjectionError.Unreadable(name, ReadError.Gone(Offset(offset.sequence + 1))))
        case Left(ReadError.Undecodable(at, _, cause)) if at == offset => Right(Left(cause))
        case Left(error)                                               => Left(ProjectionError.Unreadable(name, error))
    finally records.close()

  private def from(offset: Offset): Records[E] = log.readQuery(definition.query, offset)(using definition.reads)

  def keyOf(record: Record[E]): String = keyOf(record.stream, record.tags)

  /** The key of a record of a stream that cannot be decoded. */
  def keyOf(offset: Offset, stream: String): String =
    val cursor = log.source.events(Filter.All, offset)
    try if cursor.next() then keyOf(stream, cursor.tags) else keyOf(stream, Set.empty)
    finally cursor.close()

  private def keyOf(stream: String, tags: Set[String]): String =
    definition.key(stream, tags) match
      case null =>
        throw NullPointerException(s"the key of a record of the stream '${Described.inLine(stream)}' is null")
      case key => key
