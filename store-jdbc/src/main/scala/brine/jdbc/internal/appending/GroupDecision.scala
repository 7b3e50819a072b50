package brine.jdbc.internal.appending

import brine.codec.Schema
import brine.journal.{AppendError, Appended, EncodedAppend, ExpectedVersion, Level, Micros, Offset, StreamDeleted}
import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer

/** Decides which appends of a group are accepted, one after the other, each with those before it. For one thread.
  *
  * @param head
  *   the numbers to begin with
  * @param known
  *   what the database has
  * @param now
  *   the time of the group, in microseconds
  */
private[jdbc] final class GroupDecision(head: Head, known: Known, now: Long):
  // Times never decrease, even if clocks do.
  private var micros   = head.micros
  private val versions = mutable.HashMap.from(known.versions)
  private val keys     = mutable.HashMap.from(known.keys)
  private val named    = mutable.LinkedHashMap.empty[String, Long]
  private val typed    = mutable.LinkedHashMap.empty[Long, (Schema, Long)]
  private val ended    = mutable.HashSet.empty[EncodedAppend.StoredRun]
  private var next     = head.seq
  private var hasGaps  = false
  private val decided  = Vector.newBuilder[Either[AppendError, Appended]]

  /** The events to insert. */
  val events: ArrayBuffer[NewEvent] = ArrayBuffer.empty

  /** The names to insert. */
  def names: Vector[(String, Long)] = named.toVector

  /** The schemas to insert. */
  def schemas: Vector[(Schema, Long)] = typed.valuesIterator.toVector

  /** The versions of the group's streams after it. */
  def streams: Iterable[(String, Long)] = versions

  /** The head after the group. */
  def after: Head =
    // A gap takes a number of schemas: see Head.
    val schemas = typed.size + (if hasGaps then 1 else 0)
    if events.isEmpty then head else Head(next, head.name + named.size, head.schema + schemas, micros)

  /** The results of the appends that were decided. */
  def results: Vector[Either[AppendError, Appended]] = decided.result()

  /** The number of a name, which is new if the database has none. */
  def id(name: String): Long = known.ids.getOrElse(name, named.getOrElseUpdate(name, head.name + named.size))

  /** The number of a schema. */
  def id(schema: Schema): Long =
    val print = schema.fingerprint
    known.schemas.getOrElse(print, typed.getOrElseUpdate(print, (schema, head.schema + typed.size))._2)

  /** Decides the next append of the group. */
  def decide(request: Request, kinds: Vector[Option[String]]): Unit =
    val append  = request.append
    val refused = duplicate(append)
      .orElse(append.stored.fold(wrongVersion(append))(stored => stored.refusal(next - 1, ended(stored.run))))
      .orElse(known.conflicts.get(request))
      .orElse(conflict(append))
    // Before the next one of the group is decided. The run itself ends with the result: the group may be tried again.
    if refused.isDefined then append.stored.foreach(ended += _.run)
    (decided += refused.toLeft(add(append, kinds))): Unit

  private def duplicate(append: EncodedAppend): Option[AppendError] =
    append.key.flatMap(keys.get).map(original => AppendError.Duplicate(original.copy(level = append.level)))

  private def version(stream: String): Long = versions.getOrElse(stream, 0L)

  private def wrongVersion(append: EncodedAppend): Option[AppendError] =
    append.parts.iterator
      .map(part => (part.stream, part.expected, version(part.stream)))
      .collectFirst:
        case (stream, ExpectedVersion.Exactly(expected), actual) if actual != expected =>
          AppendError.WrongVersion(stream, expected, actual)

  // With the events of the group; with those before it the database was asked.
  private def conflict(append: EncodedAppend): Option[AppendError] =
    if append.conditions.isEmpty then None
    else
      events.iterator
        .map(event => append.conflict(Offset(event.seq), event.part.stream, event.part.tags, event.kind))
        .collectFirst { case Some(error) => error }

  private def add(append: EncodedAppend, kinds: Vector[Option[String]]): Appended =
    val first = next
    val place = events.size
    micros = append.stored.fold(math.max(now, micros))(_.micros)
    for part <- append.parts do
      val before = if append.stored.isDefined then EncodedAppend.Stored.versionBefore(part) else version(part.stream)
      // Of a stored event
      if before > version(part.stream) then hasGaps = true
      val isDeleted = part.tags(StreamDeleted.Tag) && part.schema.fingerprint == StreamDeleted.codec.schema.fingerprint
      for at <- part.payloads.indices do
        val kind = kinds((next - first).toInt)
        events += NewEvent(next, part, part.payloads(at), kind, before + at + 1, micros, isDeleted)
        next += 1
      versions(part.stream) = before + part.payloads.size
    val result =
      Appended(Offset(first), Offset(next - 1), version(append.parts.last.stream), Micros.instant(micros), Level.Disk)
    append.key.foreach: key =>
      keys(key) = result
      events(place).key = Some(key)
      events(place).appendLast = next - 1
      events(place).appendVersion = result.version
    result.copy(level = append.level)
