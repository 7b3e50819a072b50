package brine.entity.projection.internal

import brine.entity.projection.TestDatabase
import java.sql.{Connection, SQLException}

class LentConnectionSuite extends munit.FunSuite:
  private val database = FunFixture[TestDatabase](_ => TestDatabase.Sqlite(), _.close())

  database.test("it does what the connection does, but end the transaction"): database =>
    database: connection =>
      connection.setAutoCommit(false)
      val lent                                       = LentConnection.of(connection, "the test")
      def refused(name: String)(call: => Unit): Unit =
        val failed = intercept[SQLException](call)
        assertEquals(
          failed.getMessage,
          s"the function of the test must not call $name: the projection ends the transaction"
        )
      refused("commit")(lent.commit())
      refused("rollback")(lent.rollback())
      refused("setAutoCommit")(lent.setAutoCommit(true))
      refused("close")(lent.close())
      lent.createStatement().execute("create table one (n integer)"): Unit
      val before = lent.setSavepoint()
      lent.createStatement().execute("insert into one values (1)"): Unit
      lent.rollback(before)
      val rows = lent.createStatement().executeQuery("select count(*) from one")
      assert(rows.next())
      assertEquals(rows.getInt(1), 0)
      assert(lent.isWrapperFor(classOf[Connection]) || !lent.isClosed)
      // The failure itself, not one of reflection.
      val failed = intercept[SQLException](lent.prepareStatement("no SQL"))
      assert(failed.getMessage.contains("syntax error"), failed)
