package brine.entity.prevalence

import brine.entity.internal.Timeout
import java.time.{Clock, Duration}
import java.util.Objects
import scala.concurrent.duration.FiniteDuration

/** Settings of a prevalent system. Immutable.
  *
  * @param timeout
  *   how long a transaction waits until it is durable, all waits included; above zero
  * @param maxPending
  *   number of transactions that are executed but not durable yet, at which a caller waits; above zero
  * @param saveEvery
  *   number of transactions after which the state is saved in the background, so that opening need not execute all of
  *   them again; 0 for only when the program calls [[Prevalence.save]]
  * @param clock
  *   says the time of transactions; another one than the system's is for tests
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the setting, the value and the range
  */
final case class PrevalenceSettings(
    timeout: Duration = Duration.ofSeconds(30),
    maxPending: Int = 16_384,
    saveEvery: Int = 100_000,
    clock: Clock = Clock.systemUTC
):
  Timeout.requireValid(timeout)
  require(maxPending > 0, s"maxPending is $maxPending: it must be above zero")
  require(saveEvery >= 0, s"saveEvery is $saveEvery: it must be above zero, or zero for never")
  Objects.requireNonNull(clock, "clock"): Unit

  /** Returns the settings with this [[timeout]]. */
  def withTimeout(timeout: Duration): PrevalenceSettings = copy(timeout = timeout)

  /** Returns the settings with this [[timeout]]. */
  inline def withTimeout(timeout: FiniteDuration): PrevalenceSettings = withTimeout(Duration.ofNanos(timeout.toNanos))

  /** Returns the settings with this [[maxPending]]. */
  def withMaxPending(maxPending: Int): PrevalenceSettings = copy(maxPending = maxPending)

  /** Returns the settings with this [[saveEvery]]. */
  def withSaveEvery(saveEvery: Int): PrevalenceSettings = copy(saveEvery = saveEvery)

  /** Returns the settings with this [[clock]]. */
  def withClock(clock: Clock): PrevalenceSettings = copy(clock = clock)

object PrevalenceSettings:
  /** The defaults. */
  val defaults: PrevalenceSettings = PrevalenceSettings()
