package brine.journal.testkit.internal

import brine.journal.snapshot.EncodedSnapshot
import brine.journal.state.EncodedState
import brine.journal.{AppendError, Appended, EncodedAppend, ExpectedVersion, Micros, Offset}
import java.time.Instant
import java.util.UUID
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicReference

/** What a log in memory holds, also while it is closed. The writer's thread changes it, others read what is visible. */
private[testkit] final class MemoryContent:
  val id: UUID     = UUID.randomUUID
  val name: String = s"memory-$id"

  /** All events; that with sequence n is at n - 1. */
  val events: Growing[MemoryEvent] = Growing()

  private val streams = ConcurrentHashMap[String, Growing[java.lang.Long]]()
  private val tags    = ConcurrentHashMap[String, Growing[java.lang.Long]]()
  private val keys    = ConcurrentHashMap[UUID, Appended]()
  // Counts whole appends, while the list of a stream grows event by event.
  private val versions = ConcurrentHashMap[String, java.lang.Long]()
  private val owner    = AtomicReference[AnyRef | Null](null)

  /** The snapshots of each name, by offset. */
  val snapshots: ConcurrentHashMap[(String, Offset), EncodedSnapshot] = ConcurrentHashMap()

  /** The state of each key. */
  val states: ConcurrentHashMap[String, EncodedState] = ConcurrentHashMap()

  /** Whether the content is that of whole appends; false after the log has failed. */
  @volatile var isWhole = true

  /** Takes the content for a log that is opened. */
  def enter(log: AnyRef): Unit =
    if !isWhole then throw IllegalStateException(s"$name has failed while it appended: its events are lost")
    if !owner.compareAndSet(null, log) then
      throw IllegalStateException(s"a log with the events of $name is open: close it first")

  /** Gives the content back, if the log has it. */
  def leave(log: AnyRef): Unit = owner.compareAndSet(log, null): Unit

  /** The sequences of the events of a stream; null if it has none. */
  def ofStream(name: String): Growing[java.lang.Long] | Null = streams.get(name)

  /** The sequences of the events with a tag; null if there are none. */
  def ofTag(name: String): Growing[java.lang.Long] | Null = tags.get(name)

  def version(stream: String): Long = versions.getOrDefault(stream, 0L)

  /** The last sequence before the first event at this time or later. */
  def before(time: Instant, visible: Long): Long =
    var low  = 0L
    var high = visible
    while low < high do
      val middle = (low + high) / 2
      if events(middle.toInt).at.isBefore(time) then low = middle + 1 else high = middle
    low

  /** Why an append is refused, if it is. */
  def refusal(append: EncodedAppend): Option[AppendError] =
    append.key.map(keys.get).filter(_ != null).map(known => known.copy(level = append.level)) match
      case Some(original) => Some(AppendError.Duplicate(original))
      case None           => refusalButForKey(append)

  private def refusalButForKey(append: EncodedAppend): Option[AppendError] = append.stored match
    case Some(stored) => stored.refusal(events.size)
    case None         =>
      append.parts.iterator
        .map(part => (part.stream, part.expected, version(part.stream)))
        .collectFirst:
          case (stream, ExpectedVersion.Exactly(expected), actual) if actual != expected =>
            AppendError.WrongVersion(stream, expected, actual)
        .orElse(conflict(append))

  private def conflict(append: EncodedAppend): Option[AppendError] =
    if append.conditions.isEmpty then None
    else
      val from = math.min(append.conditions.iterator.map(_.after.sequence).min, events.size)
      (from.toInt until events.size).iterator
        .map: at =>
          val event = events(at)
          append.conflict(Offset(at + 1L), event.stream, event.tags, event.kind)
        .collectFirst { case Some(error) => error }

  /** Adds the events of an append that is not refused. Returns where they are. */
  def add(append: EncodedAppend, now: Instant): Appended =
    val first = events.size + 1L
    val last  = if first == 1 then now else events(events.size - 1).at
    val at    = append.stored.fold(if now.isBefore(last) then last else now)(stored => Micros.instant(stored.micros))
    // Others see the versions when all events are there.
    val reached = scala.collection.mutable.LinkedHashMap.empty[String, Long]
    for part <- append.parts do
      val before =
        if append.stored.isDefined then EncodedAppend.Stored.versionBefore(part)
        else reached.getOrElse(part.stream, version(part.stream))
      reached(part.stream) = before + part.payloads.size
      for (payload, event) <- part.payloads.iterator.zipWithIndex do
        val sequence = events.size + 1L
        val key      = if sequence == first then append.key else None
        val together = if key.isDefined then append.events else 0
        events.add(MemoryEvent(part.stream, before + event + 1, at, part.tags, key, together, part.schema, payload))
        streams.computeIfAbsent(part.stream, _ => Growing()).add(sequence)
        part.tags.foreach(tag => tags.computeIfAbsent(tag, _ => Growing()).add(sequence))
    reached.foreach((stream, version) => versions.put(stream, version))
    val appended = Appended(Offset(first), Offset(events.size), version(append.parts.last.stream), at, append.level)
    append.key.foreach(keys.put(_, appended))
    appended
