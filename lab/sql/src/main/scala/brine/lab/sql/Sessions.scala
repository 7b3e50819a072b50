package brine.lab.sql

import java.sql.{Connection, PreparedStatement}
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.atomic.AtomicInteger
import scala.collection.mutable

import brine.lab.peer.LogStore.Level

/** Connections that callers share. Safe from any thread. */
private final class Sessions(database: Database, level: Level) extends AutoCloseable:
  private val idle   = LinkedBlockingQueue[Sessions.Session]()
  private val opened = AtomicInteger()

  /** Works with a connection that nobody else uses meanwhile; waits for one if all are in use. */
  def using[A](work: Sessions.Session => A): A =
    val session = take()
    try work(session)
    finally idle.put(session)

  private def take(): Sessions.Session =
    val free = idle.poll()
    if free != null then free
    else if opened.incrementAndGet() <= database.connections then Sessions.Session(database.connect(level))
    else idle.take()

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
