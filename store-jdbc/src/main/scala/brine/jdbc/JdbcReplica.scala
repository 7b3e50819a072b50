package brine.jdbc

import brine.jdbc.internal.opening.{Access, LogName, Opened}
import brine.jdbc.internal.sql.{Binder, Roles, Tables}
import brine.journal.replication.{FollowError, OpenReplica, ReplicaTarget}
import brine.journal.tools.JournalImport
import brine.journal.{EventLogReader, JournalException, LogRole, ReadError}
import java.sql.{Connection, SQLException}
import java.time.Instant
import java.util.{Objects, UUID}
import javax.sql.DataSource
import scala.util.Using

/** Replicas in databases, and who may append to a log in a database. For journals in files see
  * `brine.journal.replication.Promotion`.
  *
  * {{{
  * val follower = LogFollower.start(JournalReader.open(folder), JdbcReplica.target(dataSource))
  * // … when the log is lost, or fenced:
  * follower.close()
  * JdbcReplica.promote(dataSource)
  * }}}
  *
  * Each change of the role raises the epoch of the log: programs that have it open append no more from then on, and
  * their appends fail as [[brine.journal.AppendError.Closed]].
  */
object JdbcReplica:
  /** A replica in the tables of a database, which are created if they are missing. */
  def target(source: DataSource, settings: JdbcSettings = JdbcSettings.defaults): ReplicaTarget =
    Objects.requireNonNull(source, "source"): Unit
    Target(source, settings.withReadOnly(false))

  /** Who may append to a log. */
  def role(source: DataSource, settings: JdbcSettings = JdbcSettings.defaults): Either[JdbcOpenError, LogRole] =
    Opened.using(source, settings)((session, tables) => Roles.read(session, tables).getOrElse(LogRole.Ordinary))

  /** Makes a replica, or a log that was fenced, one to which programs append. A follower that runs ends. A log to which
    * they append already stays as it is.
    *
    * @return
    *   the new role
    */
  def promote(source: DataSource, settings: JdbcSettings = JdbcSettings.defaults): Either[JdbcOpenError, LogRole] =
    changed(source, settings)(_.promoted(Instant.now))

  /** Keeps programs from appending to a log from now on, also those that have it open. A replica stays as it is.
    *
    * @return
    *   the new role
    */
  def fence(source: DataSource, settings: JdbcSettings = JdbcSettings.defaults): Either[JdbcOpenError, LogRole] =
    changed(source, settings)(role => Some(role.fenced(Instant.now)).filter(_ != role))

  private def changed(source: DataSource, settings: JdbcSettings)(
      change: LogRole => Option[LogRole]
  ): Either[JdbcOpenError, LogRole] =
    Opened.using(source, settings)((session, tables) => Roles.change(session, tables)(change))

  private final class Target(source: DataSource, settings: JdbcSettings) extends ReplicaTarget:
    private var called = s"the log with the tables ${settings.prefix}*"

    // The one that is open now: at first to compare its records, and then to append.
    private var log: Option[JdbcEventLog] = None

    // The epoch since it was taken the last time
    private var held: Option[Long] = None

    def name: String = called

    private[brine] def open(of: String, again: Boolean, adopts: Boolean): Either[ReplicaTarget.Problem, OpenReplica] =
      for
        opened <- opened(Access.Comparing(of, held.filter(_ => again), adopts))
        role   <- read(opened.roleNow)
        end    <- read(reading(opened))
      yield Replica(of, opened, end, role._1 == LogRole.Ordinary && end > 0, adopts)

    private def opened(access: Access): Either[ReplicaTarget.Problem, JdbcEventLog] =
      release()
      JdbcEventLog
        .tryOpen(source, settings, access)
        .left
        .map(problemOf)
        .map: opened =>
          log = Some(opened)
          called = opened.name
          opened

    private def reading(opened: JdbcEventLog): Either[ReadError, Long] =
      try Right(opened.durable.sequence)
      catch
        case failed: JournalException =>
          failed.error match
            case error: ReadError => Left(error)
            case _                => throw failed

    private def read[A](result: Either[ReadError, A]): Either[ReplicaTarget.Problem, A] =
      result.left.map(error => refused(error.message))

    private def refused(problem: String): ReplicaTarget.Problem =
      release()
      ReplicaTarget.Problem(FollowError.Refused(s"$called: $problem"), mayPass = true)

    private final class Replica(
        of: String,
        val log: JdbcEventLog,
        val end: Long,
        val isAdopted: Boolean,
        adopts: Boolean
    ) extends OpenReplica:
      def take(end: Long): Either[ReplicaTarget.Problem, OpenReplica.Taken] =
        def role(before: LogRole) = before.following(of, hasRecords = end > 0, Instant.now, adopts)
        Opened
          .using(source, settings)((session, tables) => Roles.take(session, tables, log.epoch, end)(role))
          .left
          .map(problemOf)
          .flatMap:
            case Roles.Taken.Grown(last)   => Right(OpenReplica.Taken.Grown(last))
            case Roles.Taken.Refused(role) => Left(problemOf(JdbcOpenError.NotWritable(called, role)))
            case Roles.Taken.Done(epoch)   =>
              held = Some(epoch)
              opened(Access.Following(epoch))
                .flatMap(opened => JournalImport.into(opened).left.map(error => refused(error.message)))
                .map(OpenReplica.Taken.ToAppend(_))

      def close(): Unit = release()

    private def problemOf(error: JdbcOpenError): ReplicaTarget.Problem = error match
      case JdbcOpenError.NotWritable(log, LogRole.Promoted(_, since)) => permanent(FollowError.Promoted(log, since))
      case JdbcOpenError.NotWritable(log, LogRole.Ordinary)           => permanent(FollowError.NotAReplica(log))
      case _: JdbcOpenError.NotWritable                               => permanent(takenOver)
      case failed: JdbcOpenError.Failed => ReplicaTarget.Problem(FollowError.Refused(failed.message), mayPass = true)
      case other                        => permanent(FollowError.Refused(other.message))

    private def permanent(error: FollowError) = ReplicaTarget.Problem(error, mayPass = false)

    private[brine] override def problem: Option[FollowError] = log.flatMap: opened =>
      opened.roleNow.toOption.flatMap:
        case (LogRole.Promoted(_, since), _) => Some(FollowError.Promoted(called, since))
        case (_, false)                      => Some(takenOver)
        case _                               => None

    private def takenOver =
      FollowError.Refused(s"$called was opened by another follower, or restored, since this one opened it")

    private def release(): Unit =
      log.foreach(_.close())
      log = None

    private[brine] def misplaced(from: EventLogReader): Option[FollowError] = from match
      case own: JdbcEventLog if isNow(own) =>
        Some(FollowError.SamePlace(s"${own.name} cannot follow itself: name another prefix or database"))
      case own: JdbcEventLog =>
        own.roleNow.toOption.collect:
          case (LogRole.Replica(of, _), _) if of == LogRole.named(nameNow) => FollowError.Ring(own.name, nameNow)
      case _ => None

    private def nameNow: String =
      try Using.resource(source.getConnection)(one => LogName.of(one.getMetaData.getURL, settings.prefix))
      catch case _: SQLException => called // opening it says why

    // By its name, or by its identity, since two URLs may name one database.
    private def isNow(own: JdbcEventLog): Boolean =
      try
        Using.resource(source.getConnection): connection =>
          LogName.of(connection.getMetaData.getURL, settings.prefix) == own.name ||
            identityNow(connection).exists(own.logIdentity.contains)
      catch case _: SQLException => false // opening it says why

    private def identityNow(connection: Connection): Option[UUID] =
      try
        Using.resource(connection.createStatement()): statement =>
          Using.resource(statement.executeQuery(s"select log_id from ${Tables(settings.prefix).head} where id = 1")):
            rows => Option.when(rows.next())(Binder.uuidOf(rows.getBytes(1)))
      catch case _: SQLException => None // there are no tables yet
