package brine.jdbc

import brine.journal.*
import java.time.Duration
import java.util.concurrent.{CountDownLatch, TimeUnit}
import java.util.concurrent.atomic.AtomicInteger
import scala.util.Using

/** A limit of the time of statements, while another transaction holds the head: it says nothing of an append, so a
  * group is not taken apart to find the one that takes too long.
  *
  * @param limit
  *   parameters of a URL
  * @param words
  *   what the error names
  */
abstract class SlowStatements(make: () => TestDatabase, limit: String, words: String) extends DatabaseSuite(make):
  test("appends that wait for a lock longer than a statement may take fail together"):
    val settings = database.fresh().withRetryFor(Duration.ZERO)
    Using.resource(KeptConnections(s"${database.url}&$limit")): kept =>
      val log = JdbcEventLog.open(kept.source, settings)
      try
        appended(log.append("a", "first"))
        val (entered, gate, tries) = (CountDownLatch(1), CountDownLatch(1), AtomicInteger())
        Using.resource(database.connect()): holder =>
          holder.setAutoCommit(false)
          holder.createStatement().executeQuery(s"select * from ${settings.prefix}head where id = 1 for update"): Unit
          kept.atStatement = (sql, _) =>
            if sql.contains(s"update ${settings.prefix}head") || sql.endsWith("for update") then
              entered.countDown()
              gate.await(patience.toNanos, TimeUnit.NANOSECONDS): Unit
              tries.incrementAndGet(): Unit
          val alone = log.append("a", "alone")
          assert(entered.await(patience.toNanos, TimeUnit.NANOSECONDS))
          val group = Vector.tabulate(16)(i => log.append("a", s"$i"))
          gate.countDown()
          for one <- alone +: group do
            done(one) match
              case Left(error: AppendError.Unreadable) => assert(error.message.contains(words), error.message)
              case other                               => fail(s"$other")
          assertEquals(tries.get, 2)
          holder.rollback()
        kept.atStatement = (_, _) => ()
        appended(log.append("a", ExpectedVersion(1), Seq("last")))
        assertEquals(texts(log), Vector("first", "last"))
      finally within(log.close())

  test("an append goes on once the lock is free, if it may be tried again"):
    val settings = database.fresh().withRetryFor(Duration.ofMinutes(2))
    val log      = JdbcEventLog.open(UrlSource(s"${database.url}&$limit"), settings)
    try
      appended(log.append("a", "first"))
      val waits = Using.resource(database.connect()): holder =>
        holder.setAutoCommit(false)
        holder.createStatement().executeQuery(s"select * from ${settings.prefix}head where id = 1 for update"): Unit
        val append = log.append("a", ExpectedVersion(1), Seq("second"))
        holder.rollback()
        append
      appended(waits)
      assertEquals(texts(log), Vector("first", "second"))
    finally within(log.close())

/** On PostgreSQL. */
class PostgresqlSlowStatementSuite
    extends SlowStatements(
      () => TestDatabase.Postgresql(),
      "options=-c%20statement_timeout=300",
      "longer than statement_timeout allows"
    )

/** On MariaDB. */
class MariadbSlowStatementSuite
    extends SlowStatements(
      () => TestDatabase.Mariadb(),
      "sessionVariables=max_statement_time=0.3",
      "longer than max_statement_time allows"
    )
