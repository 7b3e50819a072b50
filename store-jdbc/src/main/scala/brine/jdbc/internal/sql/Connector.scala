package brine.jdbc.internal.sql

import brine.jdbc.JdbcSettings
import brine.jdbc.internal.flight.ConnectEvent
import java.sql.{SQLException, SQLTransientConnectionException}
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{CountDownLatch, Semaphore, TimeUnit}
import javax.sql.DataSource

/** Opens the connections of a log, each within a limit of time, whatever the DataSource does. Thread-safe.
  *
  * JDBC has no such limit for a DataSource. So a daemon thread of its own asks for each connection. If none comes in
  * time, who waits gets an error, the thread is interrupted, and a connection that comes later is closed. A driver that
  * never answers keeps its thread, so there are only as many threads as the log may have connections.
  */
private[jdbc] final class Connector(source: DataSource, settings: JdbcSettings, name: String):
  import Connector.Attempt

  private val limit = settings.connectTimeout.toNanos
  private val room  = Semaphore(settings.connections)

  // When the DataSource was found not to answer the last time.
  @volatile private var lateAt: Option[Long] = None

  /** Opens a connection.
    *
    * @param dialect
    *   what prepares it, if that is known
    * @param since
    *   when it was asked for, as `System.nanoTime`. Who has waited for others gets their error, and does not wait as
    *   long once more
    * @throws java.sql.SQLException
    *   if there is none, or none in time
    */
  def connect(dialect: Option[Dialect], since: Long = System.nanoTime): Session =
    val event = ConnectEvent()
    event.begin()
    try connected(dialect, since)
    catch
      case failed: Throwable =>
        event.problem = failed.getMessage
        throw failed
    finally
      event.log = name
      event.commit()

  private def connected(dialect: Option[Dialect], since: Long): Session =
    if lateAt.exists(_ - since > 0) then throw failure
    val until = System.nanoTime + limit
    if !acquired(until) then throw late()
    val attempt = Attempt(() => Database.connect(source, settings, dialect))
    val thread  = Thread(
      () =>
        try attempt.run()
        finally room.release(),
      s"brine-jdbc-connect-$name"
    )
    thread.setDaemon(true)
    try thread.start()
    catch
      case failed: Throwable =>
        room.release()
        throw failed
    Database.waitFor(attempt.done, until - System.nanoTime)
    attempt.result match
      case Some(Right(session)) => session
      case Some(Left(failed))   => throw failed
      case None                 =>
        thread.interrupt()
        throw late()

  private def late(): SQLException =
    lateAt = Some(System.nanoTime)
    failure

  private def failure: SQLException =
    SQLTransientConnectionException(
      s"no connection came within ${settings.connectTimeout.toMillis} ms (JdbcSettings.connectTimeout): the database " +
        s"does not answer, or the pool has fewer connections than JdbcSettings.connections, ${settings.connections}",
      "08001"
    )

  private def acquired(until: Long): Boolean =
    var wasInterrupted = false
    var result         = Option.empty[Boolean]
    while result.isEmpty do
      try result = Some(room.tryAcquire(until - System.nanoTime, TimeUnit.NANOSECONDS))
      catch case _: InterruptedException => wasInterrupted = true
    if wasInterrupted then Thread.currentThread.interrupt()
    result.get

private[jdbc] object Connector:
  /** One connection that is being opened, by a thread for another one. */
  private final class Attempt(open: () => Session):
    private val outcome = AtomicReference[Option[Either[Throwable, Session]] | Null](null)

    val done: CountDownLatch = CountDownLatch(1)

    def run(): Unit =
      val opened =
        try Right(open())
        catch case failed: Throwable => Left(failed)
      if !outcome.compareAndSet(null, Some(opened)) then
        // Nobody waits for it. An interrupt is for opening, not for closing.
        Thread.interrupted(): Unit
        opened.foreach(_.close())
      done.countDown()

    /** The result; None if there is none yet: from now on nobody waits for it. */
    def result: Option[Either[Throwable, Session]] =
      outcome.compareAndSet(null, None): Unit
      outcome.get match
        case null  => None
        case known => known
