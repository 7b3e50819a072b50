package brine.actor

import brine.actor.internal.support.Nanos
import java.time.Duration
import scala.concurrent.duration.FiniteDuration

/** Limits how long an actor runs before others have their turn: until it has handled `messages`, or `time` has passed,
  * whichever comes first.
  *
  * {{{
  * Batch(16).withTime(50.micros)                            // Scala
  * new Batch(16, Duration.ofMillis(1))                      // Java
  * }}}
  *
  * A handler is never interrupted. The time is checked after messages 1, 2, 4 and 8, and then after every eighth. It
  * counts from the first check. So an actor whose messages take longer than `time` yields after two.
  *
  * @param messages
  *   maximum number of messages; at least 1
  * @param time
  *   maximum time; above zero
  * @throws IllegalArgumentException
  *   if a value is out of range
  */
final case class Batch(messages: Int, time: Duration = Batch.DefaultTime):
  if messages < 1 then throw IllegalArgumentException(s"a batch of $messages messages: at least 1 is needed")
  if !time.isPositive then throw IllegalArgumentException(s"a batch of $time: the time must be above zero")

  private[brine] val nanos: Long = Nanos.of(time)

  /** Returns the batch with this number of [[messages]]. */
  def withMessages(messages: Int): Batch = copy(messages = messages)

  /** Returns the batch with this [[time]]. */
  def withTime(time: Duration): Batch = copy(time = time)

  /** Returns the batch with this [[time]]. */
  inline def withTime(time: FiniteDuration): Batch = withTime(Duration.ofNanos(time.toNanos))

object Batch:
  // A duration of Java: to load the classes of Scala's would take most of the time of a start.
  private[brine] val DefaultTime: Duration = Duration.ofNanos(200000)

  /** 64 messages or 200 microseconds. */
  val defaults: Batch = Batch(64)

  /** For [[ActorOptions.batch]]: the batch in the settings of the system. */
  val ofSystem: Batch = Batch(Int.MaxValue, Duration.ofSeconds(Long.MaxValue))

  private[brine] def untimed(batch: Batch): Batch = batch.copy(messages = Int.MaxValue)
