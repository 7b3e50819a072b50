package brine.entity.projection.internal

import brine.entity.projection.TestDatabase
import java.sql.*

class SqlFailuresSuite extends munit.FunSuite:
  private val database = FunFixture[TestDatabase](_ => TestDatabase.Sqlite(), _.close())

  database.test("failures of the database, and others"): database =>
    database: connection =>
      def isOfDatabase(failed: Throwable) = SqlFailures.isOfDatabase(failed, connection)
      val ofDatabase                      = Vector(
        SQLException("gone", "08006"),
        SQLException("deadlock", "40P01"),
        SQLException("disk full", "53100"),
        SQLException("shutdown", "57P01"),
        SQLException("read-only", "25006"),
        SQLException("lock", "55P03"),
        SQLException("lock", "HYT00", 50200),
        SQLException("wait", "HY000", 1205),
        SQLException("busy", null, 5),
        SQLTransientConnectionException("pool"),
        SQLRecoverableException("again"),
        RuntimeException("wrapped", SQLException("gone", "08006"))
      )
      ofDatabase.foreach(failed => assert(isOfDatabase(failed), failed))
      val ofRecords = Vector(
        SQLException("unique", "23505"),
        SQLException("syntax", "42601"),
        SQLException("general", "HY000", 1364),
        SQLException("constraint", null, 19),
        IllegalStateException("a bug")
      )
      ofRecords.foreach(failed => assert(!isOfDatabase(failed), failed))
      val batch = BatchUpdateException("batch", "42000", scala.Array.empty[Int])
      batch.setNextException(SQLException("deadlock", "40001"))
      assert(isOfDatabase(batch))

  database.test("whatever fails on a connection that is closed is of the database"): database =>
    val connection = database.connect()
    connection.close()
    assert(SqlFailures.isOfDatabase(IllegalStateException("a consequence"), connection))

  test("causes that go round end"):
    val one = RuntimeException("one")
    one.initCause(RuntimeException("two", one)): Unit
    val database = TestDatabase.Sqlite()
    try database(connection => assert(!SqlFailures.isOfDatabase(one, connection)))
    finally database.close()

  database.test("a failure that says nothing of itself is not of the database"): database =>
    database: connection =>
      val silent = new RuntimeException:
        override def getCause: Throwable = throw IllegalStateException("getCause")
      assert(!SqlFailures.isOfDatabase(silent, connection))

  database.test("what a commit finds wrong with the records is of them, if it is certain"): database =>
    database: connection =>
      def isOfRecords(failed: SQLException) = SqlFailures.isOfRecords(failed, connection)
      assert(isOfRecords(SQLException("deferred", "23503")))
      assert(isOfRecords(SQLIntegrityConstraintViolationException("deferred", "23000")))
      assert(isOfRecords(SQLException("raised by a trigger", "P0001")))
      assert(isOfRecords(SQLException("aborted before", "25P02")))
      assert(isOfRecords(SQLException("a constraint of SQLite", null, 787)))
      assert(!isOfRecords(SQLException("gone", "08006")))
      assert(!isOfRecords(SQLException("conflict", "40001")))
      assert(!isOfRecords(SQLException("internal", "XX000")))
      assert(!isOfRecords(SQLException("general", "HY000", 1180)))
      assert(!isOfRecords(SQLException("nothing known")))
      connection.close()
      assert(!isOfRecords(SQLException("deferred", "23503")))
