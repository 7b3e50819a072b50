package brine.examples.site.http

import brine.examples.site.TestService
import java.util.UUID
import scala.util.Using

/** Bodies of requests, as hostile clients send them. */
class RequestsSuite extends munit.FunSuite:
  private def commands(id: UUID) = s"POST /api/sites/$id/commands"

  test("what follows an answer that was sent before the body was read is no request"):
    TestService.use(): running =>
      val id                                          = running.client.create("Shop")
      def inner(raw: RawClient)                       = raw.head("GET /api/views")
      def sent(build: RawClient => String): List[Int] = Using.resource(RawClient(running.server.port)): raw =>
        raw.trySend(build(raw))
        RawClient.statuses(raw.readToEnd())
      val json = "Content-Type: application/json"
      for times <- List(400, 4000); offset <- List(0, 1, 2, 512) do
        val found = sent: raw =>
          // As long as a power of two, so that any buffer that is dropped ends between two.
          val unit =
            raw.head("GET /api/views", "X: XX").replace("XX", "y" * (1024 - raw.head("GET /api/views", "X: ").length))
          val head = raw.head(commands(id), json, s"Content-Length: ${unit.length * times}", "X: " + "p" * offset)
          head + unit * times
        // One that is much too large may be cut off without an answer.
        assert(found == List(413) || times == 4000 && found.isEmpty, s"$times, $offset: $found")
      for (line, more, status) <- List(
          (commands(id), "Content-Type: text/plain", 415),
          ("POST /api/sites/nothing/commands", json, 400),
          ("POST /api/nothing", json, 404),
          ("POST /api/views/nothing/rebuild", json, 404),
          ("PUT /api/views", json, 405)
        )
      do
        val found = sent: raw =>
          val body = inner(raw)
          raw.head(line, more, s"Content-Length: ${body.length}") + body + inner(raw)
        assertEquals(found, List(status), line)
      // Without the token, and to another host.
      for (header, changed, status) <- List(("Bearer ", "Bearer x", 401), ("Host: ", "Host: x", 421)) do
        val found = sent: raw =>
          val body = inner(raw)
          raw.head(commands(id), json, s"Content-Length: ${body.length}").replace(header, changed) + body + inner(raw)
        assertEquals(found, List(status), changed)
      // Also if the client asks for the end of the connection itself.
      val closing = sent: raw =>
        val body = inner(raw)
        raw.head("GET /api/views", s"Content-Length: ${body.length}", "Connection: close") + body + inner(raw)
      assertEquals(closing, List(200))

  test("requests one after the other on a connection are answered, those with a body, too"):
    TestService.use(): running =>
      val id = running.client.create("Shop")
      Using.resource(RawClient(running.server.port)): raw =>
        val body = """{"commands":[{"type":"RenameSite","name":"Shop"}]}"""
        val post = raw.head(commands(id), "Content-Type: application/json", s"Content-Length: ${body.length}") + body
        raw.send(post * 3 + raw.head("GET /api/views", "Connection: close"))
        assertEquals(RawClient.statuses(raw.readToEnd()), List(200, 200, 200, 200))

  test("chunks that are not well-formed are refused"):
    TestService.use(): running =>
      val id = running.client.create("Shop")
      for chunk <- List(
          "zz",
          "-5",
          "",
          "5;x=y",
          "ffffffffffffffff",
          "7fffffff",
          "80000000",
          "0x5",
          " 5",
          "1.5",
          "5 ",
          "☺"
        )
      do
        Using.resource(RawClient(running.server.port)): raw =>
          val head = raw.head(commands(id), "Content-Type: application/json", "Transfer-Encoding: chunked")
          raw.send(s"$head$chunk\r\nhello\r\n0\r\n\r\n${raw.head("GET /api/views")}")
          val answer = raw.readToEnd()
          val found  = RawClient.statuses(answer)
          assert(List(List(400), List(413))(if found == List(413) then 1 else 0) == found, s"'$chunk': $answer")

  test("null is refused wherever it is"):
    TestService.use(): running =>
      val client = running.client
      val id     = client.create("Shop")
      for body <- List(
          "null",
          """{"commands":null}""",
          """{"commands":[null]}""",
          """{"commands":[{"type":null}]}""",
          """{"commands":[{"type":"RenameSite","name":null}]}""",
          """{"commands":[{"type":"SetSiteFlag","siteFlag":null,"isSet":true}]}""",
          s"""{"commands":[{"type":"AddPageComponent","pagePath":"/","id":null,"data":null}]}"""
        )
      do
        val answer = client.post(s"/api/sites/$id/commands", body).require(400).body
        assertEquals(answer("error").str, "malformed", body)
        assert(answer("message").str.contains("found null"), answer)
      val changed = client.post(s"/api/sites/$id/commands", """{"commands":[{"type":"PublishSite"}],"basedOn":-1}""")
      assert(changed.require(400).body("message").str.startsWith("basedOn: "))
