package brine.lab.sql

import java.sql.{Connection, PreparedStatement}
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.atomic.AtomicInteger
import java.util.function.Consumer

import brine.lab.peer.EventLog
import brine.lab.peer.LogStore.Level

/** The published table: a key of 16 bytes, a time, a type, and the bytes of the event. Ids rise with time, so that a
  * row goes to the end of the table and the order of the keys is that of the events. Safe from any thread.
  */
private final class SiteEvents(database: Database, table: String, level: Level) extends EventLog:
  private val idle   = LinkedBlockingQueue[SiteEvents.Session]()
  private val opened = AtomicInteger()
  private val ids    = TimeOrderedIds()
  create()

  def append(event: Array[Byte]): Unit = using(_.insert(ids, event))

  def appendAll(events: Array[Array[Byte]]): Unit = using(_.insertAll(ids, events))

  override def largestBatch: Int = 1000

  def bytes: Long = using(session => database.bytes(session.connection, table))

  def read(each: Consumer[Array[Byte]]): Unit = using: session =>
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

  def close(): Unit = idle.forEach(_.connection.close())

  private def create(): Unit = using: session =>
    val types = database.types
    val _     = session.connection
      .createStatement()
      .executeUpdate(
        s"CREATE TABLE IF NOT EXISTS $table (id ${types.key} PRIMARY KEY, timestamp ${types.long}, event_type ${types.int}, event_digest ${types.bytes})"
      )

  private def using[A](work: SiteEvents.Session => A): A =
    val session = take()
    try work(session)
    finally idle.put(session)

  private def take(): SiteEvents.Session =
    val free = idle.poll()
    if free != null then free
    else if opened.incrementAndGet() <= database.connections then SiteEvents.Session(database.connect(level), table)
    else idle.take()

private object SiteEvents:
  /** A connection and its statement, used by one thread at a time. Commits after each statement, unless told otherwise.
    */
  final class Session(val connection: Connection, table: String):
    private lazy val statement: PreparedStatement =
      connection.prepareStatement(s"INSERT INTO $table (id, timestamp, event_type, event_digest) VALUES (?, ?, ?, ?)")

    def insert(ids: TimeOrderedIds, event: Array[Byte]): Unit =
      fill(ids, event)
      val _ = statement.executeUpdate()

    def insertAll(ids: TimeOrderedIds, events: Array[Array[Byte]]): Unit =
      connection.setAutoCommit(false)
      try
        for event <- events do
          fill(ids, event)
          statement.addBatch()
        val _ = statement.executeBatch()
        connection.commit()
      finally connection.setAutoCommit(true)

    private def fill(ids: TimeOrderedIds, event: Array[Byte]): Unit =
      statement.setBytes(1, ids.next())
      statement.setLong(2, System.currentTimeMillis)
      statement.setInt(3, 1)
      statement.setBytes(4, event)
