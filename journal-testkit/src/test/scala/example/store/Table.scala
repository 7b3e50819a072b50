package example.store

import brine.journal.{AppendError, Appended, EncodedAppend, EncodedEvents, ExpectedVersion, Micros, Offset}
import java.time.Instant
import java.util.UUID

/** One state of a database: immutable, as a transaction sees it. */
final case class Table(
    rows: Vector[Row] = Vector.empty,
    versions: Map[String, Long] = Map.empty,
    keys: Map[UUID, Appended] = Map.empty
):
  def last: Long = rows.size

  /** The state after an append, and where its events are; or why it is refused. */
  def append(append: EncodedAppend, now: Instant): Either[AppendError, (Table, Appended)] =
    val original = append.key.flatMap(keys.get).map(_.copy(level = append.level))
    def wrong    = append.parts.collectFirst:
      case part if isWrong(part.expected, version(part.stream)) =>
        val expected = part.expected match
          case ExpectedVersion.Exactly(expected) => expected
          case ExpectedVersion.Any               => 0L
        AppendError.WrongVersion(part.stream, expected, version(part.stream))
    def conflict = rows.iterator
      .map(row => append.conflict(Offset(row.offset), row.stream, row.tags, row.kind))
      .collectFirst { case Some(error) => error }
    // A copy of another log: its records have versions and times already.
    def refused = append.stored match
      case Some(stored) => stored.refusal(last)
      case None         => wrong.orElse(conflict)
    original.map(AppendError.Duplicate(_)).orElse(refused).toLeft(added(append, now))

  def version(stream: String): Long = versions.getOrElse(stream, 0L)

  private def isWrong(expected: ExpectedVersion, actual: Long) = expected match
    case ExpectedVersion.Exactly(expected) => expected != actual
    case ExpectedVersion.Any               => false

  private def added(append: EncodedAppend, now: Instant): (Table, Appended) =
    val at = append.stored match
      case Some(stored) => Micros.instant(stored.micros)
      case None         => rows.lastOption.map(_.at).filter(_.isAfter(now)).getOrElse(now)
    def before(part: EncodedEvents) =
      if append.stored.isDefined then EncodedAppend.Stored.versionBefore(part) else version(part.stream)
    val added = for
      part             <- append.parts.toVector
      (payload, event) <- part.payloads.zipWithIndex
    yield Row(
      0,
      part.stream,
      before(part) + event + 1,
      at,
      part.tags,
      None,
      0,
      part.schema,
      payload.toVector,
      part.kind(event)
    )
    val numbered = added.zipWithIndex.map((row, event) => row.copy(offset = last + event + 1))
    val first    = numbered.head.copy(key = append.key, keyEvents = append.key.fold(0)(_ => numbered.size))
    val keyed    = first +: numbered.tail
    val raised   = append.parts.map(part => part.stream -> (before(part) + part.payloads.size))
    val result   = Appended(Offset(last + 1), Offset(last + keyed.size), raised.last._2, at, append.level)
    (copy(rows ++ keyed, versions ++ raised, keys ++ append.key.map(_ -> result)), result)
