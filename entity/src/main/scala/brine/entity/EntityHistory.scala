package brine.entity

import brine.codec.Codec
import brine.codec.inspect.{Diff, Inspect, Value}
import brine.entity.internal.HistoryFold
import brine.journal.{EventLogReader, Offset, Record}
import java.time.Instant
import java.util.Objects

/** What an entity was at any time, and which event has changed it. Reads all events of the entity with each call, and
  * folds them with the code of today; it needs neither actors nor the running entity.
  *
  * {{{
  * val history = EntityHistory(log, Accounts)("42")
  * history.at(yesterday).cents
  * history.lastChange(_.owner) // the event that last changed the owner, with the states before and after it
  * }}}
  *
  * If the entity was deleted, its history begins after the last deletion. Thread-safe.
  */
final class EntityHistory[E, S] private (entity: Entity[?, E, S], log: EventLogReader, id: String):
  private val fold = HistoryFold(entity, log, id)

  /** The state now, as far as it is durable.
    *
    * @throws EntityException
    *   if the events cannot be read or folded, as for every method here: with [[EntityError.HistoryUnavailable]],
    *   [[EntityError.Unloadable]] or [[EntityError.Missing]]
    */
  def now: S = fold.until(_ => true)

  /** The state after all events up to an offset, that of the event at the offset included. */
  def at(offset: Offset): S =
    Objects.requireNonNull(offset, "offset"): Unit
    fold.until(_.offset.sequence <= offset.sequence)

  /** The state after all events up to a time, that of events at the time included. */
  def at(time: Instant): S =
    Objects.requireNonNull(time, "time"): Unit
    fold.until(!_.at.isAfter(time))

  /** The state after the event with this version; the initial state for 0.
    *
    * @throws IllegalArgumentException
    *   if the version is negative
    */
  def atVersion(version: Long): S =
    require(version >= 0, s"a version is not negative: $version")
    fold.until(_.version <= version)

  /** Passes every event, with the states before and after it, oldest first. An exception of the function ends it. */
  def foreach(visit: EntityHistory.Step[E, S] => Unit): Unit =
    Objects.requireNonNull(visit, "visit"): Unit
    fold.foreach((record, before, after) => visit(EntityHistory.Step(record, before, after)))

  /** The last event that has changed a part of the state. None if it has always been the same. */
  def lastChange[A](part: S => A): Option[EntityHistory.Step[E, S]] =
    var last = Option.empty[EntityHistory.Step[E, S]]
    foreach(step => if part(step.before) != part(step.after) then last = Some(step))
    last

  /** What differs between the states at two offsets, by field: left is that at the first one. */
  def difference(from: Offset, until: Offset): Diff =
    Diff(
      EntityHistory.valueOf(at(from))(using entity.stateCodec),
      EntityHistory.valueOf(at(until))(using entity.stateCodec)
    )

  override def toString: String = s"history of ${fold.described}"

object EntityHistory:
  /** The histories of the entities of a type, in a log that this process has opened, also for reading only. Call the
    * result with the id of one.
    */
  def apply[E, S](log: EventLogReader, entity: Entity[?, E, S]): String => EntityHistory[E, S] =
    Objects.requireNonNull(log, "log"): Unit
    Objects.requireNonNull(entity, "entity"): Unit
    id => new EntityHistory(entity, log, Objects.requireNonNull(id, "id"))

  /** An event of an entity, and the states before and after it. */
  final case class Step[+E, +S](record: Record[E], before: S, after: S)

  private def valueOf[S](state: S)(using codec: Codec[S]): Value =
    Inspect.bareValue(Codec.encodeBare(state), codec.schema).fold(error => throw error, value => value)
