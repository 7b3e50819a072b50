package brine.journal.replication

import brine.journal.tools.ExportedRecords
import brine.journal.{EventLogReader, Offset, ReadError}
import java.time.Instant

/** Where the records of a log and of its replica are compared from. */
private[replication] object Comparing:
  /** How many of the last records are compared, if not all are. */
  private final val Last = 1000L

  /** The time of the first of the last records; None if there are no more than that.
    *
    * @param end
    *   number of the replica's last record
    */
  def begin(replica: EventLogReader, end: Long): Either[ReadError, Option[Instant]] =
    if end <= Last then Right(None)
    else
      val records = ExportedRecords(replica, Offset(end - Last + 1))
      try records.next().map(_.map(_.record.at))
      finally records.close()

  /** A feed of the log, and the check for its first records.
    *
    * @param isAdopted
    *   whether others than a follower may have appended to the replica. Then all records are compared
    */
  def opened(
      source: FeedSource,
      replica: EventLogReader,
      end: Long,
      comparesAll: Boolean,
      isAdopted: Boolean = false
  ): Either[Feed.Next.Failed, (Feed, PrefixCheck)] =
    val at = source.begins match
      case Some(fixed)                      => Right(fixed)
      case None if comparesAll || isAdopted => Right(None)
      case None                             => begin(replica, end)
    val first = at.flatMap:
      case None       => Right(1L)
      case Some(time) => replica.offsetAt(time).map(_.sequence)
    (at, first) match
      case (Right(at), Right(first)) =>
        if at.isDefined && isAdopted then Left(partial(source.name, replica.name))
        else if at.isDefined && first > end then Left(tooLate(source.name, replica.name))
        else
          source
            .feed(at)
            .map((_, PrefixCheck(source.name, replica.name, replica, first, end, at.isEmpty, isAdopted)))
      case (Left(error), _) => Left(LogFeed.failed(replica, error))
      case (_, Left(error)) => Left(LogFeed.failed(replica, error))

  private def partial(from: String, to: String): Feed.Next.Failed = Feed.Next.Failed(
    FollowError.Refused(
      s"$to can be adopted only if all its records are compared with $from: start the sending side without --at"
    ),
    mayPass = false
  )

  private def tooLate(from: String, to: String): Feed.Next.Failed = Feed.Next.Failed(
    FollowError.Diverged(to, s"the records of $from begin after its last one, so that some may be missing"),
    mayPass = false
  )
