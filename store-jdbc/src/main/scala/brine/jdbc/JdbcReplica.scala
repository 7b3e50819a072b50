package brine.jdbc

import brine.jdbc.internal.opening.{Access, LogName, Opened}
import brine.jdbc.internal.sql.{Binder, Roles, Tables}
import brine.journal.replication.{FollowError, ReplicaTarget}
import brine.journal.tools.JournalImport
import brine.journal.{EventLogReader, LogRole}
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
    Opened.using(source, settings): (session, tables) =>
      val changed = Roles.change(session, tables)((role, _) => change(role))
      changed.now.getOrElse(changed.before)

  private final class Target(source: DataSource, settings: JdbcSettings) extends ReplicaTarget:
    private var log: Option[JdbcEventLog] = None
    private var called                    = s"the log with the tables ${settings.prefix}*"

    def name: String = called

    // The epoch of the last opening
    private var held: Option[Long] = None

    private[brine] def open(of: String, again: Boolean): Either[ReplicaTarget.Problem, JournalImport] =
      JdbcEventLog.tryOpen(source, settings, Access.Following(of, held.filter(_ => again))) match
        case Left(error)   => Left(problemOf(error))
        case Right(opened) =>
          log = Some(opened)
          held = Some(opened.epoch)
          called = opened.name
          JournalImport
            .into(opened)
            .left
            .map: error =>
              release()
              ReplicaTarget.Problem(FollowError.Refused(s"$called: ${error.message}"), mayPass = true)

    private[brine] def confirm(of: String): Either[ReplicaTarget.Problem, Unit] = held match
      case None        => Right(())
      case Some(epoch) =>
        Opened
          .using(source, settings)((session, tables) =>
            Roles.confirm(session, tables, epoch)(role =>
              role.following(of, hasRecords = true, Instant.now).getOrElse(role)
            )
          )
          .left
          .map(problemOf)
          .flatMap:
            case (_, true)     => Right(())
            case (role, false) => Left(problemOf(JdbcOpenError.NotWritable(called, role)))

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

    private[brine] override def release(): Unit =
      log.foreach(_.close())
      log = None

    private[brine] def misplaced(from: EventLogReader): Option[FollowError] = from match
      case own: JdbcEventLog if isNow(own) =>
        Some(FollowError.SamePlace(s"${own.name} cannot follow itself: name another prefix or database"))
      case _ => None

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
