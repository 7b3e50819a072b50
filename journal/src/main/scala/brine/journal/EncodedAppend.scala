package brine.journal

import java.util.{Objects, UUID}

/** An append with encoded events: what a store gets. Everything that does not depend on the store has been checked:
  * names, counts, and that no stream is named twice. Immutable.
  *
  * {{{
  * log.appendEncoded(EncodedAppend(Seq(StreamAppend("site-42", ExpectedVersion(7), events))), listener, context = 1)
  * }}}
  *
  * @param parts
  *   the events of each stream, in the order in which they are appended
  * @param key
  *   the idempotency key
  * @param level
  *   what the events must survive before the append completes
  * @param conditions
  *   what no earlier event may match: a store checks them after the key and the expected versions, together with adding
  *   the events, and refuses with [[AppendError.Conflict]]
  * @param stored
  *   what the events have already, if another log has stored them. Only stores with [[EventLog.takesStored]] get such
  *   appends
  */
final class EncodedAppend private (
    val parts: IndexedSeq[EncodedEvents],
    val key: Option[UUID],
    val level: Level,
    val conditions: IndexedSeq[AppendCondition],
    val stored: Option[EncodedAppend.Stored] = None
):
  /** Number of events in all parts, at most [[EncodedAppend.MostEvents]]. */
  val events: Int = parts.iterator.map(_.payloads.size).sum

  /** Whether an event of an earlier append, of which a store knows this, makes a condition fail; for stores.
    *
    * @param offset
    *   offset of the event
    * @return
    *   the error to refuse the append with, if the event is the first one that matches
    */
  def conflict(offset: Offset, stream: String, tags: Set[String], kind: Option[String]): Option[AppendError] =
    conditions
      .find(one => offset.sequence > one.after.sequence && one.query.matches(stream, tags, kind))
      .map(AppendError.Conflict(_, offset))

  /** Length of the events in bytes. */
  val bytes: Long = parts.iterator.map(_.bytes).sum

object EncodedAppend:
  /** What records have that another log has stored. A store with [[EventLog.takesStored]] does these things differently
    * for such an append:
    *
    *   - Instead of the expected versions it asks [[refusal]], after the key, and refuses the append with that.
    *   - All events get the time [[micros]], instead of its own clock's.
    *   - The events of a part get the versions after [[Stored.versionBefore]]. Those may be later than the one that the
    *     stream has, and several parts may be of one stream, each after the one before it.
    *
    * Thread-safe.
    *
    * @param micros
    *   their time, in microseconds since 1970
    * @param after
    *   sequence of the record that they follow. The append is refused if the last record is another one
    * @param run
    *   the appends that it is one of
    */
  final class Stored private[brine] (val micros: Long, val after: Long, private[brine] val run: StoredRun):
    /** Why the append is refused, if it is: then later ones of the same copy are, too. Times and versions are compared
      * already.
      *
      * @param last
      *   sequence of the last record that the log has, also of those that are not committed yet; 0 if there is none
      */
    def refusal(last: Long): Option[AppendError] =
      val refused = refusal(last, hasEnded = false)
      if refused.isDefined then run.end()
      refused

    /** Why the append is refused, if it is. Times and versions have been compared with the records up to `after`.
      *
      * @param last
      *   sequence of the last record
      * @param hasEnded
      *   whether one before it was refused in the same transaction
      */
    private[brine] def refusal(last: Long, hasEnded: Boolean): Option[AppendError] =
      if hasEnded || run.isOver then Some(AppendError.Closed("an append before this one was refused"))
      else if last != after then
        Some(AppendError.Closed(s"another program has appended to it meanwhile: its last record is $last, not $after"))
      else None

  /** Appends of stored records, one after the other, by one writer: if one is not done, none after it is. Otherwise
    * what others append at that moment could take the place of its records. Thread-safe.
    */
  private[brine] final class StoredRun:
    @volatile private var over = false

    def isOver: Boolean = over

    /** An append was refused, or nobody knows whether it was done. */
    def end(): Unit = over = true

  object Stored:
    /** The version before the first event of a part of such an append. */
    def versionBefore(part: EncodedEvents): Long = part.expected match
      case ExpectedVersion.Exactly(version) => version
      case ExpectedVersion.Any              => throw IllegalArgumentException("a stored event has a version")

  /** An append of records as another log has stored them. Each part expects the version before its first event.
    *
    * @throws IllegalArgumentException
    *   if there are no events or too many
    */
  private[brine] def stored(parts: Seq[EncodedEvents], key: Option[UUID], stored: Stored): EncodedAppend =
    val all = parts.toVector
    AppendRules.requireEvents(all.nonEmpty, all.iterator.map(_.payloads.size.toLong).sum)
    new EncodedAppend(all, key, Level.Disk, Vector.empty, Some(stored))

  /** The most events of an append. */
  final val MostEvents = AppendRules.MostEvents

  /** Encodes an append.
    *
    * @throws brine.codec.EncodeError
    *   if an event cannot be encoded
    * @throws IllegalArgumentException
    *   if a name is not valid, a stream is named twice, or there are no events or too many
    */
  def apply(
      appends: Seq[StreamAppend[?]],
      key: Option[UUID] = None,
      level: Level = Level.Disk,
      conditions: Seq[AppendCondition] = Nil
  ): EncodedAppend =
    Objects.requireNonNull(level, "level"): Unit
    val counts = appends.map(_.events.size)
    AppendRules.requireEvents(counts.nonEmpty && counts.forall(_ > 0), counts.iterator.map(_.toLong).sum)
    of(appends.map(EncodedEvents(_)), key, level, conditions)

  /** An append of events that are encoded already.
    *
    * @throws IllegalArgumentException
    *   if a stream is named twice, or there are no events or too many
    */
  def of(
      parts: Seq[EncodedEvents],
      key: Option[UUID] = None,
      level: Level = Level.Disk,
      conditions: Seq[AppendCondition] = Nil
  ): EncodedAppend =
    Objects.requireNonNull(level, "level"): Unit
    // A store looks into the key on a thread of its own, which a null would end.
    Objects.requireNonNull(key, "key").foreach(Objects.requireNonNull(_, "key"))
    val all = parts.toVector
    AppendRules.requireEvents(all.nonEmpty, all.iterator.map(_.payloads.size.toLong).sum)
    AppendRules.requireDistinct(all.map(_.stream))
    val unless = conditions.toVector
    unless.foreach(Objects.requireNonNull(_, "condition"))
    AppendRules.requireFew(unless)
    new EncodedAppend(all, key, level, unless)
