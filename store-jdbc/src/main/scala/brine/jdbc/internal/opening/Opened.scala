package brine.jdbc.internal.opening

import brine.jdbc.internal.sql.*
import brine.jdbc.{JdbcOpenError, JdbcSettings}
import brine.journal.LogRole
import java.sql.SQLException
import java.time.Instant
import java.util.concurrent.CountDownLatch
import javax.sql.DataSource

/** A database with the tables of this release.
  *
  * @param identity
  *   which log it is; the head must have the same when the log appends
  * @param last
  *   number of the last event
  */
private[jdbc] final class Opened(val database: Database, val identity: Identity, val last: Long)

private[jdbc] object Opened:
  def of(
      source: DataSource,
      settings: JdbcSettings,
      migrations: Vector[Migration],
      access: Access = Access.Appending
  ): Either[JdbcOpenError, Opened] =
    onThread(source, settings): session =>
      of(source, settings, migrations, session)(opened(_, _, access, migrations.last.version >= Roles.Since))

  /** Runs a body on tables of this release, which are there. */
  def using[A](source: DataSource, settings: JdbcSettings)(body: (Session, Tables) => A): Either[JdbcOpenError, A] =
    val unchanged = settings.withCreateTables(false).withRequireDurable(false)
    onThread(source, unchanged): session =>
      of(source, unchanged, Migration.all, session)((database, session) => Right(body(session, database.tables)))

  private def onThread[A](source: DataSource, settings: JdbcSettings)(
      body: Session => Either[JdbcOpenError, A]
  ): Either[JdbcOpenError, A] =
    // On a thread of its own, as everything that uses a connection: see DatabaseThreads.
    val connector = Connector(source, settings, s"open-${settings.prefix}")
    val threads   = DatabaseThreads(s"open-${settings.prefix}", 1, connector.connect(None, _))
    try retried(settings)(threads.call(body))
    finally threads.close(0)

  // Two that open at once may be in each other's way.
  private def retried[A](settings: JdbcSettings)(body: => Either[JdbcOpenError, A]): Either[JdbcOpenError, A] =
    val until  = System.nanoTime + settings.retryFor.toNanos
    var result = attempt(settings)(body)
    while result.left.exists(_._2) && System.nanoTime - until < 0 do
      Database.waitFor(CountDownLatch(1), Database.FirstPauseNanos * 5)
      result = attempt(settings)(body)
    result.left.map(_._1)

  private def attempt[A](settings: JdbcSettings)(
      body: => Either[JdbcOpenError, A]
  ): Either[(JdbcOpenError, Boolean), A] =
    try body.left.map((_, false))
    catch
      case failed: Failed =>
        Left((JdbcOpenError.Failed(failed.log, failed.explained), failed.mayPass))
      case failed: SQLException =>
        val log = s"with the tables ${settings.prefix}*"
        Left((JdbcOpenError.Failed(log, Failures.ofConnecting(failed)), false))

  private final class Failed(val log: String, val explained: brine.jdbc.JdbcFailure, val mayPass: Boolean)
      extends Exception(explained)

  private def of[A](
      source: DataSource,
      settings: JdbcSettings,
      migrations: Vector[Migration],
      session: Session
  )(use: (Database, Session) => Either[JdbcOpenError, A]): Either[JdbcOpenError, A] =
    val data    = session.connection.getMetaData
    val product = data.getDatabaseProductName
    Dialect.of(product) match
      case None          => Left(JdbcOpenError.UnknownDatabase(product))
      case Some(dialect) =>
        val tables   = Tables(settings.prefix)
        val name     = LogName.of(data.getURL, settings.prefix)
        val failures = Failures(dialect)
        try
          session.borrowed.prepare(dialect)
          // All that may refuse comes before what creates tables.
          for
            _    <- dialect.mistaken(session.connection).toLeft(())
            _    <- durable(session, dialect, tables, name, settings)
            _    <- prepared(session, Migrations(dialect, tables, name, migrations), settings)
            used <- use(Database(source, dialect, tables, name, settings), session)
          yield used
        catch
          case failed: SQLException =>
            throw Failed(name, failures.explained(failed, session.table), failures.isPassing(failed))

  private def prepared(
      session: Session,
      migrations: Migrations,
      settings: JdbcSettings
  ): Either[JdbcOpenError, Unit] =
    if settings.createTables && !settings.readOnly then migrations.run(session) else migrations.check(session)

  private def durable(
      session: Session,
      dialect: Dialect,
      tables: Tables,
      name: String,
      settings: JdbcSettings
  ): Either[JdbcOpenError, Unit] =
    val problem = if settings.requireDurable then dialect.durabilityProblem(session, tables) else None
    problem.map(JdbcOpenError.NotDurable(name, _)).toLeft(())

  // By another connection than the one that may have created the tables: they must be the same database.
  private def opened(
      database: Database,
      first: Session,
      access: Access,
      hasRoles: Boolean
  ): Either[JdbcOpenError, Opened] =
    import database.tables
    def refused(role: LogRole) = Left(JdbcOpenError.NotWritable(database.name, role))
    first.table = tables.head
    val session = database.connect()
    try
      val opened = headOf(database, session)
      access match
        case Access.Comparing(of, held, adopts) =>
          val role = Roles.read(session, tables).getOrElse(LogRole.Ordinary)
          val fits = role.opening(of, hasRecords = opened.last > 0, Instant.now, adopts).isDefined
          if fits && held.forall(_ == opened.identity.epoch) then Right(opened) else refused(role)
        case Access.Following(epoch) =>
          val role = Roles.read(session, tables).getOrElse(LogRole.Ordinary)
          if epoch == opened.identity.epoch then Right(opened) else refused(role)
        case _ =>
          // After the epoch: with another role, the log has another epoch, too.
          val role = if hasRoles && access == Access.Appending then Roles.read(session, tables) else None
          role.filterNot(_.acceptsPrograms).fold(Right(opened))(refused)
    finally session.close()

  private def headOf(database: Database, session: Session): Opened =
    import database.tables
    session
      .first(tables.head, s"select log_id, epoch, next_seq from ${tables.head} where id = 1")(_ => ()): row =>
        val identity = Identity(tables, Binder.uuidOf(row.getBytes(1)), row.getLong(2))
        Opened(database, identity, row.getLong(3) - 1)
      .getOrElse(throw SQLException(s"table ${tables.head} has no row: somebody has deleted it"))
