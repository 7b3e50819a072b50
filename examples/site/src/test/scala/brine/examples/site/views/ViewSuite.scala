package brine.examples.site.views

import brine.examples.site.TestService
import brine.examples.site.http.Client
import brine.examples.site.model.{SiteChange, Sites}
import brine.examples.site.service.SiteService
import brine.journal.{Offset, Query}
import java.util.UUID
import scala.util.Using

class ViewSuite extends munit.FunSuite:
  private def listed(service: SiteService, seen: Offset) = service.search("", Long.MaxValue, 1000, seen)

  /** The rows that the events lead to. */
  private def expected(running: TestService): Set[ListedSite] =
    val records = running.store.log.readQuery[SiteChange](Query.category(Sites.name))
    records
      .foldLeft(Map.empty[String, ListedSite]): (rows, record) =>
        val id  = SiteService.siteOf(record)
        val old = rows.getOrElse(
          id,
          ListedSite(UUID.fromString(id), "", "", brine.examples.site.model.SiteType.Unknown, false, 0, 0, 0)
        )
        rows.updated(id, old.after(record))
      .fold(error => fail(error.message), _.values.toSet)

  test("a rebuilt view has the same rows, and is read while it is built"):
    TestService.use(): running =>
      val ids = List.tabulate(50)(number => running.client.create(s"site $number"))
      for id <- ids do running.client.change(id, 5, """{"type":"AddPage","path":"/","name":"start"}""").require(200)
      val before = listed(running.service, running.store.log.durable)
      assertEquals(before.toSet, expected(running))
      val status = running.client.post("/api/views/sites/rebuild", "").require(202).body
      assertEquals((status("name").str, status("rebuild")("version").num), ("sites", 2.0))
      assert(status("rebuild")("of").num >= 350, status)
      var reads = 0
      TestService.await("the rebuild"):
        reads += 1
        assertEquals(listed(running.service, Offset.Begin).size, 50)
        running.client.change(ids.head, 7 + reads - 1, s"""{"type":"RenameSite","name":"name $reads"}""").require(200)
        val view = running.client.get("/api/views").body("views").arr.find(_("name").str == "sites").get
        view("version").num == 2 && view("rebuild").isNull
      assertEquals(listed(running.service, running.store.log.durable).toSet, expected(running))
      // Tables and position of the version before are gone.
      Using.resource(running.store.connect()): connection =>
        val tables = connection.getMetaData.getTables(null, null, "site_list_%", Array("TABLE"))
        assertEquals(
          Iterator.continually(tables).takeWhile(_.next()).map(_.getString("TABLE_NAME")).toList,
          List("site_list_2")
        )

  test("statistics are the same after a rebuild"):
    TestService.use(): running =>
      for number <- 1 to 20 do running.client.create(s"site $number")
      def numbers = running.client.get("/api/statistics").require(200).body
      TestService.await("statistics")(numbers("events").arr.map(_("count").num).sum == 100)
      val before = numbers
      assertEquals(running.client.post("/api/views/statistics/rebuild", "").status, 202)
      TestService.await("the rebuild"):
        running.service.views("statistics").status.version == 2
      assertEquals(numbers, before)

  test("a view that is not there cannot be rebuilt"):
    TestService.use(): running =>
      assertEquals(running.client.post("/api/views/nothing/rebuild", "").status, 404)

  test("after a restart a view continues where it was, in its version"):
    TestService.inFolder: folder =>
      val first = TestService(s"files:$folder")
      val id    = first.client.create("Shop")
      assertEquals(first.client.post("/api/views/sites/rebuild", "").status, 202)
      TestService.await("the rebuild")(first.service.views("sites").status.version == 2)
      first.close()
      val second = TestService(s"files:$folder")
      try
        assertEquals(second.service.views("sites").status.version, 2)
        assertEquals(listed(second.service, second.store.log.durable).map(_.id), Vector(id))
        second.client.change(id, 5, Client.create("again")).require(422): Unit
      finally second.close()

  test("a view that another process has taken over says so, and is taken back when it is asked to"):
    TestService.use(): running =>
      val id    = running.client.create("Shop")
      def own   = running.client.get("/api/views").body("views").arr.find(_("name").str == "sites").get
      val other = View.open(running.store.log, running.store.connect, SiteList)
      try
        // It notices with the next event that it stores.
        var seen = 5L
        TestService.await("it says so"):
          val rename = s"""{"type":"RenameSite","name":"Books $seen"}"""
          seen = running.client.change(id, seen, rename).require(200).body("version").num.toLong
          own("failure").strOpt.exists(_.contains("was started elsewhere"))
        assertEquals(running.client.get(s"/api/sites?seen=$seen").require(503).header("Retry-After"), Some("5"))
        running.client.post("/api/views/sites/rebuild", "").require(202): Unit
        val found = running.client.get(s"/api/sites?seen=$seen").require(200).body
        assertEquals(found("sites").arr.map(_("name").str).toList, List(s"Books ${seen - 1}"))
        assert(own("failure").isNull)
        running.client.change(id, seen, """{"type":"RenameSite","name":"Once more"}""").require(200): Unit
        TestService.await("the other one has ended")(other.status.current.end.nonEmpty)
      finally other.close()
