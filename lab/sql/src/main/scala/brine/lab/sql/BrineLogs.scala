package brine.lab.sql

import java.util.{List as JList, Locale, Set as JSet}
import scala.jdk.CollectionConverters.*

import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.{ExpectedVersion, JournalException}
import brine.lab.peer.{EventLog, IntegerLog, LogStore}
import brine.lab.peer.LogStore.Level

/** This project's logs in a database, each with tables of its own, with the defaults of the store. Thread-safe. */
final class BrineLogs(database: Database) extends AutoCloseable:
  private val source = DatabaseSource(database)
  private val tables =
    List("snapshot", "state", "deletion", "event_tag", "event", "schema", "name", "head", "layout")

  private def prefix(name: String) = s"brine_${name.toLowerCase(Locale.ROOT)}_"

  /** Opens a log, or creates it. */
  def open(name: String): JdbcEventLog =
    JdbcEventLog.open(source, JdbcSettings.defaults.withPrefix(prefix(name)))

  /** Bytes of the tables of events and tags, with their indexes. */
  def bytes(name: String): Long =
    connected: connection =>
      List("event", "event_tag").map(table => database.bytes(connection, prefix(name) + table)).sum

  /** Deletes a closed log. */
  def drop(name: String): Unit =
    connected: connection =>
      for table <- tables do
        connection.createStatement().executeUpdate(s"DROP TABLE IF EXISTS ${prefix(name)}$table"): Unit

  private def connected[A](body: java.sql.Connection => A): A =
    val connection = database.connect(Level.DISK)
    try body(connection)
    finally connection.close()

  def close(): Unit = database.close()

/** The rows of [[BrineLogs]] in study `log`. Every level is durable. */
final class BrineLogStore(database: Database) extends LogStore:
  private val logs = BrineLogs(database)

  def events(name: String, level: Level): EventLog = BrineLogEvents(logs, name)

  def integers(name: String): IntegerLog = BrineLogIntegers(logs, name)

  def drop(name: String): Unit = logs.drop(name)

  def close(): Unit = logs.close()

object BrineLogStore:
  /** The cases of its rows: appends that are durable. Every level of this store is. */
  val cases: JSet[String] =
    JSet.of("callers-1", "callers-16", "callers-256", "batch-100", "in-flight-1024", "overhead")

/** Arrays of Integers as events of one stream, through the codec. */
private final class BrineLogIntegers(logs: BrineLogs, name: String) extends IntegerLog:
  private val log = logs.open(name)

  def append(values: Array[Integer]): Unit =
    log.append("integers", ExpectedVersion.Any, List(values.map(_.intValue))).await() match
      case Right(_)    => ()
      case Left(error) => throw JournalException(error)

  def bytes: Long = logs.bytes(name)

  def read(): JList[Array[Integer]] = log.readAll[Array[Int]]().toVector match
    case Right(records) => records.map(_.value.map(Integer.valueOf)).asJava
    case Left(error)    => throw JournalException(error)

  def close(): Unit = log.close()
