package brine.examples.site.http

import brine.examples.site.TestService
import java.time.Duration
import scala.util.Using

/** Clients that hold connections and do nothing with them. */
class ConnectionsSuite extends munit.FunSuite:
  private def many[A](running: TestService, count: Int, first: RawClient => Unit = _ => ())(
      body: Vector[RawClient] => A
  ): A =
    val clients = Vector.newBuilder[RawClient]
    try
      for _ <- 1 to count do
        val client = RawClient(running.server.port)
        clients += client
        first(client)
      body(clients.result())
    finally clients.result().foreach(_.close())

  // Far longer than a test takes.
  private val never = Duration.ofHours(1)

  test("more connections than there may be, silent, with half a head or idle, do not keep others out"):
    val settings = (settings: HttpSettings) =>
      settings.copy(maxConnections = 40, headTimeout = never, idleTimeout = never, answerTimeout = never)
    TestService.use(settings): running =>
      val page  = s"GET / HTTP/1.1\r\nHost: 127.0.0.1:${running.server.port}\r\n\r\n"
      val kinds = Map[String, RawClient => Unit](
        "silent"      -> (_ => ()),
        "half a head" -> (_.send("GET / HT")),
        "idle"        -> (client =>
          client.send(page)
          assertEquals(client.readStatus(), "HTTP/1.1 200 OK")
        ),
        // More than buffers of sockets take.
        "not reading" -> (_.send(page.replace("GET / ", "GET /openapi.json ") * 200))
      )
      for (kind, first) <- kinds do
        many(running, 200, first): _ =>
          Using.resource(RawClient(running.server.port)): other =>
            other.send(other.head("GET /api/views", "Connection: close"))
            assertEquals(RawClient.statuses(other.readToEnd()), List(200), kind)

  test("a connection with a request or a stream is not closed for others"):
    val settings = (settings: HttpSettings) =>
      settings.copy(maxConnections = 10, headTimeout = never, idleTimeout = never, heartbeat = Duration.ofMillis(20))
    TestService.use(settings): running =>
      Using.resource(running.client.stream("/api/events?after=0")): stream =>
        many(running, 100): _ =>
          val id = Client(running.server.port).create("Shop")
          assertEquals(stream.next().data("site").str, id.toString)

  test("a head, a body and the next head that come too slowly end the connection"):
    val slow = List[(HttpSettings => HttpSettings, RawClient => Unit)](
      (_.copy(headTimeout = Duration.ofMillis(300)), _ => ()),
      (_.copy(headTimeout = Duration.ofMillis(300)), drip(_, "GET / HTTP/1.1\r\nX: ")),
      (
        _.copy(bodyTimeout = Duration.ofMillis(300)),
        raw =>
          val path = s"/api/sites/${java.util.UUID.randomUUID}/commands"
          drip(raw, raw.head(s"POST $path", "Content-Type: application/json", "Content-Length: 60000") + "{")
      ),
      (
        _.copy(idleTimeout = Duration.ofMillis(300)),
        raw => drip(raw, raw.head("GET /api/views") + "GET / HTTP/1.1\r\nX: ")
      )
    )
    for ((limits, act), number) <- slow.zipWithIndex do
      val others = (settings: HttpSettings) =>
        limits(settings.copy(headTimeout = never, bodyTimeout = never, idleTimeout = never, answerTimeout = never))
      TestService.use(others): running =>
        Using.resource(RawClient(running.server.port)): raw =>
          act(raw)
          val found = RawClient.statuses(raw.readToEnd())
          assert(found == (if number == 3 then List(200) else Nil), s"$number: $found")
        TestService.await("it is forgotten")(running.server.openConnections == 0)

  /** Sends a byte now and then, so that each read of the service succeeds, until it closes the connection. */
  private def drip(raw: RawClient, first: String): Unit =
    raw.send(first)
    val more: Runnable = () =>
      try
        while true do
          Thread.sleep(20)
          raw.send("x")
      catch case _: java.io.IOException => ()
    Thread.ofVirtual.start(more): Unit

  test("of many streams at once, those beyond the bound are told to come again"):
    TestService.use(): running =>
      many(running, 300): clients =>
        clients.foreach(client => client.send(client.head("GET /api/events")))
        val found = clients.map(_.readStatus()).groupMapReduce(identity)(_ => 1)(_ + _)
        assertEquals(found, Map("HTTP/1.1 200 OK" -> 32, "HTTP/1.1 503 Service Unavailable" -> 268))
