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
  def usedKeys: Vector[UUID]        = keys.keys.toVector.sorted

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

  private def add(parts: Seq[StreamAppend[ContractEvent]], key: Option[UUID], level: Level, at: Instant): Appended =
    val first = last + 1
    for part <- parts; event <- part.events do
      val itsKey = if last + 1 == first then key else None
      events :+= LogModel.Event(last + 1, part.stream, version(part.stream) + 1, at, part.tags, itsKey, event)
    val appended = Appended(Offset(first), Offset(last), version(parts.last.stream), at, level)
    key.foreach(key => keys += key -> appended)
    appended

  def selected(filter: Filter.Basic, after: Long): Vector[LogModel.Event] =
    events.filter(event =>
      event.offset > after && (filter match
        case Filter.All          => true
        case Filter.Stream(name) => event.stream == name
        case Filter.Tagged(tag)  => event.tags(tag))
    )

private[contract] object LogModel:
  final case class Event(
      offset: Long,
      stream: String,
      version: Long,
      at: Instant,
      tags: Set[String],
      key: Option[UUID],
      value: ContractEvent
  )

  def of(record: Record[ContractEvent]): Event =
    Event(record.offset.sequence, record.stream, record.version, record.at, record.tags, record.key, record.value)
