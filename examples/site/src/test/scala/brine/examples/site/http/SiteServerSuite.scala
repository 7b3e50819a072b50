package brine.examples.site.http

import brine.examples.site.TestService
import brine.entity.{EntityError, EntityException}
import java.util.UUID
import scala.util.Using

/** What clients are told of failures. */
class SiteServerSuite extends munit.FunSuite:
  test("a database of the views that fails is a part that does not work now, and clients are not told its secrets"):
    TestService.use(): running =>
      running.client.create("Shop"): Unit
      Using.resource(running.store.connect()): connection =>
        connection.setAutoCommit(true)
        connection.createStatement().execute("drop table site_list_1"): Unit
        connection.createStatement().execute("drop table site_statistics_1"): Unit
      for path <- List("/api/sites", "/api/statistics") do
        val answer = running.client.get(path).require(503)
        assertEquals(answer.header("Retry-After"), Some("5"))
        assertEquals(answer.header("Content-Type"), Some("application/json"))
        assertEquals(answer.body("error").str, "unavailable")
        assert(!answer.response.body.contains("site_"), answer.response.body)

  test("a log that cannot be written or read now is a part that does not work now; other failures tell nothing"):
    val closed = brine.journal.ReadError.Closed
    val found  = List(
      EntityError.Unavailable("e", closed),
      EntityError.HistoryUnavailable("e", closed),
      EntityError.ReplyUnavailable("e", UUID(1, 1), closed)
    ).map(error => SiteRoutes.isUnavailable(EntityException(error)))
    assertEquals(found, List(true, true, true))
    val failed = EntityException(EntityError.Failed("e", "c", "decide", IllegalStateException("secret")))
    assertEquals((SiteRoutes.isUnavailable(failed), SiteRoutes.problem(failed, isRead = false)), (false, None))

  test("a request of commands that was not answered can be sent again with its key; a read has no commands"):
    val late = EntityError.TimedOut("e", java.time.Duration.ofSeconds(1))
    for error <- List(late, EntityError.OutcomeUnknown("e", "its node is gone")) do
      def told(isRead: Boolean) = SiteRoutes.problem(EntityException(error), isRead).getOrElse(fail("nothing"))
      assertEquals((told(true).status, told(false).status), (504, 504))
      assert(told(false).body("message").str.contains("with the same key"))
      assert(!told(true).body("message").str.contains("commands"))

  test("the store is closed under the service: clients are told to come again"):
    TestService.use(): running =>
      val id = running.client.create("Shop")
      running.store.log.close()
      val answer = running.client.change(id, 5, """{"type":"PublishSite"}""").require(503)
      assert(answer.header("Retry-After").nonEmpty)
      assertEquals(answer.body("error").str, "unavailable")
