package brine.journal.testkit.contract

import brine.journal.*
import java.time.Instant
import java.util.UUID

/** What a log is, as a list: the oracle of random programs. For one thread. */
private[contract] final class LogModel:
  /** All events, oldest first. */
  var events: Vector[LogModel.Event]    = Vector.empty
  private var keys: Map[UUID, Appended] = Map.empty

  def last: Long                    = events.size
  def version(stream: String): Long = events.count(_.stream == stream)

  /** What readers of the contract's events see, oldest first: all events but deletions. */
  def read: Vector[LogModel.Event] = events.filter(_.value.isDefined)

  /** Version of a stream's last deletion; 0 if there is none. */
  def deletedUpTo(stream: String): Long =
    events.filter(event => event.stream == stream && event.value.isEmpty).lastOption.fold(0L)(_.version)

  def usedKeys: Vector[UUID] = keys.keys.toVector.sorted

  /** The result of an append.
    *
    * @param at
    *   the time that the log says, which its records must have
    */
  def append(
      parts: Seq[StreamAppend[ContractEvent]],
      key: Option[UUID],
      level: Level,
      conditions: Seq[(RandomQuery, AppendCondition)] = Nil
  )(at: Instant): Either[AppendError, Appended] =
    def wrong = parts.iterator
      .map(part => (part.stream, part.expected, version(part.stream)))
      .collectFirst:
        case (stream, ExpectedVersion.Exactly(expected), actual) if actual != expected =>
          AppendError.WrongVersion(stream, expected, actual)
    def conflict = events.iterator
      .flatMap(event =>
        conditions.find((one, of) => event.offset > of.after.sequence && one.selects(event)).map(event -> _)
      )
      .nextOption()
      .map { case (event, (_, of)) => AppendError.Conflict(of, Offset(event.offset)) }
    key.flatMap(keys.get) match
      case Some(original) => Left(AppendError.Duplicate(original.copy(level = level)))
      case None           => wrong.orElse(conflict).toLeft(add(parts, key, level, at))

  /** The result of a deletion. */
  def delete(stream: String, expected: ExpectedVersion, key: Option[UUID], level: Level)(
      at: Instant
  ): Either[AppendError, Appended] =
    append(Seq(StreamAppend(stream, expected, Vector.empty[ContractEvent], Set(StreamDeleted.Tag))), key, level)(at)

  // Without events it is a deletion.
  private def add(parts: Seq[StreamAppend[ContractEvent]], key: Option[UUID], level: Level, at: Instant): Appended =
    val first = last + 1
    for
      part  <- parts
      event <- if part.events.isEmpty then Seq(None) else part.events.map(Some(_))
    do
      val itsKey = if last + 1 == first then key else None
      events :+= LogModel.Event(last + 1, part.stream, version(part.stream) + 1, at, part.tags, itsKey, event)
    val appended = Appended(Offset(first), Offset(last), version(parts.last.stream), at, level)
    key.foreach(key => keys += key -> appended)
    appended

  def selected(filter: Filter.Basic, after: Long): Vector[LogModel.Event] =
    read.filter(event =>
      event.offset > after && (filter match
        case Filter.All          => true
        case Filter.Stream(name) => event.stream == name
        case Filter.Tagged(tag)  => event.tags(tag))
    )

private[contract] object LogModel:
  /** @param value
    *   None for a deletion of the stream
    */
  final case class Event(
      offset: Long,
      stream: String,
      version: Long,
      at: Instant,
      tags: Set[String],
      key: Option[UUID],
      value: Option[ContractEvent]
  )

  def of(record: Record[ContractEvent]): Event =
    Event(record.offset.sequence, record.stream, record.version, record.at, record.tags, record.key, Some(record.value))
