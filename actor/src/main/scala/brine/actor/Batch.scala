package brine.actor

import scala.concurrent.duration.FiniteDuration

/** How long an actor may run before others have their turn: until it has handled `messages`, or has taken a time, whichever
  * comes first. A handler is never interrupted; the time is looked at every eighth message.
  */
final class Batch private (val messages: Int, private[brine] val nanos: Long):
  if messages < 1 then throw IllegalArgumentException(s"a batch of $messages messages: at least 1 is needed")
  if nanos <= 0 then throw IllegalArgumentException(s"a batch of $nanos ns: the time must be above zero")

  /** The same number of messages, in another time. */
  def within(time: FiniteDuration): Batch = Batch(messages, time.toNanos)

  override def equals(other: Any): Boolean = other match
    case batch: Batch => batch.messages == messages && batch.nanos == nanos
    case _            => false
  override def hashCode: Int    = messages * 31 + nanos.hashCode
  override def toString: String = s"Batch($messages messages, $nanos ns)"

object Batch:
  // Plain numbers: the classes of durations would be the largest part of a system's start.
  private final val DefaultNanos = 200000L

  /** 64 messages or 200 microseconds. */
  val default: Batch = new Batch(64, DefaultNanos)

  /** At most so many messages, from 1, and 200 microseconds; see [[Batch.within]] for another time. */
  def apply(messages: Int): Batch = new Batch(messages, DefaultNanos)

  private def apply(messages: Int, nanos: Long): Batch = new Batch(messages, nanos)
  private[brine] def untimed(batch: Batch): Batch      = new Batch(Int.MaxValue, batch.nanos)
