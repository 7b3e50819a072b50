package brine.entity.projection.internal

import brine.entity.projection.{ProjectionVersion, SetAside, TestDatabase}
import brine.journal.Offset

class SqlTablesSuite extends munit.FunSuite:
  private def each(name: String)(body: TestDatabase => Unit): Unit =
    for (of, open) <- Seq[(String, () => TestDatabase)](
        "SQLite"     -> (() => TestDatabase.Sqlite()),
        "PostgreSQL" -> (() => TestDatabase.Postgresql()),
        "MariaDB"    -> (() => TestDatabase.Mariadb())
      )
    do
      test(s"$name, in $of"):
        val database = open()
        try body(database)
        finally database.close()

  each("claims, positions and records set aside, by version"): database =>
    database: connection =>
      SqlTables.create(connection)
      SqlTables.create(connection)
      assertEquals(SqlTables.read(connection, "a", 1), None)
      assertEquals(SqlTables.claim(connection, "a", 1), 1L)
      assertEquals(SqlTables.claim(connection, "a", 1), 2L)
      assertEquals(SqlTables.claim(connection, "a", 2), 1L)
      assert(!SqlTables.move(connection, "a", 1, 1, Offset(5)))
      assert(SqlTables.move(connection, "a", 1, 2, Offset(Long.MaxValue)))
      // The same once more, which some drivers do not count as a change.
      assert(SqlTables.move(connection, "a", 1, 2, Offset(Long.MaxValue)))
      assert(SqlTables.lock(connection, "a", 1, 2))
      assert(!SqlTables.lock(connection, "a", 1, 1))
      assert(!SqlTables.reachEnd(connection, "a", 2, 7, Offset(9)))
      assert(SqlTables.reachEnd(connection, "a", 2, 1, Offset(9)))
      assertEquals(
        SqlTables.versions(connection, "a"),
        Vector(
          ProjectionVersion(1, Offset(Long.MaxValue), hasCaughtUp = false),
          ProjectionVersion(2, Offset(9), hasCaughtUp = true)
        )
      )
      val aside = Vector(
        SetAside("k " + "ä" * 1000, Offset(3), "reason\n𝄞"),
        SetAside("K ", Offset(4), ""),
        SetAside("k ", Offset(Long.MaxValue), "x" * 500)
      )
      SqlTables.setAside(connection, "a", 1, aside)
      SqlTables.setAside(connection, "a", 2, aside.take(1))
      assertEquals(SqlTables.readAside(connection, "a", 1), aside)
      SqlTables.forgetAside(connection, "a", 1, aside.take(2))
      assertEquals(SqlTables.readAside(connection, "a", 1), aside.drop(2))
      SqlTables.forget(connection, "a", 1)
      assertEquals(SqlTables.readAside(connection, "a", 1), Vector.empty)
      assertEquals(SqlTables.read(connection, "a", 1), None)
      assertEquals(SqlTables.readAside(connection, "a", 2), aside.take(1))
