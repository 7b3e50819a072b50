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
  */
final class EncodedAppend private (
    val parts: IndexedSeq[EncodedEvents],
    val key: Option[UUID],
    val level: Level,
    val conditions: IndexedSeq[AppendCondition]
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
