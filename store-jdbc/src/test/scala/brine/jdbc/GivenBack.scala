package brine.jdbc

import brine.journal.*
import java.sql.Connection
import java.time.Duration
import java.util.UUID
import scala.util.Using

/** The DataSource gets its connections back as it gave them, and without a transaction: others use them next. */
abstract class GivenBack(make: () => TestDatabase) extends DatabaseSuite(make):
  private def state(one: Connection) = (one.getAutoCommit, one.getTransactionIsolation, one.getNetworkTimeout)

  test("connections have the settings that the program gave them, whatever they were used for"):
    val settings                       = database.fresh()
    def prepare(one: Connection): Unit =
      one.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE)
      one.setNetworkTimeout(task => task.run(), 123_456)
      one.setAutoCommit(false)
    Using.resource(KeptConnections(database.url, prepare)): kept =>
      val log = JdbcEventLog.open(kept.source, settings)
      try
        for i <- 1 to 3 do appended(log.append("a-1", ExpectedVersion.Any, Seq(s"$i"), tags = Set("t")))
        assertEquals(texts(log), Vector("1", "2", "3"))
        assert(log.states.save("k", Offset(1), "state").get.isRight)
        assert(log.snapshots.save("k", Offset(1), "state").isRight)
        assertEquals(log.version("a-1"), Right(3L))
        log.subscribe[String](Offset.Begin)(_ => ()).close()
      finally within(log.close())
      assert(JdbcReplica.fence(kept.source, settings).isRight)
      val table = EventTable.create(kept.source, s"${settings.prefix}rows")
      table.append(Seq(EventRow(UUID(1, 1), 1, 1, Array[Byte](1))))
      assertEquals(table.foreach()(_ => ()), 1L)
      eventually("all connections are given back")(kept.lent == 0)
      val want = database.apply: one =>
        prepare(one)
        state(one)
      kept.all.foreach(one => assertEquals(state(one), want))

  test("an append that fails by a mistake leaves nothing half-done to whoever gets its connection next"):
    val settings = database.fresh().withRetryFor(Duration.ofMillis(20))
    Using.resource(KeptConnections(database.url)): kept =>
      val log = JdbcEventLog.open(kept.source, settings)
      try
        appended(log.append("s", "first"))
        // After the statements that change the head and insert the event, if these are several.
        kept.atStatement = (sql, _) =>
          if sql.contains("insert into") && sql.contains("_event_tag") then throw IllegalStateException("on purpose")
        assert(done(log.append("s", ExpectedVersion.Any, Seq("second"), tags = Set("t"))).isLeft)
        kept.atStatement = (_, _) => ()
        assertEquals(log.durable, Offset(1))
        appended(log.append("s", ExpectedVersion(1), Seq("third"), tags = Set("t")))
        logs(1, settings): all =>
          assertEquals(texts(all.head), Vector("first", "third"))
          assertEquals(ok(all.head.readTagged[String]("t").toVector).map(_.offset), Vector(Offset(2)))
      finally within(log.close())

/** On SQLite. */
class SqliteGivenBackSuite extends GivenBack(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlGivenBackSuite extends GivenBack(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbGivenBackSuite extends GivenBack(() => TestDatabase.Mariadb())
