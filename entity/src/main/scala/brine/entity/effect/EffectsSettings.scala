package brine.entity.effect

import brine.actor.Backoff
import brine.entity.internal.Timeout
import java.time.Duration
import java.util.Objects
import scala.concurrent.duration.FiniteDuration

/** Settings of running effects. Immutable.
  *
  * @param parallel
  *   the most effects that are executed at the same time, of different keys; above zero. A replay is not counted
  * @param attempts
  *   how often an effect is tried before it is set aside; above zero. The default takes about 20 minutes with the
  *   default [[backoff]], so that a receiver may be away for a while
  * @param backoff
  *   the pauses between attempts of an effect, and before a log that has failed is used again; a millisecond at least
  * @param timeout
  *   how long an attempt may take. Then its thread is interrupted, and again after each such time. The attempt has
  *   failed if it throws then. The next one begins when it has ended, not before; above zero
  * @param maxPending
  *   number of events that were read and whose effects were not executed yet, at which no more are read; above zero.
  *   They are in memory. A key that is tried again and has this number of later events keeps all others waiting
  * @param maxSetAside
  *   number of effects set aside at which all end instead of setting aside one more; zero or more
  * @param saveEvery
  *   time after which it is stored what was executed: at most so long before a crash effects were executed that are
  *   repeated. It is also stored when they are closed. Looked at up to 20 times a second; not negative
  * @param closeTimeout
  *   how long [[RunningEffects.close]] waits for running effects before it interrupts them, and then until they have
  *   ended; not negative
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the setting, the value and the range
  */
final case class EffectsSettings(
    parallel: Int = 16,
    attempts: Int = 30,
    backoff: Backoff = Backoff.of(Duration.ofMillis(100), Duration.ofMinutes(1)),
    timeout: Duration = Duration.ofSeconds(30),
    maxPending: Int = 10_000,
    maxSetAside: Int = 10_000,
    saveEvery: Duration = Duration.ofSeconds(1),
    closeTimeout: Duration = Duration.ofSeconds(10)
):
  require(parallel > 0, s"parallel is $parallel: it must be above zero")
  require(attempts > 0, s"attempts is $attempts: it must be above zero")
  Objects.requireNonNull(backoff, "backoff"): Unit
  Timeout.requireValid(timeout)
  require(maxPending > 0, s"maxPending is $maxPending: it must be above zero")
  require(maxSetAside >= 0, s"maxSetAside is $maxSetAside: it must be zero or more")
  if !saveEvery.isZero then Timeout.requireValid(saveEvery, "saveEvery")
  if !closeTimeout.isZero then Timeout.requireValid(closeTimeout, "closeTimeout")

  /** Returns the settings with this [[parallel]]. */
  def withParallel(parallel: Int): EffectsSettings = copy(parallel = parallel)

  /** Returns the settings with this number of [[attempts]]. */
  def withAttempts(attempts: Int): EffectsSettings = copy(attempts = attempts)

  /** Returns the settings with this [[backoff]]. */
  def withBackoff(backoff: Backoff): EffectsSettings = copy(backoff = backoff)

  /** Returns the settings with this [[timeout]]. */
  def withTimeout(timeout: Duration): EffectsSettings = copy(timeout = timeout)

  /** Returns the settings with this [[timeout]]. */
  inline def withTimeout(timeout: FiniteDuration): EffectsSettings = withTimeout(Duration.ofNanos(timeout.toNanos))

  /** Returns the settings with this [[maxPending]]. */
  def withMaxPending(maxPending: Int): EffectsSettings = copy(maxPending = maxPending)

  /** Returns the settings with this [[maxSetAside]]. */
  def withMaxSetAside(maxSetAside: Int): EffectsSettings = copy(maxSetAside = maxSetAside)

  /** Returns the settings with this [[saveEvery]]. */
  def withSaveEvery(saveEvery: Duration): EffectsSettings = copy(saveEvery = saveEvery)

  /** Returns the settings with this [[saveEvery]]. */
  inline def withSaveEvery(saveEvery: FiniteDuration): EffectsSettings =
    withSaveEvery(Duration.ofNanos(saveEvery.toNanos))

  /** Returns the settings with this [[closeTimeout]]. */
  def withCloseTimeout(closeTimeout: Duration): EffectsSettings = copy(closeTimeout = closeTimeout)

  /** Returns the settings with this [[closeTimeout]]. */
  inline def withCloseTimeout(closeTimeout: FiniteDuration): EffectsSettings =
    withCloseTimeout(Duration.ofNanos(closeTimeout.toNanos))

object EffectsSettings:
  /** The defaults. */
  val defaults: EffectsSettings = EffectsSettings()
