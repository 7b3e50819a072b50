package brine.journal.replication

import brine.journal.Offset
import java.time.Duration

/** How far a follower has come. Immutable.
  *
  * @param step
  *   what it does
  * @param records
  *   offset of the last record that is durable in the replica. It is their number, unless the replica was adopted and
  *   has gaps. Readers of a replica in files see them a moment later
  * @param upTo
  *   offset in the log of the last record that was compared, or is durable in the replica
  * @param lag
  *   number of records that the log has and that are not durable in the replica, at most: offsets may have gaps. As far
  *   as is known without asking the log, also while the replica takes nothing
  * @param behind
  *   time since the replica last had all records of the log, or since the follower began. If the log is lost now, what
  *   is lost with it was appended in this time
  * @param rate
  *   records a second lately, compared or copied
  * @param missed
  *   number of offsets of the log that the follower has passed over since it began, because retention or compaction had
  *   deleted their records before it came to them
  * @param failure
  *   why it waits before it tries again
  */
final case class FollowStatus(
    step: FollowStep,
    records: Long,
    upTo: Offset,
    lag: Long,
    behind: Duration,
    rate: Long,
    missed: Long,
    failure: Option[String]
)

/** What a follower does. */
enum FollowStep:
  /** Compares the records that the replica has already. */
  case Comparing

  /** Copies records, and waits for more. */
  case Following

  /** Waits before it tries again. */
  case Waiting

  /** Has ended. */
  case Ended
