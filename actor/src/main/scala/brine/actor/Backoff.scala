package brine.actor

import brine.actor.internal.support.Nanos
import java.time.Duration
import scala.concurrent.duration.FiniteDuration

/** A wait before a restart that doubles with each restart: see [[Supervision.withBackoff]].
  *
  * {{{
  * Backoff(100.millis, 10.seconds)                               // Scala
  * Backoff.of(Duration.ofMillis(100), Duration.ofSeconds(10)) // Java
  * }}}
  *
  * @param first
  *   first wait; above zero, except in [[Backoff.none]]
  * @param most
  *   longest wait, before jitter
  * @param jitter
  *   fraction, from 0 to 1, by which a wait is lengthened at random, so that actors that failed together do not restart
  *   together
  * @throws IllegalArgumentException
  *   if a value is out of range
  */
final case class Backoff(first: Duration, most: Duration, jitter: Double = Backoff.DefaultJitter):
  if !first.isPositive && !(first.isZero && most.isZero) then
    throw IllegalArgumentException(
      s"the first wait is $first: it must be above zero. To start from Backoff.none, use Backoff.of"
    )
  if most.compareTo(first) < 0 then
    throw IllegalArgumentException(s"the longest wait, $most, is shorter than the first, $first: Backoff.of sets both")
  if !(jitter >= 0 && jitter <= 1) then throw IllegalArgumentException(s"jitter is $jitter: it must be from 0 to 1")

  /** Returns the backoff with this [[first]] wait. */
  def withFirst(first: Duration): Backoff = copy(first = first)

  /** Returns the backoff with this longest wait. */
  def withMost(most: Duration): Backoff = copy(most = most)

  /** Returns the backoff with this [[jitter]]. */
  def withJitter(jitter: Double): Backoff = copy(jitter = jitter)

  /** The wait before a restart, in nanoseconds.
    *
    * @param number
    *   number of the restart, from 1
    * @param random
    *   random number from 0 to 1, for the jitter
    */
  private[brine] def delayNanos(number: Int, random: Double): Long =
    val doubled = Nanos.of(first).toDouble * Math.pow(2, Math.min(number - 1, 62))
    (Math.min(doubled, Nanos.of(most).toDouble) * (1 + jitter * random)).toLong

object Backoff:
  /** The jitter unless you choose another. */
  final val DefaultJitter = 0.2

  /** No wait: an actor restarts at once. It has no waits to change one by one: use [[of]] for a backoff that waits. */
  val none: Backoff = Backoff(Duration.ZERO, Duration.ZERO, 0)

  /** A backoff with [[DefaultJitter]].
    *
    * @param first
    *   first wait; above zero
    * @param most
    *   longest wait, before jitter; not shorter than the first
    * @throws IllegalArgumentException
    *   if a value is out of range
    */
  def of(first: Duration, most: Duration): Backoff = new Backoff(first, most, DefaultJitter)

  /** A backoff of Scala's durations, with [[DefaultJitter]]. */
  inline def apply(first: FiniteDuration, most: FiniteDuration): Backoff = apply(first, most, DefaultJitter)

  /** A backoff of Scala's durations. */
  inline def apply(first: FiniteDuration, most: FiniteDuration, jitter: Double): Backoff =
    new Backoff(Duration.ofNanos(first.toNanos), Duration.ofNanos(most.toNanos), jitter)
