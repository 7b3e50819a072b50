package brine.examples.site.http

import brine.examples.site.TestService
import scala.util.Using

class RoutesSuite extends munit.FunSuite:
  private val read = List("/", "/app.js", "/openapi.json", "/api/sites", "/api/views", "/api/statistics", "/api/events")

  test("HEAD has the headers of GET, and no body"):
    TestService.use(): running =>
      val id = running.client.create("Shop")
      for path <- read :+ s"/api/sites/$id" :+ "/nothing" :+ "/api/sites/nothing" do
        Using.resource(RawClient(running.server.port)): raw =>
          raw.send(raw.head(s"HEAD $path") + raw.head("GET /api/views", "Connection: close"))
          val answers = raw.readToEnd()
          val status  = if path == "/nothing" then 404 else if path.endsWith("nothing") then 400 else 200
          assertEquals(RawClient.statuses(answers), List(status, 200), s"$path: $answers")
          val head = answers.substring(0, answers.indexOf("\r\n\r\n"))
          assert(answers.startsWith("HTTP/1.1 200", head.length + 4), s"$path has a body: $answers")
          if path != "/api/events" then
            val length = running.client.get(path).response.body.getBytes("UTF-8").length
            assert(head.toLowerCase.contains(s"content-length: $length\r\n"), s"$path, $length: $head")

  test("other methods are told which are allowed"):
    TestService.use(): running =>
      val id    = running.client.create("Shop")
      val reads =
        read ++ List("", "/events", "/state", "/difference", "/last-change").map(part => s"/api/sites/$id$part")
      val posts = List(s"/api/sites/$id/commands", "/api/views/sites/rebuild")
      for
        (paths, allowed) <- List(reads -> "GET, HEAD", posts -> "POST")
        path             <- paths
        method <- List("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW") if !allowed.contains(method)
      do
        Using.resource(RawClient(running.server.port)): raw =>
          raw.send(raw.head(s"$method $path", "Connection: close"))
          val answer = raw.readToEnd()
          assert(
            answer.startsWith("HTTP/1.1 405") && answer.contains(s"Allow: $allowed\r\n"),
            s"$method $path: $answer"
          )

  test("a state of a version and a time at once is refused"):
    TestService.use(): running =>
      val id = running.client.create("Shop")
      assertEquals(running.client.get(s"/api/sites/$id/state?version=1&time=1").status, 400)
      assertEquals(running.client.get(s"/api/sites/$id/state?version=1").status, 200)
