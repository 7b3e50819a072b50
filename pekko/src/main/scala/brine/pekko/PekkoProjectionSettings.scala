package brine.pekko

import brine.entity.projection.ProjectionSettings
import java.time.Duration
import java.util.{Objects, Optional}
import scala.concurrent.duration.FiniteDuration

/** Settings of a projection on a node of a cluster. The defaults suit most programs. Immutable.
  *
  * @param projection
  *   settings of each slice. `maxSetAside` holds for a slice
  * @param role
  *   the slices run on nodes that have this role of the cluster; not blank. Nodes without it only ask. By default they
  *   run on all nodes
  * @param wakeEvery
  *   how often a node makes sure that each slice runs somewhere; above zero, and at most a day. After a node was lost,
  *   its slices start elsewhere at most that much later than the cluster has removed it
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the setting, the value and the range
  */
final case class PekkoProjectionSettings(
    projection: ProjectionSettings = ProjectionSettings.defaults,
    role: Optional[String] = Optional.empty,
    wakeEvery: Duration = Duration.ofSeconds(1)
):
  Objects.requireNonNull(projection, "projection"): Unit
  Objects.requireNonNull(role, "role"): Unit
  require(!role.isPresent || !role.get.isBlank, "the role is blank: it must be a role of the cluster's nodes")
  require(
    wakeEvery.isPositive && wakeEvery.compareTo(PekkoProjectionSettings.Longest) <= 0,
    s"wakeEvery is $wakeEvery: it must be above zero, and at most a day"
  )

  /** Returns the settings with these for each slice. */
  def withProjection(projection: ProjectionSettings): PekkoProjectionSettings = copy(projection = projection)

  /** Returns the settings with this [[role]]. */
  def withRole(role: String): PekkoProjectionSettings = copy(role = Optional.of(Objects.requireNonNull(role, "role")))

  /** Returns the settings with this [[wakeEvery]]. */
  def withWakeEvery(wakeEvery: Duration): PekkoProjectionSettings = copy(wakeEvery = wakeEvery)

  /** Returns the settings with this [[wakeEvery]]. */
  inline def withWakeEvery(wakeEvery: FiniteDuration): PekkoProjectionSettings =
    withWakeEvery(Duration.ofNanos(wakeEvery.toNanos))

object PekkoProjectionSettings:
  private val Longest = Duration.ofDays(1)

  /** The defaults. */
  val defaults: PekkoProjectionSettings = PekkoProjectionSettings()
