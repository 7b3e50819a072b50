package brine.jdbc.internal.sql

import brine.jdbc.{JdbcFailure, JdbcSettings}
import brine.journal.{JournalException, ReadError}
import java.sql.{Connection, SQLException}
import java.util.concurrent.{CountDownLatch, TimeUnit}
import javax.sql.DataSource

/** The database of a log: opens connections, runs what reads and what may be repeated. Thread-safe.
  *
  * @param name
  *   what messages call the log
  */
private[jdbc] final class Database(
    source: DataSource,
    val dialect: Dialect,
    val tables: Tables,
    val name: String,
    val settings: JdbcSettings
):
  val failures: Failures = Failures(dialect)

  private val closing   = CountDownLatch(1)
  private val connector = Connector(source, settings, name)
  private val threads   =
    DatabaseThreads(name, settings.connections - 1, since => connector.connect(Some(dialect), since))

  @volatile private var lost: Option[JdbcFailure] = None

  /** Opens a connection, within the limit of the settings. */
  def connect(): Session = connector.connect(Some(dialect))

  /** Runs a body on a connection, on another thread: what reads, or can be repeated. Tries again while that may help.
    *
    * @param mayPass
    *   for which failures that is so, besides those that are for every body
    * @throws JdbcFailure
    *   if the database refuses
    */
  def call[A](body: Session => A, mayPass: SQLException => Boolean = _ => false): A =
    val until  = System.nanoTime + settings.retryFor.toNanos
    var pause  = Database.FirstPauseNanos
    var result = attempt(body, mayPass)
    while result.left.exists(_.mayPass) && System.nanoTime - until < 0 && !isClosing do
      waitFor(pause)
      pause = math.min(pause * 2, Database.LongestPauseNanos)
      result = attempt(body, mayPass)
    result.fold(refused => throw refused.failure, identity)

  /** Runs a body on a connection, as [[call]] does, but tries it once.
    *
    * @throws JdbcFailure
    *   if the database refuses
    */
  def attemptOnce[A](body: Session => A): A =
    attempt(body, _ => false).fold(refused => throw refused.failure, identity)

  /** Runs a body that writes what was accepted, as [[call]] does. While the log closes, and the database has been found
    * not to answer, it fails at once: otherwise each of many would wait as long as the first.
    *
    * @throws JdbcFailure
    *   if the database refuses
    */
  def write[A](body: Session => A): A =
    lostWhileClosing.foreach(throw _)
    call(body)

  /** Why the database could not be reached while the log closes, if that is so. */
  def lostWhileClosing: Option[JdbcFailure] = lost

  /** Tells of a failure, for [[lostWhileClosing]]. */
  def failed(failure: JdbcFailure, cause: SQLException): Unit =
    if isClosing && failures.isOfConnection(cause) then lost = Some(failure)

  private def attempt[A](body: Session => A, mayPass: SQLException => Boolean): Either[Database.Refused, A] =
    var table = ""
    try
      threads.call: session =>
        session.table = ""
        try Right(body(session))
        finally table = session.table
    catch
      case refused: SQLException =>
        val explained = failures.explained(refused, table)
        failed(explained, refused)
        Left(Database.Refused(explained, failures.isPassing(refused) || mayPass(refused)))

  /** Runs a body that reads for a caller.
    *
    * @throws JournalException
    *   with [[ReadError.Unavailable]] if the database refuses
    */
  def read[A](body: Session => A): A =
    try call(body)
    catch case failed: JdbcFailure => throw JournalException(ReadError.Unavailable(name, failed))

  /** Waits before something is tried again, unless the log is closed. An interrupt does not end it. */
  def waitFor(nanos: Long): Unit = Database.waitFor(closing, nanos)

  /** Whether the log is closing, so that nothing waits for another try. */
  def isClosing: Boolean = closing.getCount == 0

  /** Ends what waits to try again. */
  def beginClosing(): Unit = closing.countDown()

  /** Gives the connections back. Waits for those that are in use, at most as long as a call may take. */
  def close(): Unit = threads.close(settings.connectTimeout.plus(settings.networkTimeout).toNanos)

private[jdbc] object Database:
  private final class Refused(val failure: JdbcFailure, val mayPass: Boolean)

  final val FirstPauseNanos   = 2_000_000L
  final val LongestPauseNanos = 200_000_000L

  /** Waits for a latch, at most this long. An interrupt does not end it. */
  def waitFor(latch: CountDownLatch, nanos: Long): Unit =
    var wasInterrupted = false
    val until          = System.nanoTime + nanos
    var left           = nanos
    while left > 0 do
      try left = if latch.await(left, TimeUnit.NANOSECONDS) then 0 else until - System.nanoTime
      catch
        case _: InterruptedException =>
          wasInterrupted = true
          left = until - System.nanoTime
    if wasInterrupted then Thread.currentThread.interrupt()

  /** Opens a connection, however long that takes: see [[Connector]]. */
  def connect(source: DataSource, settings: JdbcSettings, dialect: Option[Dialect]): Session =
    val session = Session(connection(source), dialect)
    try
      session.borrowed.limit(settings.networkTimeout.toMillis.toInt)
      session.borrowed.commitEach()
      dialect.foreach(session.borrowed.prepare)
      session
    catch
      case failed: Throwable =>
        session.close()
        throw failed

  private def connection(source: DataSource): Connection =
    val connection =
      try source.getConnection
      catch
        // Pools, and sources that route between them, throw such, too: it is a connection that cannot be had.
        case failed: RuntimeException => throw SQLException(s"the DataSource has failed: $failed", "08001", failed)
    if connection == null then throw SQLException("the DataSource gave no connection", "08001")
    connection
