package brine.examples.site.views

import brine.examples.site.TestService
import brine.journal.{EventLogReader, EventSource, Offset}
import java.nio.file.{Files, Path}

class LogOfViewsSuite extends munit.FunSuite:
  private def names(running: TestService): List[String] =
    val seen = running.store.log.durable.sequence
    running.client.get(s"/api/sites?seen=$seen").require(200).body("sites").arr.map(_("name").str).toList.sorted

  private def counted(running: TestService): Double =
    def sum = running.client.get("/api/statistics").require(200).body("events").arr.map(_("count").num).sum
    TestService.await("the statistics")(sum >= running.store.log.durable.sequence.toDouble)
    sum

  /** Moves the views of one store to another, as if both were configured with the same file. */
  private def move(from: Path, to: Path): Unit =
    for end <- List("", "-wal", "-shm") do
      Files.deleteIfExists(Path.of(s"$to$end")): Unit
      if Files.exists(Path.of(s"$from$end")) then Files.move(Path.of(s"$from$end"), Path.of(s"$to$end")): Unit

  /** @param flag
    *   a store by the name of its log, and the file of its views
    */
  private def check(flag: Path => String, views: Path => Path): Unit = TestService.inFolder: folder =>
    // The first log has more events than the second, and fewer than the third.
    val logs = List("a" -> 3, "b" -> 1, "c" -> 6).map((name, sites) => (folder.resolve(name), sites))
    for (place, sites) <- logs do
      val running = TestService(flag(place))
      try
        assert(!running.service.viewsWereOfAnotherLog)
        for number <- 1 to sites do running.client.create(s"${place.getFileName} $number"): Unit
        // Versions of a rebuild, too.
        running.client.post("/api/views/sites/rebuild", "").require(202): Unit
        TestService.await("the rebuild")(running.service.views("sites").status.version == 2)
      finally running.close()
    for List((before, _), (place, sites)) <- (logs :+ logs.head).sliding(2) do
      move(views(before), views(place))
      for isFirst <- List(true, false) do
        val running = TestService(flag(place))
        try
          assertEquals(running.service.viewsWereOfAnotherLog, isFirst, place)
          assertEquals(names(running), (1 to sites).map(number => s"${place.getFileName} $number").toList, place)
          assertEquals(counted(running), sites * 5.0, place)
        finally running.close()

  test("views of another database are built again from the events of this one, once"):
    check(place => s"sqlite:$place", place => place.resolveSibling(s"${place.getFileName}.views"))

  test("views of another journal are built again"):
    check(place => s"files:$place", _.resolve("views.db"))

  test("a log without an identity keeps what is there"):
    TestService.use(): running =>
      running.client.create("Shop"): Unit
      val log      = running.store.log
      val nameless = new EventLogReader:
        def name: String                      = "nameless"
        def source: EventSource               = log.source
        def durable: Offset                   = log.durable
        def offsetAt(time: java.time.Instant) = log.offsetAt(time)
        def version(stream: String)           = log.version(stream)
        def close(): Unit                     = ()
      assert(!LogOfViews.claim(nameless, running.store.connect, List(SiteList, Statistics)))
      assertEquals(names(running), List("Shop"))
