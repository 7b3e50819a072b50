package brine.entity

import brine.actor.Backoff
import brine.entity.internal.Timeout
import java.time.Duration
import java.util.Objects
import scala.concurrent.duration.FiniteDuration

/** Settings of the entities of one type in one process. The defaults suit most programs. Immutable.
  *
  * {{{
  * EntitySettings(timeout = Duration.ofSeconds(5), maxInMemory = 10_000)
  * EntitySettings.defaults.withTimeout(5.seconds).withMaxInMemory(10_000)
  * }}}
  *
  * @param timeout
  *   how long a command waits for its reply, the wait for [[maxPendingCommands]] included; above zero
  * @param maxInMemory
  *   number of entities in memory above which those leave it that were not used for longest; above zero. Entities with
  *   pending commands stay, and it is looked at up to once in a second, so there may be more for a moment
  * @param maxStateBytes
  *   sum of the encoded sizes of the states in memory above which those entities leave it that were not used for
  *   longest; above zero. A state on the heap takes several times its encoded size. A size is measured when the entity
  *   is loaded, and each time that the number of its events reaches a power of two from 16 on: so events that add as
  *   much as those before may double it unnoticed. Commands cost nothing more. Without a limit, the default, nothing is
  *   measured
  * @param maxPendingCommands
  *   number of commands without a reply at which a caller waits, or is refused if it must not wait; above zero
  * @param maxLoading
  *   number of entities that are loaded at the same time; above zero
  * @param backoff
  *   time until an entity that could not be loaded is loaded again
  * @param maxAttempts
  *   number of decisions on a command before it fails, if other writers append first; above zero
  * @param auditOneIn
  *   of how many loads from a saved state one is also folded from the first event and compared: by `==`, and
  *   if that differs, by the bytes of the state's codec; 0 for none. If the states differ, the log of the program gets
  *   a warning, and the state of the events counts
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the setting, the value and the range
  */
final case class EntitySettings(
    timeout: Duration = Duration.ofSeconds(30),
    maxInMemory: Int = 100_000,
    maxPendingCommands: Int = 65_536,
    maxLoading: Int = 64,
    backoff: Backoff = Backoff.of(Duration.ofMillis(100), Duration.ofSeconds(10)),
    maxAttempts: Int = 10,
    auditOneIn: Int = 0,
    maxStateBytes: Long = Long.MaxValue
):
  Timeout.requireValid(timeout)
  require(maxInMemory > 0, s"maxInMemory is $maxInMemory: it must be above zero")
  require(maxPendingCommands > 0, s"maxPendingCommands is $maxPendingCommands: it must be above zero")
  require(maxLoading > 0, s"maxLoading is $maxLoading: it must be above zero")
  require(maxAttempts > 0, s"maxAttempts is $maxAttempts: it must be above zero")
  require(maxStateBytes > 0, s"maxStateBytes is $maxStateBytes: it must be above zero")
  require(auditOneIn >= 0, s"auditOneIn is $auditOneIn: it must not be negative")
  Objects.requireNonNull(backoff, "backoff"): Unit

  /** Returns the settings with this [[timeout]]. */
  def withTimeout(timeout: Duration): EntitySettings = copy(timeout = timeout)

  /** Returns the settings with this [[timeout]]. */
  inline def withTimeout(timeout: FiniteDuration): EntitySettings = withTimeout(Duration.ofNanos(timeout.toNanos))

  /** Returns the settings with this [[maxInMemory]]. */
  def withMaxInMemory(maxInMemory: Int): EntitySettings = copy(maxInMemory = maxInMemory)

  /** Returns the settings with this [[maxPendingCommands]]. */
  def withMaxPendingCommands(maxPendingCommands: Int): EntitySettings = copy(maxPendingCommands = maxPendingCommands)

  /** Returns the settings with this [[maxLoading]]. */
  def withMaxLoading(maxLoading: Int): EntitySettings = copy(maxLoading = maxLoading)

  /** Returns the settings with this [[backoff]]. */
  def withBackoff(backoff: Backoff): EntitySettings = copy(backoff = backoff)

  /** Returns the settings with this [[maxAttempts]]. */
  def withMaxAttempts(maxAttempts: Int): EntitySettings = copy(maxAttempts = maxAttempts)

  /** Returns the settings with this [[auditOneIn]]. */
  def withAuditOneIn(auditOneIn: Int): EntitySettings = copy(auditOneIn = auditOneIn)

  /** Returns the settings with this [[maxStateBytes]]. */
  def withMaxStateBytes(maxStateBytes: Long): EntitySettings = copy(maxStateBytes = maxStateBytes)

object EntitySettings:
  /** The defaults. */
  val defaults: EntitySettings = EntitySettings()
