package brine.entity.effect

import brine.actor.internal.support.Described
import brine.journal.Record

/** What [[Effects]] do with a record: which lane it is in, and what is executed. Effects of one lane are executed one
  * after the other.
  */
private[entity] trait EffectRoute[E]:
  /** The lane of a record that cannot be decoded, by the name of its stream and its tags. */
  def laneOf(stream: String, tags: Set[String]): String

  /** The lane of a record; None if it has no effect. Left if that cannot be said: the record is set aside, in the lane
    * of records that cannot be decoded.
    */
  def laneOf(record: Record[E]): Either[Throwable, Option[String]]

  /** A lane whose effects must not be executed at the same time as this record in another lane; None if there is none.
    * The lane it is executed in waits for it, and never the other way round.
    */
  def besides(record: Record[E], lane: String): Option[String] = None

  /** Whether a record counts as executed once a later one was. Then what is set aside because its lane cannot be said
    * is stored before later records are executed: a crash would lose it. Costs an append before the first of these.
    */
  def storesAsideFirst: Boolean = false

  /** Executes the effect of a record.
    *
    * @param lane
    *   the lane in which it is executed: that of [[laneOf]], or the one in which it was set aside
    * @return
    *   whether it is done. Otherwise it is executed again at once, as a first attempt
    */
  def run(record: Record[E], key: EffectKey, lane: String): Boolean

private[entity] object EffectRoute:
  /** Executes a function of users, in the lane of the record's stream. */
  final class OfStream[E](execute: (Record[E], EffectKey) => Unit) extends EffectRoute[E]:
    def laneOf(stream: String, tags: Set[String]): String             = stream
    def laneOf(record: Record[E]): Either[Throwable, Option[String]]  = Right(Some(record.stream))
    def run(record: Record[E], key: EffectKey, lane: String): Boolean =
      execute(record, key)
      true

  /** The same in the lane that a function of users says. */
  final class Keyed[E](key: (String, Set[String]) => String, route: EffectRoute[E]) extends EffectRoute[E]:
    def laneOf(stream: String, tags: Set[String]): String =
      key(stream, tags) match
        case null =>
          throw NullPointerException(s"the key of a record of the stream '${Described.inLine(stream)}' is null")
        case lane => lane
    def laneOf(record: Record[E]): Either[Throwable, Option[String]]  = Right(Some(laneOf(record.stream, record.tags)))
    def run(record: Record[E], key: EffectKey, lane: String): Boolean = route.run(record, key, lane)

/** An attempt failed for a reason that counts for no number of attempts: the log is not available. */
private[entity] final class EffectDelayed(message: String, cause: Throwable) extends RuntimeException(message, cause):
  override def toString: String = getMessage
