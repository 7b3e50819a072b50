package brine.entity.process

import brine.actor.Backoff
import brine.actor.internal.support.Nanos
import brine.entity.EntitySettings
import brine.entity.effect.EffectsSettings
import java.time.{Clock, Duration, InstantSource}
import java.util.Objects
import scala.concurrent.duration.FiniteDuration

/** Settings of a running process. Immutable.
  *
  * @param parallel
  *   the most inputs that are handled at the same time, of different instances; above zero. A replay is not counted
  * @param attempts
  *   how often a command is sent before its input is set aside; above zero. The default takes about 20 minutes with the
  *   default [[backoff]]. A log that is not available counts for no attempt
  * @param backoff
  *   the pauses between attempts, and before a log that has failed is used again; a millisecond at least
  * @param timeout
  *   how long sending a command may take, with storing its reply. Then its thread is interrupted, and again after each
  *   such time; above zero
  * @param maxPending
  *   number of inputs that were read and not handled yet at which no more are read; above zero. They are in memory. An
  *   instance that is tried again and has this number of later inputs keeps all others waiting
  * @param maxSetAside
  *   number of inputs set aside at which the process ends instead of setting aside one more; zero or more
  * @param saveEvery
  *   time after which it is stored which inputs were handled. Inputs that were handled so long before a crash are read
  *   again, which changes nothing; not negative
  * @param closeTimeout
  *   how long [[RunningProcess.close]] waits for commands that are being sent before it interrupts them, and then until
  *   they have ended; not negative
  * @param maxInMemory
  *   number of instances in memory above which those leave it that were not used for longest; above zero
  * @param clock
  *   the time of decisions and timers. Within an instance, time never goes backward, whatever the clock does. A test
  *   sets its own clock instead of waiting; timers are looked at 20 times a second
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the setting, the value and the range
  */
final case class ProcessSettings(
    parallel: Int = 16,
    attempts: Int = 30,
    backoff: Backoff = Backoff.of(Duration.ofMillis(100), Duration.ofMinutes(1)),
    timeout: Duration = Duration.ofSeconds(30),
    maxPending: Int = 10_000,
    maxSetAside: Int = 10_000,
    saveEvery: Duration = Duration.ofSeconds(1),
    closeTimeout: Duration = Duration.ofSeconds(10),
    maxInMemory: Int = 100_000,
    clock: InstantSource = Clock.systemUTC
):
  Objects.requireNonNull(clock, "clock"): Unit

  // They refuse what is out of range.
  private[process] val inputs: EffectsSettings =
    EffectsSettings(parallel, attempts, backoff, timeout, maxPending, maxSetAside, saveEvery, closeTimeout)

  // Below the timeout of an attempt, so that a log that does not answer does not count as one.
  private[process] val instances: EntitySettings = EntitySettings(
    timeout = Duration.ofNanos(math.max(1, Nanos.of(timeout) / 3)),
    maxInMemory = maxInMemory,
    backoff = backoff
  )

  /** Returns the settings with this [[parallel]]. */
  def withParallel(parallel: Int): ProcessSettings = copy(parallel = parallel)

  /** Returns the settings with this number of [[attempts]]. */
  def withAttempts(attempts: Int): ProcessSettings = copy(attempts = attempts)

  /** Returns the settings with this [[backoff]]. */
  def withBackoff(backoff: Backoff): ProcessSettings = copy(backoff = backoff)

  /** Returns the settings with this [[timeout]]. */
  def withTimeout(timeout: Duration): ProcessSettings = copy(timeout = timeout)

  /** Returns the settings with this [[timeout]]. */
  inline def withTimeout(timeout: FiniteDuration): ProcessSettings = withTimeout(Duration.ofNanos(timeout.toNanos))

  /** Returns the settings with this [[maxPending]]. */
  def withMaxPending(maxPending: Int): ProcessSettings = copy(maxPending = maxPending)

  /** Returns the settings with this [[maxSetAside]]. */
  def withMaxSetAside(maxSetAside: Int): ProcessSettings = copy(maxSetAside = maxSetAside)

  /** Returns the settings with this [[saveEvery]]. */
  def withSaveEvery(saveEvery: Duration): ProcessSettings = copy(saveEvery = saveEvery)

  /** Returns the settings with this [[saveEvery]]. */
  inline def withSaveEvery(saveEvery: FiniteDuration): ProcessSettings =
    withSaveEvery(Duration.ofNanos(saveEvery.toNanos))

  /** Returns the settings with this [[closeTimeout]]. */
  def withCloseTimeout(closeTimeout: Duration): ProcessSettings = copy(closeTimeout = closeTimeout)

  /** Returns the settings with this [[closeTimeout]]. */
  inline def withCloseTimeout(closeTimeout: FiniteDuration): ProcessSettings =
    withCloseTimeout(Duration.ofNanos(closeTimeout.toNanos))

  /** Returns the settings with this [[maxInMemory]]. */
  def withMaxInMemory(maxInMemory: Int): ProcessSettings = copy(maxInMemory = maxInMemory)

  /** Returns the settings with this [[clock]]. */
  def withClock(clock: InstantSource): ProcessSettings = copy(clock = clock)

object ProcessSettings:
  /** The defaults. */
  val defaults: ProcessSettings = ProcessSettings()
