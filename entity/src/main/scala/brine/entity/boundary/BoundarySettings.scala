package brine.entity.boundary

import brine.actor.Backoff
import brine.entity.internal.Timeout
import java.time.Duration
import java.util.Objects
import scala.concurrent.duration.FiniteDuration

/** Settings of a boundary. The defaults suit most programs. Immutable.
  *
  * {{{
  * BoundarySettings.defaults.withTimeout(5.seconds).withMaxAttempts(20)
  * }}}
  *
  * @param timeout
  *   how long a decision may take, reading and waiting included; above zero
  * @param maxAttempts
  *   number of times that a decision is made before it fails, if others append first each time; above zero
  * @param backoff
  *   the pauses before an append is tried again that found no room in the log, and before further attempts after a
  *   conflict with another process
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the setting, the value and the range
  */
final case class BoundarySettings(
    timeout: Duration = Duration.ofSeconds(30),
    maxAttempts: Int = 100,
    backoff: Backoff = Backoff.of(Duration.ofMillis(1), Duration.ofMillis(100))
):
  Timeout.requireValid(timeout)
  require(maxAttempts > 0, s"maxAttempts is $maxAttempts: it must be above zero")
  Objects.requireNonNull(backoff, "backoff"): Unit

  /** Returns the settings with this [[timeout]]. */
  def withTimeout(timeout: Duration): BoundarySettings = copy(timeout = timeout)

  /** Returns the settings with this [[timeout]]. */
  inline def withTimeout(timeout: FiniteDuration): BoundarySettings = withTimeout(Duration.ofNanos(timeout.toNanos))

  /** Returns the settings with this [[maxAttempts]]. */
  def withMaxAttempts(maxAttempts: Int): BoundarySettings = copy(maxAttempts = maxAttempts)

  /** Returns the settings with this [[backoff]]. */
  def withBackoff(backoff: Backoff): BoundarySettings = copy(backoff = backoff)

object BoundarySettings:
  /** The defaults. */
  val defaults: BoundarySettings = BoundarySettings()
