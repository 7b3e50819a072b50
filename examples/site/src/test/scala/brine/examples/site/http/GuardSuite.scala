package brine.examples.site.http

import brine.examples.site.TestService
import java.io.{BufferedReader, InputStreamReader}
import java.net.Socket
import scala.util.Using

class GuardSuite extends munit.FunSuite:
  test("without the token there is nothing but the page"):
    TestService.use(): running =>
      val stranger = Client(running.server.port, "another-token")
      for path <- List("/api/sites", "/api/events", "/api/views", "/api/nothing") do
        val answer = stranger.get(path).require(401)
        assertEquals(answer.header("WWW-Authenticate"), Some("Bearer"), path)
      assertEquals(stranger.get("/").status, 200)
      assertEquals(status(running, "Host: 127.0.0.1:PORT"), 401)
      assertEquals(status(running, "Host: 127.0.0.1:PORT", s"Authorization: Basic ${Client.Token}"), 401)
      assertEquals(status(running, "Host: 127.0.0.1:PORT", s"Authorization: Bearer ${Client.Token}"), 200)

  test("no other way to write a path gets by without the token"):
    TestService.use(): running =>
      val odd = for
        from <- List("/api/sites", "/api/events", "/api/views")
        path <- List(
          "/" + from,
          "//" + from,
          "/." + from,
          "/x/.." + from,
          "/%2e" + from,
          "/x/%2e%2e" + from,
          from.replace("api", "%61pi"),
          from.replace("api", "API"),
          from.replace("/api", "/api;x=1"),
          from.replace("/api/", "/api//"),
          from.replace("/api/", "/api/./"),
          from.replace("/api/", "/api%2f"),
          from.replace("/api/", "/%2fapi/"),
          from + "/",
          from + ";x",
          from + "%00",
          s"http://127.0.0.1:PORT$from"
        )
      yield path
      for path <- odd do
        val found = asked(running, path, "Host: 127.0.0.1:PORT")
        assert(Set(400, 401, 404)(found), s"$path: $found")

  test("a host or origin that is not that of the service is refused"):
    TestService.use(): running =>
      val token = s"Authorization: Bearer ${Client.Token}"
      for host <- List("127.0.0.1:PORT", "localhost:PORT", "LocalHost:PORT", "[::1]:PORT") do
        assertEquals(status(running, s"Host: $host", token), 200, host)
      for host <- List("evil.example:PORT", "127.0.0.1:1", "127.0.0.1.evil.example:PORT", "localhost") do
        assertEquals(status(running, s"Host: $host", token), 421, host)
      val own = "Host: 127.0.0.1:PORT"
      assertEquals(status(running, own, token, "Origin: http://127.0.0.1:PORT"), 200)
      for origin <- List(
          "null",
          "http://evil.example",
          "https://127.0.0.1:PORT",
          "http://127.0.0.1:1",
          "http://localhost:PORT"
        )
      do assertEquals(status(running, own, token, s"Origin: $origin"), 403, origin)

  test("more requests than allowed are told when to come again, and strangers do not use up what the token may"):
    TestService.use(_.copy(rate = 1, burst = 5)): running =>
      val statuses = List.fill(8)(running.client.get("/api/views"))
      assertEquals(statuses.map(_.status).take(5), List.fill(5)(200))
      val refused = statuses.last.require(429)
      assert(refused.header("Retry-After").exists(_.toInt >= 1))
      // The page itself is not counted.
      assertEquals(running.client.get("/").status, 200)
    TestService.use(_.copy(rate = 1, burst = 5)): running =>
      val stranger = Client(running.server.port, "another-token")
      val refused  = List.fill(80)(stranger.get("/api/views").status)
      assertEquals(refused.head, 401)
      // Not the last one for certain: permits come back meanwhile.
      assert(refused.contains(429), refused)
      assertEquals(running.client.get("/api/views").status, 200)

  test("a bucket fills with time, up to its size"):
    var now    = 0L
    val bucket = RateLimit(2, 3, () => now)
    assertEquals(List.fill(4)(bucket.take()), List(0, 0, 0, 1))
    now += 500_000_000L
    assertEquals(List.fill(2)(bucket.take()), List(0, 1))
    now += 3_600_000_000_000L
    assertEquals(List.fill(4)(bucket.take()), List(0, 0, 0, 1))

  // The JDK's client sets host and origin by itself.
  private def status(running: TestService, headers: String*): Int = asked(running, "/api/views", headers*)

  private def asked(running: TestService, path: String, headers: String*): Int =
    Using.resource(Socket("127.0.0.1", running.server.port)): socket =>
      socket.setSoTimeout(10_000)
      val lines = (s"GET $path HTTP/1.1" +: headers :+ "Connection: close").map(
        _.replace("PORT", running.server.port.toString)
      )
      socket.getOutputStream.write(lines.mkString("", "\r\n", "\r\n\r\n").getBytes)
      BufferedReader(InputStreamReader(socket.getInputStream)).readLine().split(' ')(1).toInt
