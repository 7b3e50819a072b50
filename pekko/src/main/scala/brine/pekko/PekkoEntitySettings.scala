package brine.pekko

import brine.entity.EntitySettings
import java.time.Duration
import java.util.{Objects, Optional}
import scala.concurrent.duration.FiniteDuration

/** Settings of the entities of one type on a node of a cluster. The defaults suit most programs. Immutable.
  *
  * {{{
  * PekkoEntitySettings.defaults.withEntities(EntitySettings.defaults.withTimeout(5.seconds)).withRole("accounts")
  * }}}
  *
  * @param entities
  *   settings of the entities themselves. Its timeout and its number of pending commands also hold for the commands
  *   that this node sends to entities on other nodes
  * @param role
  *   the entities run on nodes that have this role of the cluster. Nodes without it send commands to them. By default
  *   they run on all nodes
  * @param resendAfter
  *   time without an outcome after which a command with a key is sent again, and the entity is asked for a command
  *   without one; above zero, and at most a day
  * @param confirmsVersion
  *   whether an entity reads the version of its stream from the log before each command, or before several that wait,
  *   and loads a state that is older. Then no reply follows from an old state, also while a partitioned cluster runs
  *   an entity on two nodes. It costs a read for each command that comes alone
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the setting, the value and the range
  */
final case class PekkoEntitySettings(
    entities: EntitySettings = EntitySettings.defaults,
    role: Optional[String] = Optional.empty,
    resendAfter: Duration = Duration.ofSeconds(2),
    confirmsVersion: Boolean = false
):
  Objects.requireNonNull(entities, "entities"): Unit
  Objects.requireNonNull(role, "role"): Unit
  require(
    resendAfter.isPositive && resendAfter.compareTo(PekkoEntitySettings.Longest) <= 0,
    s"resendAfter is $resendAfter: it must be above zero, and at most a day"
  )

  /** Returns the settings with these [[entities]]. */
  def withEntities(entities: EntitySettings): PekkoEntitySettings = copy(entities = entities)

  /** Returns the settings with this [[role]]. */
  def withRole(role: String): PekkoEntitySettings = copy(role = Optional.of(Objects.requireNonNull(role, "role")))

  /** Returns the settings with this [[resendAfter]]. */
  def withResendAfter(resendAfter: Duration): PekkoEntitySettings = copy(resendAfter = resendAfter)

  /** Returns the settings with this [[resendAfter]]. */
  inline def withResendAfter(resendAfter: FiniteDuration): PekkoEntitySettings =
    withResendAfter(Duration.ofNanos(resendAfter.toNanos))

  /** Returns the settings with this [[confirmsVersion]]. */
  def withConfirmsVersion(confirmsVersion: Boolean): PekkoEntitySettings = copy(confirmsVersion = confirmsVersion)

object PekkoEntitySettings:
  private val Longest = Duration.ofDays(1)

  /** The defaults. */
  val defaults: PekkoEntitySettings = PekkoEntitySettings()
