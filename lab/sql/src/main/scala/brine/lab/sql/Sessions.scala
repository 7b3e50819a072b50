package brine.lab.sql

import java.sql.{Connection, PreparedStatement}
import java.util.concurrent.{LinkedBlockingQueue, Semaphore, TimeUnit}
import scala.collection.mutable

import brine.lab.peer.LogStore.Level

/** Connections that callers share. Safe from any thread. */
private final class Sessions(database: Database, level: Level) extends AutoCloseable:
  private val idle = LinkedBlockingQueue[Sessions.Session]()
  private val more = Semaphore(database.connections)

  /** Works with a connection that nobody else uses meanwhile; waits for one if all are in use. */
  def using[A](work: Sessions.Session => A): A =
    val session = take()
    try work(session)
    finally idle.put(session)

  private def take(): Sessions.Session =
    var session = idle.poll()
    while session == null do
      // One that could not be opened leaves its place to those that wait.
      if more.tryAcquire() then session = open() else session = idle.poll(100, TimeUnit.MILLISECONDS)
    session

  private def open(): Sessions.Session =
    try Sessions.Session(database.connect(level))
    catch
      case failed: Throwable =>
        more.release()
        throw failed

  def close(): Unit = idle.forEach(_.connection.close())

private object Sessions:
  /** A connection and its statements, used by one thread at a time. Commits after each statement, unless told
    * otherwise.
    */
  final class Session(val connection: Connection):
    private val statements = mutable.Map.empty[String, PreparedStatement]

    /** The statement of a text, prepared once. */
    def statement(sql: String): PreparedStatement = statements.getOrElseUpdate(sql, connection.prepareStatement(sql))

    /** Runs work in one transaction. */
    def together(work: => Unit): Unit =
      connection.setAutoCommit(false)
      try
        work
        connection.commit()
      finally connection.setAutoCommit(true)
