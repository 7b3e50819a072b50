package brine.jdbc.rates

import brine.journal.Micros

import java.sql.{Connection, PreparedStatement, ResultSet}
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.collection.mutable
import scala.util.Using

/** What a program writes by hand that appends events to one table from several processes: numbers without gaps, in the
  * order of commits. One transaction takes the next numbers from a row that it locks, and inserts a batch.
  */
private[rates] final class BareLog(connection: Connection, database: BareLog.Kind, layout: BareLog.Layout)
    extends AutoCloseable:
  private val take: PreparedStatement = connection.prepareStatement(database match
    case BareLog.Kind.Mariadb => s"update ${layout.head} = last_insert_id(${layout.next} + ?)"
    case _                    => s"update ${layout.head} = ${layout.next} + ? returning ${layout.next}")
  private lazy val taken = connection.prepareStatement("select last_insert_id()")
  private val insert     = connection.prepareStatement(layout.insert)
  connection.setAutoCommit(false)

  /** Appends the events, durably, and returns the number of the last one. */
  def append(events: Iterable[BareLog.Event]): Long =
    take.setInt(1, events.size)
    val last = layout.last:
      database match
        case BareLog.Kind.Mariadb =>
          take.executeUpdate(): Unit
          Using.resource(taken.executeQuery())(BareLog.number)
        case _ => Using.resource(take.executeQuery())(BareLog.number)
    var next = last - events.size
    for event <- events do
      next += 1
      layout.bind(insert, next, event)
      insert.addBatch()
    insert.executeBatch(): Unit
    connection.commit()
    last

  def close(): Unit = connection.close()

private[rates] object BareLog:
  /** @param version
    *   the number of the event in its stream, from one
    */
  final case class Event(stream: Long, version: Long, bytes: Array[Byte])

  /** Which columns and indexes an event has. */
  enum Layout:
    /** Its number and its bytes. The program knows no streams, versions or schemas. */
    case Small

    /** The tables of Brine: the same rows in the same indexes. But versions and schemas are not checked. */
    case Whole(prefix: String)

    /** The row with the number of the last event: an update, up to the column. */
    def head: String = this match
      case Small         => "bare_head set seq"
      case Whole(prefix) => s"${prefix}head set next_seq"

    def next: String = this match
      case Small    => "seq"
      case Whole(_) => "next_seq"

    /** The number of the last event, of the value of that column. */
    def last(next: Long): Long = this match
      case Small    => next
      case Whole(_) => next - 1

    def insert: String = this match
      case Small         => "insert into bare_events (seq, bytes) values (?, ?)"
      case Whole(prefix) =>
        s"insert into ${prefix}event (seq, stream, version, category, micros, schema_id, size, payload) " +
          "values (?, ?, ?, ?, ?, ?, ?, ?)"

    def bind(insert: PreparedStatement, number: Long, event: Event): Unit =
      insert.setLong(1, number)
      this match
        case Small    => insert.setBytes(2, event.bytes)
        case Whole(_) =>
          insert.setLong(2, event.stream)
          insert.setLong(3, event.version)
          insert.setLong(4, 1)
          insert.setLong(5, Micros.of(java.time.Instant.now))
          insert.setLong(6, 1)
          insert.setInt(7, event.bytes.length)
          insert.setBytes(8, event.bytes)

  /** @param batching
    *   what makes the driver send a batch as one statement
    */
  enum Kind(val batching: String):
    case Sqlite     extends Kind("")
    case Postgresql extends Kind("&reWriteBatchedInserts=true")
    case Mariadb    extends Kind("&useBulkStmts=true")

  object Kind:
    def of(url: String): Kind = Kind.values.find(kind => url.startsWith(s"jdbc:${kind.toString.toLowerCase}:")).get

  def createTables(connection: Connection, kind: Kind): Unit =
    val bytes = kind match
      case Kind.Sqlite     => "blob"
      case Kind.Postgresql => "bytea"
      case Kind.Mariadb    => "mediumblob"
    Using.resource(connection.createStatement()): statement =>
      statement.execute("create table bare_head (seq bigint not null)"): Unit
      statement.execute("insert into bare_head values (0)"): Unit
      statement.execute(s"create table bare_events (seq bigint not null primary key, bytes $bytes not null)"): Unit

  private def number(rows: ResultSet): Long =
    rows.next(): Unit
    rows.getLong(1)

  /** Lets many threads share a log: one thread commits what waits, in a transaction. */
  final class Shared(log: BareLog) extends AutoCloseable:
    private final class Waiting(val event: Event):
      val done = CountDownLatch(1)

    private val queue           = LinkedBlockingQueue[Waiting](1 << 14)
    @volatile private var fails = Option.empty[Throwable]
    private val thread          = Thread.ofPlatform.daemon.start(() => run())

    /** Waits until the event is durable. */
    def append(event: Event): Unit =
      val own = Waiting(event)
      queue.put(own)
      own.done.await()
      fails.foreach(failure => throw IllegalStateException("the bare log failed", failure))

    private def run(): Unit =
      val group = java.util.ArrayList[Waiting]()
      try
        while true do
          group.add(queue.take())
          queue.drainTo(group, 999): Unit
          val all = mutable.ArrayBuffer[Waiting]()
          group.forEach(all += _)
          group.clear()
          try log.append(all.map(_.event)): Unit
          catch case failure: java.sql.SQLException => fails = Some(failure)
          all.foreach(_.done.countDown())
      catch case _: InterruptedException => ()

    def close(): Unit =
      thread.interrupt()
      thread.join()
      log.close()
