package brine.journal.replication

import brine.journal.ReadError
import java.time.Instant

/** Why a follower has ended. Each message says what failed, where, and what to do. What was copied stays, and is the
  * beginning of the log.
  */
enum FollowError(val message: String):
  /** The log cannot be read, and trying again does not help. */
  case Unread(log: String, error: ReadError) extends FollowError(s"$log: ${error.message}")

  /** The log or the replica could not be reached for as long as the settings allow. */
  case Unavailable(problem: String)
      extends FollowError(s"$problem. Start the follower again once that is fixed: it continues where it ended")

  /** The target has records that are not those of the log. Nothing was appended after them. */
  case Diverged(to: String, problem: String)
      extends FollowError(
        s"$to is not the beginning of the log that it should follow: $problem. If programs have appended to it, keep " +
          "it aside; then follow into a new place"
      )

  /** The log has fewer records than its replica: it was restored from an older backup, or is another log. */
  case SourceShrank(from: String, upTo: Long, to: String, records: Long)
      extends FollowError(
        s"$from ends at offset $upTo, and its replica $to has records after that ($records in all): the log was " +
          "replaced by an older one. If the replica has what counts, promote it (Promotion.promote, or ./brine journal promote); otherwise " +
          "follow into a new place"
      )

  /** The target was promoted, so programs append to it. */
  case Promoted(to: String, since: Instant)
      extends FollowError(
        s"$to was promoted at $since: programs append to it, and it follows no other log. To make the old log a " +
          "replica of it, fence that (Promotion.fence, or ./brine journal fence) and follow in the other direction"
      )

  /** The target has records and was never a replica. Nothing was changed. */
  case NotAReplica(to: String)
      extends FollowError(
        s"$to has records and is no replica, so a program may append to it: follow into a new folder, or into tables " +
          "with another prefix. If it is a copy of the log, or was restored from a backup of it, and no program appends " +
          "to it, adopt it (FollowSettings.withAdopts, or ./brine journal follow --adopt)"
      )

  /** Log and replica are the same, or one is within the other. Nothing was changed. */
  case SamePlace(problem: String) extends FollowError(problem)

  /** The log follows the target already, perhaps through others: neither would get records. Nothing was changed. */
  case Ring(from: String, to: String)
      extends FollowError(
        s"$from is a replica that follows $to, so $to cannot follow it: in a ring no program could append to any of " +
          s"them. If $from takes its place, fence $to and promote $from first (Promotion.fence and " +
          "Promotion.promote, or ./brine journal promote --fence-source)"
      )

  /** The target cannot be opened, or does not take a record. */
  case Refused(problem: String) extends FollowError(problem)

  /** The stream of records has ended before its end, or is damaged. */
  case Cut(problem: String)
      extends FollowError(
        s"the stream of records $problem. All records before that are copied. Start both sides again to continue: " +
          "./brine journal follow TO --end prints what the sending side needs, as Promotion.resumesAt says"
      )

  /** The writer of the stream was stopped. All records that it had written are copied. */
  case Stopped(log: String, records: Long)
      extends FollowError(
        s"the sender was stopped, so there may be more in $log. The replica has ${records} records. Start both sides " +
          "again to continue: ./brine journal follow TO --end prints what the sending side needs, as " +
          "Promotion.resumesAt says"
      )

  /** A mistake in this library: please report it. */
  case Failed(cause: Throwable) extends FollowError(s"following failed by a mistake in Brine: $cause")
