package brine.journal.replication

import brine.journal.tools.LogCopy
import brine.journal.{EventLogReader, JournalReader, LogRole}

/** Whether a log is the one that a replica follows, and what the replica lacks of it. Stateless. */
private[replication] object Belonging:
  /** Number of records of a log that its replica does not have. Compares the last records that both have. */
  def lacking(from: EventLogReader, replica: EventLogReader): Either[FollowError, Long] =
    compared(from, replica, comparesAll = false).flatMap(found => found.problem.toLeft(found.lacking))

  /** The same, if the log is the source of a replica with this role. */
  def lackingOfSource(from: EventLogReader, replica: EventLogReader, role: LogRole): Either[FollowError, Long] =
    if isSame(from, replica) then
      Left(FollowError.SamePlace(s"${replica.name} is the same log: name the one that it has followed"))
    else
      role match
        case LogRole.Promoted(of, _) =>
          compared(from, replica, comparesAll = true).flatMap(ofPromoted(_, from, replica, of))
        case _ =>
          val of = role match
            case LogRole.Replica(of, _) => of
            case _                      => ""
          compared(from, replica, comparesAll = false).flatMap: found =>
            found.problem.toLeft(()).flatMap(_ => belonging(found, from, replica, of)).map(_ => found.lacking)

  private def ofPromoted(
      found: Compared,
      from: EventLogReader,
      replica: EventLogReader,
      of: String
  ): Either[FollowError, Long] = found.problem match
    case None | Some(_: FollowError.SourceShrank) => belonging(found, from, replica, of).map(_ => found.lacking)
    // Both have gone on since. Two logs that were restored from one backup look the same.
    case Some(_: FollowError.Diverged) if isNamed(from, of) => lackingAfter(found, from)
    case Some(problem)                                      => Left(problem)

  private def belonging(
      found: Compared,
      from: EventLogReader,
      replica: EventLogReader,
      of: String
  ): Either[FollowError, Unit] =
    Either.cond(
      found.equal > 0 || isNamed(from, of),
      (),
      FollowError.Diverged(
        replica.name,
        s"it has no record of ${from.name}" + (if of.isEmpty then "" else s", and it was made a replica of $of")
      )
    )

  private def isNamed(from: EventLogReader, of: String): Boolean = of.nonEmpty && LogRole.named(from.name) == of

  private def isSame(from: EventLogReader, replica: EventLogReader): Boolean =
    val areSameFiles = (from, replica) match
      case (one: JournalReader, other: JournalReader) => LogCopy.isSame(one.folder, other.folder)
      case _                                          => false
    (from eq replica) || areSameFiles || from.logIdentity.exists(replica.logIdentity.contains)

  /** @param equal
    *   number of records that are in both
    * @param lacking
    *   number of records of the log, after those
    * @param problem
    *   why the replica is not the beginning of the log
    */
  private final case class Compared(equal: Long, lacking: Long, problem: Option[FollowError])

  private def compared(
      from: EventLogReader,
      replica: EventLogReader,
      comparesAll: Boolean
  ): Either[FollowError, Compared] =
    Comparing.opened(LogFeed.source(from), replica, replica.durable.sequence, comparesAll) match
      case Left(Feed.Next.Failed(error: FollowError.Diverged, _)) => Right(Compared(0, 0, Some(error)))
      case Left(failed)                                           => Left(failed.error)
      case Right((feed, check))                                   =>
        try
          var equal                                         = 0L
          var lacking                                       = 0L
          var result: Option[Either[FollowError, Compared]] = None
          def differs(error: FollowError)                   = error match
            case _: FollowError.Unread => Left(error)
            case _                     => Right(Compared(equal, lacking, Some(error)))
          while result.isEmpty do
            feed.next(0) match
              case Feed.Next.One(record) =>
                check.take(record) match
                  case Left(error)    => result = Some(differs(error))
                  case Right(isThere) => if isThere then equal += 1 else lacking += 1
              case Feed.Next.CaughtUp =>
                result = Some(Right(Compared(equal, lacking, check.ended(feed.end).left.toOption)))
              case Feed.Next.Failed(error, _) => result = Some(Left(error))
              case _                          => ()
          result.get
        finally
          feed.close()
          check.close()

  /** Number of records of a log after those that its replica has, if that has others there. */
  private def lackingAfter(found: Compared, from: EventLogReader): Either[FollowError, Long] =
    LogFeed.source(from).feed(None) match
      case Left(failed) => Left(failed.error)
      case Right(feed)  =>
        try
          var count                                     = 0L
          var result: Option[Either[FollowError, Long]] = None
          while result.isEmpty do
            feed.next(0) match
              case Feed.Next.One(_)           => count += 1
              case Feed.Next.CaughtUp         => result = Some(Right(math.max(1, count - found.equal)))
              case Feed.Next.Failed(error, _) => result = Some(Left(error))
              case _                          => ()
          result.get
        finally feed.close()
