package brine.jdbc.rates

import java.sql.{Connection, PreparedStatement, ResultSet}
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}
import scala.collection.mutable
import scala.util.Using

/** What a program writes by hand that appends events to one table from several processes: numbers without gaps, in the
  * order of commits. One transaction takes the next numbers from a row that it locks, and inserts a batch. It knows no
  * streams, versions or schemas.
  */
private[rates] final class BareLog(connection: Connection, database: BareLog.Kind) extends AutoCloseable:
  private val take: PreparedStatement = connection.prepareStatement(database match
    case BareLog.Kind.Mariadb => "update bare_head set seq = last_insert_id(seq + ?)"
    case _                    => "update bare_head set seq = seq + ? returning seq")
  private lazy val taken = connection.prepareStatement("select last_insert_id()")
  private val insert     = connection.prepareStatement("insert into bare_events (seq, bytes) values (?, ?)")
  connection.setAutoCommit(false)

  /** Appends the events, durably, and returns the number of the last one. */
  def append(events: Iterable[Array[Byte]]): Long =
    take.setInt(1, events.size)
    val last = database match
      case BareLog.Kind.Mariadb =>
        take.executeUpdate(): Unit
        Using.resource(taken.executeQuery())(BareLog.number)
      case _ => Using.resource(take.executeQuery())(BareLog.number)
    var next = last - events.size
    for event <- events do
      next += 1
      insert.setLong(1, next)
      insert.setBytes(2, event)
      insert.addBatch()
    insert.executeBatch(): Unit
    connection.commit()
    last

  def close(): Unit = connection.close()

private[rates] object BareLog:
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
    private final class Waiting(val event: Array[Byte]):
      val done = CountDownLatch(1)

    private val queue           = LinkedBlockingQueue[Waiting](1 << 14)
    @volatile private var fails = Option.empty[Throwable]
    private val thread          = Thread.ofPlatform.daemon.start(() => run())

    /** Waits until the event is durable. */
    def append(event: Array[Byte]): Unit =
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
