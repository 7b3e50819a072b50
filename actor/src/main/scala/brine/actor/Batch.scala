package brine.actor

import scala.concurrent.duration.FiniteDuration

/** Limits how long an actor runs before others have their turn: until it has handled `messages`, or a time has passed,
  * whichever comes first.
  *
  * A handler is never interrupted. The time is checked every eighth message.
  */
final class Batch private (val messages: Int, private[brine] val nanos: Long):
  if messages < 1 then throw IllegalArgumentException(s"a batch of $messages messages: at least 1 is needed")
  if nanos <= 0 then throw IllegalArgumentException(s"a batch of $nanos ns: the time must be above zero")

  /** A batch of the same number of messages with another time limit. */
  def within(time: FiniteDuration): Batch = Batch(messages, time.toNanos)

  override def equals(other: Any): Boolean = other match
    case batch: Batch => batch.messages == messages && batch.nanos == nanos
    case _            => false
  override def hashCode: Int    = messages * 31 + nanos.hashCode
  override def toString: String = s"Batch($messages messages, $nanos ns)"

object Batch:
  // Plain numbers: to load the classes of durations would take most of the time of a start.
  private final val DefaultNanos = 200000L

  /** 64 messages or 200 microseconds. */
  val default: Batch = new Batch(64, DefaultNanos)

  /** At most `messages` messages or 200 microseconds; see [[Batch.within]] for another time limit.
    *
    * @param messages
    *   at least 1
    */
  def apply(messages: Int): Batch = new Batch(messages, DefaultNanos)

  private def apply(messages: Int, nanos: Long): Batch = new Batch(messages, nanos)
  private[brine] def untimed(batch: Batch): Batch      = new Batch(Int.MaxValue, batch.nanos)
