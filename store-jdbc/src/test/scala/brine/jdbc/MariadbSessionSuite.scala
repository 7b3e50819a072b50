package brine.jdbc

import brine.journal.*
import java.sql.Connection
import java.util.UUID
import scala.util.Using

/** What the sessions of MariaDB may be set to, by the URL, a pool or the server. */
class MariadbSessionSuite extends DatabaseSuite(() => TestDatabase.Mariadb()):
  private def url(setting: String) = s"${database.url}&sessionVariables=$setting"

  private def refusal(url: String): String =
    JdbcEventLog.tryOpen(UrlSource(url), database.fresh()) match
      case Left(error) => error.message
      case Right(log)  =>
        log.close()
        fail("it was opened")

  test("a limit of rows hides none of a log or a table, and connections go back with it"):
    def limit(one: Connection): String = Using.resource(one.createStatement()): statement =>
      Using.resource(statement.executeQuery("select @@sql_select_limit")): rows =>
        rows.next(): Unit
        rows.getString(1)
    val settings = database.fresh()
    Using.resource(KeptConnections(url("sql_select_limit=3"))): kept =>
      val log = JdbcEventLog.open(kept.source, settings)
      try
        val all = Vector.tabulate(40)(i => s"$i")
        all.foreach(one => log.append("a-1", ExpectedVersion.Any, Seq(one), tags = Set("t")): Unit)
        appended(log.append("b-1", "last"))
        assertEquals(texts(log), all :+ "last")
        for query <- Vector(Query.tagged("t"), Query.category("a"), Query.kinds("String") and Query.stream("a-1")) do
          assertEquals(ok(log.readQuery[String](query).toVector).map(_.value), all, s"$query")
        assertEquals(ok(log.read[String]("a-1").toVector).map(_.value), all)
        for i <- 1 to 9 do assert(log.snapshots.save(s"$i", Offset(i), "x").isRight)
        assertEquals(log.snapshots.names.size, 9)
      finally within(log.close())
      val table = EventTable.create(kept.source, s"${settings.prefix}rows")
      table.append(Vector.tabulate(20)(i => EventRow(UUID(1, i), i, 1, Array[Byte](1))))
      assertEquals(table.foreach()(_ => ()), 20L)
      eventually("all connections are given back")(kept.lent == 0)
      assertEquals(kept.all.map(limit).distinct, Vector("3"))

  test("a URL that names no database is refused with what to do"):
    val message = refusal(database.url.replace("/brine?", "/?"))
    for part <- Vector("no database is selected", "Name the database in the URL") do
      assert(message.contains(part), message)

  test("a session that takes no changes is refused with what to do, and so are the appends of one"):
    val readOnly = url("tx_read_only=1")
    assert(clue(refusal(readOnly)).contains("connect to the primary, and not read-only"))
    val settings = database.fresh()
    logs(1, settings): all =>
      appended(all.head.append("a", "first"))
      val log = JdbcEventLog.open(UrlSource(readOnly), settings)
      try
        val message = done(log.append("a", "second")).fold(_.message, found => fail(s"$found"))
        assert(clue(message).contains("connect to the primary, and not read-only"))
        assertEquals(texts(log), Vector("first"))
      finally within(log.close())
