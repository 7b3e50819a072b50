package brine.examples.site.http

import brine.examples.site.TestService
import java.net.Socket
import java.time.Duration
import scala.util.Using

class EventStreamsSuite extends munit.FunSuite:
  private def rename(name: String) = s"""{"type":"RenameSite","name":"$name"}"""

  test("events come as they happen, of all sites or of one"):
    TestService.use(): running =>
      val client = running.client
      val id     = client.create("Shop")
      Using.resource(client.stream("/api/events")): all =>
        Using.resource(client.stream(s"/api/events?site=$id")): one =>
          val other = client.create("Other")
          client.change(id, 5, rename("Books")).require(200)
          val seen = List.fill(6)(all.next())
          assertEquals(seen.map(_.kind).last, "SiteNameSet")
          assertEquals(seen.map(_.data("site").str).distinct, List(other, id).map(_.toString))
          assertEquals(seen.map(_.id), List.range(6L, 12L))
          val own = one.next()
          assertEquals((own.id, own.data("version").num, own.data("event")("name").str), (11L, 6.0, "Books"))

  test("a client that comes again gets all events after the last one that it had"):
    TestService.use(): running =>
      val client = running.client
      val id     = client.create("Shop")
      for version <- 5 until 25 do client.change(id, version, rename(s"name $version")).require(200)
      Using.resource(client.stream("/api/events", "Last-Event-ID" -> "10")): again =>
        assertEquals(List.fill(15)(again.next().id), List.range(11L, 26L))
      Using.resource(client.stream("/api/events?after=0")): begin =>
        assertEquals(List.fill(25)(begin.next().id), List.range(1L, 26L))
      for wrong <- List("x", "-1", "26", "99999999999999999999") do
        val answer = client.send(client.request("/api/events").header("Last-Event-ID", wrong))
        assertEquals(answer.status, 400, wrong)

  test("streams are bounded, and one that ends makes room"):
    TestService.use(_.copy(maxStreams = 2, heartbeat = Duration.ofMillis(50))): running =>
      val client = running.client
      val first  = client.stream("/api/events")
      Using.resource(client.stream("/api/events")): _ =>
        val refused = client.get("/api/events").require(503)
        assertEquals(refused.header("Retry-After"), Some("5"))
        first.close()
        TestService.await("room for a stream")(running.server.openStreams < 2)
        Using.resource(client.stream("/api/events"))(_ => ())

  test("clients that are gone make room as soon as another one needs it, not at the next heartbeat"):
    for isReset <- List(true, false) do
      TestService.use(_.copy(maxStreams = 4, heartbeat = Duration.ofHours(1))): running =>
        def open() =
          val socket = Socket("127.0.0.1", running.server.port)
          if isReset then socket.setSoLinger(true, 0)
          socket.getOutputStream.write(streamRequest(running).getBytes)
          socket
        val gone = List.fill(4)(open())
        TestService.await("the streams are open")(running.server.openStreams == 4)
        running.client.get("/api/events").require(503) // those that are there stay
        gone.foreach(_.close())
        TestService.await("room for a stream"):
          Using.resource(open())(socket => String(socket.getInputStream.readNBytes(12))) == "HTTP/1.1 200"

  private def streamRequest(running: TestService): String =
    List(
      "GET /api/events HTTP/1.1",
      s"Host: 127.0.0.1:${running.server.port}",
      s"Authorization: Bearer ${Client.Token}"
    ).mkString("", "\r\n", "\r\n\r\n")

  test("a stream without events says where it begins, and that it is there"):
    TestService.use(_.copy(heartbeat = Duration.ofMillis(20))): running =>
      Using.resource(running.client.stream("/api/events?after=0")): stream =>
        assertEquals(stream.nextBlock().get("id"), Some("0"))
        assertEquals(List.fill(2)(stream.nextBlock().keySet), List.fill(2)(Set("")))

  test("a client that does not read is dropped, and others are not held up"):
    TestService.use(_.copy(patience = Duration.ofMillis(200))): running =>
      val client = running.client
      val id     = client.create("Shop")
      val large  = s"""{"type":"DescribeSite","description":"${"x" * 10_000}"}"""
      Using.resource(Socket("127.0.0.1", running.server.port)): slow =>
        slow.setReceiveBufferSize(4096)
        slow.getOutputStream.write(streamRequest(running).getBytes)
        TestService.await("the stream is open")(running.server.openStreams == 1)
        Using.resource(client.stream("/api/events")): quick =>
          val reader = Thread.ofVirtual.start: () =>
            try while quick.nextBlock().nonEmpty do ()
            catch case _: Exception => ()
          var version = 5L
          TestService.await("the slow client is dropped"):
            for _ <- 1 to 20 do
              val text = large.replace("xxxx", f"$version%04d")
              version = client.change(id, version, text).require(200).body("version").num.toLong
            running.server.openStreams == 1
          assert(reader.isAlive, "the other client was dropped, too")

  test("the service ends while streams are open, and so do they"):
    TestService.inFolder: folder =>
      val running = TestService(s"files:$folder")
      val stream  = running.client.stream("/api/events")
      running.close()
      // Whether the connection ends before the answer does, is a race.
      try while stream.nextBlock().nonEmpty do ()
      catch case _: java.io.IOException => ()
