package brine.jdbc

import java.sql.Connection
import org.sqlite.ProgressHandler
import scala.util.Using

/** Counts what a database does for statements on one connection: rows and entries of indexes that it reads, in SQLite
  * steps of its machine. No time, so that it is the same on each machine.
  */
trait Reads:
  def of[A](connection: Connection)(body: => A): (Long, A)

object Reads:
  /** By the counters of the session for what is not reported yet. They do not change within a transaction otherwise. */
  def postgresql(prefix: String): Reads = new Reads:
    def of[A](connection: Connection)(body: => A): (Long, A) =
      connection.setAutoCommit(false)
      try
        val sql = "select sum(pg_stat_get_xact_tuples_returned(c.oid)) from pg_class c where " +
          s"c.relkind in ('r', 'i') and c.relname like '${prefix.replace("_", "\\_")}%'"
        val before = number(connection, sql)
        val result = body
        (number(connection, sql) - before, result)
      finally
        connection.rollback()
        connection.setAutoCommit(true)

  /** By the counters of the session. */
  object Mariadb extends Reads:
    def of[A](connection: Connection)(body: => A): (Long, A) =
      def now = Using.resource(connection.createStatement())(statement =>
        Using.resource(statement.executeQuery("show session status like 'Handler_read%'")): rows =>
          var sum = 0L
          while rows.next() do sum += rows.getLong(2)
          sum
      )
      val before = now
      val result = body
      (now - before, result)

  /** By its progress handler. */
  object Sqlite extends Reads:
    private final val Steps = 100

    def of[A](connection: Connection)(body: => A): (Long, A) =
      var count = 0L
      ProgressHandler.setHandler(
        connection,
        Steps,
        new ProgressHandler:
          override def progress(): Int =
            count += 1
            0
      )
      try
        val result = body
        (count * Steps, result)
      finally ProgressHandler.clearHandler(connection)

  private def number(connection: Connection, sql: String): Long =
    Using.resource(connection.createStatement())(statement =>
      Using.resource(statement.executeQuery(sql)): rows =>
        rows.next(): Unit
        rows.getLong(1)
    )
