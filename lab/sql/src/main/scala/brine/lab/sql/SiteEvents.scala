package brine.lab.sql

import java.sql.PreparedStatement
import java.util.function.Consumer

import brine.lab.peer.EventLog
import brine.lab.peer.LogStore.Level

/** The published table: a key of 16 bytes, a time, a type, and the bytes of the event. Ids rise with time, so that a
  * row goes to the end of the table and the order of the keys is that of the events. Safe from any thread.
  */
private final class SiteEvents(database: Database, table: String, level: Level) extends EventLog:
  private val sessions = Sessions(database, level)
  private val ids      = TimeOrderedIds()
  private val insert   = s"INSERT INTO $table (id, timestamp, event_type, event_digest) VALUES (?, ?, ?, ?)"
  create()

  def append(event: Array[Byte]): Unit = sessions.using: session =>
    val statement = session.statement(insert)
    fill(statement, event)
    statement.executeUpdate(): Unit

  def appendAll(events: Array[Array[Byte]]): Unit = sessions.using: session =>
    session.together:
      val statement = session.statement(insert)
      for event <- events do
        fill(statement, event)
        statement.addBatch()
      statement.executeBatch(): Unit

  private def fill(statement: PreparedStatement, event: Array[Byte]): Unit =
    statement.setBytes(1, ids.next())
    statement.setLong(2, System.currentTimeMillis)
    statement.setInt(3, 1)
    statement.setBytes(4, event)

  override def largestBatch: Int = 1000

  def bytes: Long = sessions.using(session => database.bytes(session.connection, table))

  def read(each: Consumer[Array[Byte]]): Unit = sessions.using: session =>
    // With a transaction open, drivers fetch a part of the rows at a time.
    session.connection.setAutoCommit(false)
    val statement = session.connection.createStatement()
    try
      statement.setFetchSize(1000)
      val rows = statement.executeQuery(s"SELECT event_digest FROM $table ORDER BY id")
      while rows.next() do each.accept(rows.getBytes(1))
    finally
      statement.close()
      session.connection.setAutoCommit(true)

  def close(): Unit = sessions.close()

  private def create(): Unit = sessions.using: session =>
    val types = database.types
    val _     = session.connection
      .createStatement()
      .executeUpdate(
        s"CREATE TABLE IF NOT EXISTS $table (id ${types.key} PRIMARY KEY, timestamp ${types.long}, event_type ${types.int}, event_digest ${types.bytes})"
      )
