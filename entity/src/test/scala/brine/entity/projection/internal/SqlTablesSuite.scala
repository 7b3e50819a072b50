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
      val before = SqlTables.claim(connection, "a", 1)
      val epoch  = SqlTables.claim(connection, "a", 1)
      assertEquals(epoch, before + 1)
      val second = SqlTables.claim(connection, "a", 2)
      val last   = Offset(Long.MaxValue)
      assert(!SqlTables.move(connection, "a", 1, before, Offset.Begin, Offset(5)))
      assert(SqlTables.move(connection, "a", 1, epoch, Offset.Begin, last))
      // Not from where it is not.
      assert(!SqlTables.move(connection, "a", 1, epoch, Offset.Begin, last))
      assert(!SqlTables.move(connection, "a", 1, epoch, Offset(5), Offset(6)))
      // The same once more, which some drivers do not count as a change.
      assert(SqlTables.move(connection, "a", 1, epoch, last, last))
      assert(SqlTables.lock(connection, "a", 1, epoch, last))
      assert(!SqlTables.lock(connection, "a", 1, epoch, Offset(5)))
      assert(!SqlTables.lock(connection, "a", 1, before, last))
      assert(SqlTables.isAt(connection, "a", 1, epoch, last))
      assert(!SqlTables.isAt(connection, "a", 1, epoch, Offset(5)))
      assert(!SqlTables.reachEnd(connection, "a", 2, second + 7, Offset.Begin, Offset(9)))
      assert(!SqlTables.reachEnd(connection, "a", 2, second, Offset(5), Offset(9)))
      assert(SqlTables.reachEnd(connection, "a", 2, second, Offset.Begin, Offset(9)))
      assertEquals(
        SqlSlices.versions(connection, "a"),
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
      assert(SqlTables.isAside(connection, "a", 1, Offset(3)))
      SqlTables.forgetAside(connection, "a", 1, aside.take(2))
      assert(!SqlTables.isAside(connection, "a", 1, Offset(3)))
      assertEquals(SqlTables.readAside(connection, "a", 1), aside.drop(2))
      SqlTables.forget(connection, "a", 1)
      assertEquals(SqlTables.readAside(connection, "a", 1), Vector.empty)
      assertEquals(SqlTables.read(connection, "a", 1), None)
      // A runner of the version before must not take it for its own.
      assert(!(before to epoch).contains(SqlTables.claim(connection, "a", 1)))
      assertEquals(SqlTables.readAside(connection, "a", 2), aside.take(1))
