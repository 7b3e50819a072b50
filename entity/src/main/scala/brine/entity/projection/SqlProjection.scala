package brine.entity.projection

import brine.entity.projection.internal.{Runner, SqlSlices, SqlTables, SqlTarget}
import brine.journal.{EventLogReader, Offset, Record}
import java.sql.Connection
import java.time.Duration
import java.util.Objects
import scala.concurrent.duration.FiniteDuration
import scala.util.control.NonFatal

/** A running projection into tables of a database, over JDBC. What its function stores, and its position, are in the
  * same transaction: whenever the process ends, each record was applied exactly once, or not yet.
  *
  * {{{
  * val titles = Projection[SiteEvent]("titles")(Query.category("site"))
  * val running = SqlProjection.start(log, titles, () => DriverManager.getConnection(url)): (transaction, records) =>
  *   val insert = transaction.prepareStatement("insert into titles values (?, ?)")
  *   …
  * running.at(receipt.offset, within = 2.seconds)(connection => titleOf(connection, "42"))
  * }}}
  *
  * Its position is in the table `brine_projections`, and what it sets aside in `brine_set_aside`. It creates them if
  * they are not there. Names of projections of one database must differ, also if they read different logs.
  * A version runs once: the last one to be started claims the position when it first reaches the database, and the one
  * before ends with [[ProjectionError.Fenced]]. It stores nothing after that, because the position has an epoch.
  *
  * If the database fails, the projection tries again for as long as that lasts. Tested with SQLite, PostgreSQL and
  * MariaDB. Thread-safe.
  */
final class SqlProjection private[projection] (
    definition: Projection[?],
    connect: () => Connection,
    private[projection] val runner: Runner[?]
) extends RunningProjection(definition):

  /** The result of a function on the database, once every record up to an offset is in it or set aside: so you read
    * what you have written.
    *
    * @param offset
    *   such as that of [[brine.journal.Appended]], or of an entity's answer
    * @param read
    *   gets a connection of its own, in a transaction that is committed when it returns
    * @throws ProjectionException
    *   as [[await]] does
    * @throws java.sql.SQLException
    *   if the database fails
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def at[A](offset: Offset, within: Duration)(read: Connection => A): A =
    Objects.requireNonNull(read, "read"): Unit
    await(offset, within)
    SqlProjection.using(connect)(read)

  /** The same with a duration of Scala's. */
  inline def at[A](offset: Offset, within: FiniteDuration)(read: Connection => A): A =
    at(offset, Duration.ofNanos(within.toNanos))(read)

object SqlProjection:
  /** Starts a projection. Does not wait for the database.
    *
    * @param log
    *   the log, or a reader of it in another process; it stays open when the projection is closed
    * @param connect
    *   opens a connection to the database. One stays open while the projection runs, and [[SqlProjection.at]] opens
    *   others: a pool needs more than one. It should have a time limit, because closing waits for it
    * @param function
    *   computes from records what it stores, in the transaction of the connection, which it must not end. It gets up to
    *   [[ProjectionSettings.batchSize]] records, at least one. It is called again with the same records if the
    *   transaction was rolled back: so it must have no effect but those in the database. It should not catch a failure
    *   of a statement, unless it returns to a savepoint: PostgreSQL stores nothing after one. The records fail then
    */
  def start[E](
      log: EventLogReader,
      definition: Projection[E],
      connect: () => Connection,
      settings: ProjectionSettings = ProjectionSettings.defaults
  )(function: (Connection, Vector[Record[E]]) => Unit): SqlProjection =
    Objects.requireNonNull(log, "log"): Unit
    Objects.requireNonNull(connect, "connect"): Unit
    Objects.requireNonNull(function, "function"): Unit
    val target = SqlTarget(definition.toString, definition.name, definition.version, connect, function)
    val runner = Runner(definition, log, target, settings)
    runner.start()
    new SqlProjection(definition, connect, runner)

  /** The versions of a projection that a database has, the oldest first. None if no projection was started there.
    *
    * A program that reads tables of a version takes the last one that has caught up: see [[currentVersion]].
    *
    * @throws java.sql.SQLException
    *   if the database fails
    */
  def versions(connect: () => Connection, name: String): Vector[ProjectionVersion] =
    Projection.requireName(name)
    using(withTables(connect))(SqlSlices.versions(_, name))

  /** The version to read: the highest that has once reached the end of the log.
    *
    * @throws java.sql.SQLException
    *   if the database fails
    */
  def currentVersion(connect: () => Connection, name: String): Option[Int] =
    versions(connect, name).filter(_.hasCaughtUp).lastOption.map(_.version)

  /** Forgets position and records set aside of a version, such as one that was replaced. If it is running, it ends. A
    * later start of it begins with the first record: delete what it has stored in your tables as well. Waits for
    * transactions of the version that are executed, also for a function that takes long.
    *
    * @throws java.sql.SQLException
    *   if the database fails
    */
  def forget(connect: () => Connection, name: String, version: Int): Unit =
    Projection.requireName(name)
    using(withTables(connect))(SqlSlices.forget(_, name, version))

  /** Divides a version in slices, to run them on the nodes of a cluster: each continues where the version is. Records
    * set aside go to their slices. What runs the version ends, and must be started in the new number of slices. If it
    * is that number already, does nothing. Waits for transactions of the version that are executed, also for a function
    * that takes long. Each part of what ran it ends at its next record.
    *
    * @param slices
    *   up to 1,024: a multiple of the number that the version has, which is 1 for one that was not divided
    * @throws IllegalArgumentException
    *   if the number of slices is not valid, or the version is not in the database; the message says why
    * @throws java.sql.SQLException
    *   if the database fails; nothing is changed then. Some fail if the version is running: try again
    */
  def divide(connect: () => Connection, name: String, version: Int, slices: Int): Unit =
    Projection.requireName(name)
    SlicedProjection.requireSlices(name, slices)
    val readsCommitted = () =>
      val connection = withTables(connect)()
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED)
      connection
    val isThere = using(readsCommitted)(SqlSlices.divide(_, name, version, slices))
    require(isThere, s"the database has no version $version of the projection '$name': start it in $slices slices")

  private[projection] def opened(connect: () => Connection): Connection =
    Objects.requireNonNull(connect(), "the function that opens a connection has returned null: it must return one").nn

  private[projection] def withTables(connect: () => Connection): () => Connection = () =>
    val connection = opened(connect)
    try
      connection.setAutoCommit(true)
      SqlTables.create(connection)
      connection
    catch
      case failed: Throwable =>
        connection.close()
        throw failed

  private[projection] def using[A](connect: () => Connection)(body: Connection => A): A =
    val connection = opened(connect)
    try
      connection.setAutoCommit(false)
      val result =
        try body(connection)
        catch
          case failed: Throwable =>
            try connection.rollback()
            catch case NonFatal(more) => failed.addSuppressed(more)
            throw failed
      connection.commit()
      result
    finally
      try connection.setAutoCommit(true)
      catch case NonFatal(_) => ()
      connection.close()
