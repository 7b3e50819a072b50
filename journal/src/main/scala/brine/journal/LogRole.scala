package brine.journal

import java.time.Instant

/** Who may append to a log. Readers may read it in any role. Immutable. */
enum LogRole:
  /** Programs append. Every log begins so. */
  case Ordinary

  /** A replica: the follower of another log appends, and no program.
    *
    * @param of
    *   name of the log that it follows, as [[EventLogReader.name]] gives it
    * @param since
    *   time at which it began to follow
    */
  case Replica(of: String, since: Instant)

  /** Programs append. Before, it was a replica, or it was fenced.
    *
    * @param of
    *   name of the log that it followed; empty if it was fenced
    * @param since
    *   time of the promotion
    */
  case Promoted(of: String, since: Instant)

  /** Nobody appends, since another log has taken over.
    *
    * @param since
    *   time at which it was fenced
    */
  case Fenced(since: Instant)

  /** Whether programs may append. */
  def acceptsPrograms: Boolean = this match
    case Ordinary | _: Promoted => true
    case _                      => false

  /** The role that a log gets when a follower opens it, or None if it takes no follower.
    *
    * @param hasRecords
    *   whether there are any
    * @param adopts
    *   whether it may be a copy of the log, which was no replica yet
    */
  private[brine] def following(
      of: String,
      hasRecords: Boolean,
      now: Instant,
      adopts: Boolean = false
  ): Option[LogRole] = this match
    case Ordinary if hasRecords && !adopts                     => None
    case _: Promoted                                           => None
    case Replica(before, since) if before == LogRole.named(of) => Some(Replica(before, since))
    case _                                                     => Some(Replica(LogRole.named(of), LogRole.stored(now)))

  /** The role that a log has while a follower compares its records: it gets another one if there are none, or once they
    * are those of the log. None if it takes no follower.
    */
  private[brine] def opening(
      of: String,
      hasRecords: Boolean,
      now: Instant,
      adopts: Boolean = false
  ): Option[LogRole] =
    following(of, hasRecords, now, adopts).map(next => if hasRecords then this else next)

  /** The role that a log gets when it is promoted, or None if it is not one to promote. */
  private[brine] def promoted(now: Instant): Option[LogRole] = this match
    case Replica(of, _) => Some(Promoted(of, LogRole.stored(now)))
    case _: Fenced      => Some(Promoted("", LogRole.stored(now)))
    case _              => None

  /** The role that a log gets when it is fenced. Nobody but a follower appends to a replica, so it stays one. */
  private[brine] def fenced(now: Instant): LogRole = this match
    case Ordinary | _: Promoted => Fenced(LogRole.stored(now))
    case other                  => other

  /** Why a program may not append to the log, and what to do. */
  private[brine] def refusal(log: String): String = this match
    case Replica(of, since) =>
      s"$log is a replica of $of since $since, to which only its follower appends. To append to it in place of that " +
        "log, end the follower and promote it: Promotion.promote, in a database JdbcReplica.promote, or " +
        "./brine journal promote"
    case Fenced(since) =>
      s"$log was fenced at $since, because another log has taken its place: use that one. It may follow the other " +
        "log (LogFollower.start, or ./brine journal follow), or be promoted again (Promotion.promote, in a database " +
        "JdbcReplica.promote, or ./brine journal promote)"
    case _ => s"$log is not a replica"

object LogRole:
  /** The most bytes of a name that are kept. */
  private final val MostBytes = 1000

  private def stored(time: Instant): Instant = Micros.instant(Micros.of(time))

  /** A name as roles keep it: at most 1,000 bytes of UTF-8. */
  private[brine] def named(of: String): String =
    val text = JournalError.inLine(of)
    Iterator
      .iterate(text)(_.dropRight(1))
      .find(_.getBytes(java.nio.charset.StandardCharsets.UTF_8).length <= MostBytes)
      .get
