package brine.jdbc

import java.net.UnknownHostException
import java.sql.SQLException

class JdbcFailureSuite extends munit.FunSuite:
  private def reason(message: String, causes: Throwable*): String =
    val all = SQLException(message) +: causes
    all.zip(all.drop(1)).foreach((one, cause) => one.initCause(cause))
    JdbcFailure.reason(all.head.asInstanceOf[SQLException])

  test("what is said in a cause alone is part of the reason, once and without a full stop"):
    assertEquals(reason("It failed."), "It failed")
    assertEquals(reason("It failed.", UnknownHostException("h")), "It failed: UnknownHostException: h")
    assertEquals(reason("no host h.", UnknownHostException("h")), "no host h")
    assertEquals(reason("It failed.", Exception(), Exception("why.")), "It failed: Exception: Exception: why")
    assertEquals(JdbcFailure.reason(SQLException(null: String)), "no reason given")

  test("causes that are a circle end"):
    val one   = SQLException("one")
    val other = SQLException("other", one)
    one.initCause(other)
    assert(clue(JdbcFailure.reason(one)).startsWith("one: SQLException: other"))
