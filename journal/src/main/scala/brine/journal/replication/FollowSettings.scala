package brine.journal.replication

import java.time.Duration

/** Settings of a follower.
  *
  * @param comparesAll
  *   whether to compare all records that the replica has already, or the last 1,000 alone
  * @param untilCaughtUp
  *   whether to end once the replica has all records of the log
  * @param retryFor
  *   how long to try again if the log or the replica cannot be reached; from zero
  * @param adopts
  *   whether the target may be a copy of the log, or may have been restored from a backup of it, and was no replica
  *   yet: once all its records were compared with the log, it becomes its replica. No program may append to it then
  */
final case class FollowSettings(
    comparesAll: Boolean = true,
    untilCaughtUp: Boolean = false,
    retryFor: Duration = FollowSettings.Unlimited,
    adopts: Boolean = false
):
  require(!retryFor.isNegative, s"retryFor is $retryFor: it must be zero or more")

  /** Returns the settings with this [[comparesAll]]. */
  def withComparesAll(comparesAll: Boolean): FollowSettings = copy(comparesAll = comparesAll)

  /** Returns the settings with this [[untilCaughtUp]]. */
  def withUntilCaughtUp(untilCaughtUp: Boolean): FollowSettings = copy(untilCaughtUp = untilCaughtUp)

  /** Returns the settings with this [[retryFor]]. */
  def withRetryFor(retryFor: Duration): FollowSettings = copy(retryFor = retryFor)

  /** Returns the settings with this [[adopts]]. */
  def withAdopts(adopts: Boolean): FollowSettings = copy(adopts = adopts)

object FollowSettings:
  /** A [[FollowSettings.retryFor]] without end. */
  val Unlimited: Duration = Duration.ofSeconds(Long.MaxValue)

  /** The defaults. */
  val defaults: FollowSettings = FollowSettings()
