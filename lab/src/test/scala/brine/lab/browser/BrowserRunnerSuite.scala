package brine.lab.browser

import brine.lab.Fixtures
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, Task}
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.plan.Task.{CellSpec, Iterations}
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import java.nio.file.Path
import scala.annotation.unused
import scala.collection.mutable
import scala.concurrent.duration.*

/** Every end that a page load can come to must be cells with the right status; without a browser, then with a real one.
  */
final class BrowserRunnerSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private val script  = Path.of(getClass.getResource("fixture.js").toURI)
  private val bundles = List(BrowserBundle("fixture", script, Map.empty, ""))
  private val cells   = for name <- List("event", "tree"); op <- List("size", "encode", "decode")
  yield CellSpec(name, op, None)
  private val client = HttpClient.newHttpClient()

  private def post(url: String, text: String): Int =
    val request = HttpRequest.newBuilder(URI(url + "event")).POST(HttpRequest.BodyPublishers.ofString(text)).build()
    client.send(request, BodyHandlers.discarding()).statusCode

  private def get(url: String) = client.send(HttpRequest.newBuilder(URI(url)).build(), BodyHandlers.ofString())

  private def run(library: String, silence: Double = 20)(open: (String, Path) => Window): List[Cell] =
    Fixtures.in("browser"): folder =>
      val row  = LibraryRow(library, "fixture", "1")
      val task = Task(
        row,
        "books",
        1,
        false,
        Task.Kind.Browser,
        cells,
        Task.Jvm(JavaHome(Path.of(""), "", "")),
        Task.Times(Iterations(1, 5), Iterations(3, 20), 1, 60, silence)
      )
      val runner = BrowserRunner(bundles, open, false, "smoke", Cancellation())
      val found  = mutable.ListBuffer[Cell]()
      try runner.run(task, folder.resolve("logs").resolve("browser.log"))(found += _)
      finally runner.close()
      assertEquals(found.map(cell => cell.name -> cell.op).toSet, cells.map(cell => cell.name -> cell.op).toSet)
      assertEquals(found.size, cells.size, "every cell once")
      assertEquals(found.map(_.platform).distinct.toList, List("browser"))
      found.toList

  /** A page that says what it is told to say, and then is gone or not. */
  private def saying(events: List[String], gone: Option[String])(url: String, @unused log: Path): Window =
    events.foreach(post(url, _))
    new Window:
      def ended: Option[String] = gone
      def close(): Unit         = ()

  test("the page is isolated, found by its own path only, and takes nothing but events"):
    val server = PageServer()
    try
      val page = get(server.url)
      assertEquals(page.statusCode, 200)
      assertEquals(page.headers.firstValue("Cross-Origin-Opener-Policy").get, "same-origin")
      assertEquals(page.headers.firstValue("Cross-Origin-Embedder-Policy").get, "require-corp")
      assertEquals(get(server.url.replaceFirst("/[0-9a-f]+/$", "/")).statusCode, 404)
      assertEquals(post(server.url, "no event"), 400)
      assertEquals(post(server.url, """{"event":"alive"}"""), 204)
      assertEquals(server.poll(1000).map(_("event").str), Some("alive"))
    finally server.close()

  test("what a page posts becomes cells; sizes are compressed here as well"):
    val bytes  = """{"event":"cell","id":0,"status":"ok","bytes":"AAAA","gzip":23}"""
    val timed  = (1 to 5).toList.map(id => s"""{"event":"cell","id":$id,"status":"ok","value":10,"lo":9,"hi":12}""")
    val posted = run("any")(saying(bytes :: timed ::: List("""{"event":"done"}"""), None))
    assertEquals(posted.head.sizeB, Some(3.0))
    assertEquals(posted.head.compressionStreamB, Some(23.0))
    assert(posted.head.gzipB.exists(_ > 3))
    assertEquals(posted(1).value, Some(10.0))
    assertEquals(posted.map(_.status).distinct, List("ok"))

  test("a browser that is gone has crashed at the cell it was at; the rest was not reached"):
    val lost = run("any")(saying(List("""{"event":"begin","id":0}"""), Some("the browser ended with code 9")))
    assertEquals(lost.head.status, "crashed")
    assert(lost.head.note.contains("code 9"))
    assertEquals(lost.tail.map(_.status).distinct, List("skipped"))

  test("a page that says nothing is out of time"):
    assertEquals(run("any", silence = 0.5)(saying(Nil, None)).head.status, "timeout")

  test("without Chromium the reason says what to install"):
    assertEquals(Chromium.find(Map("PATH" -> "/nowhere")), Left(Chromium.missing))
    assert(Chromium.find(Map(Chromium.variable -> "/nowhere/chromium")).left.exists(_.contains("/nowhere/chromium")))

  private def real(library: String, silence: Double = 20, then_ : Chromium => Unit = _ => ()): List[Cell] =
    val executable = ChromiumForTests.path
    var started    = Option.empty[Chromium]
    val found      = run(library, silence): (url, log) =>
      val browser = Chromium(executable, url, log)
      started = Some(browser)
      then_(browser)
      browser
    val gone = ProcessHandle.of(started.get.pid)
    assert(gone.isEmpty || !gone.get.isAlive)
    found

  test("Chromium measures a sound library, with the fine clock"):
    val found = real("sound")
    assertEquals(found.map(_.status).distinct, List("ok"))
    for cell <- found if cell.op != "size" do assert(cell.value.exists(_ > 0) && cell.lo.get <= cell.value.get, cell)
    for cell <- found if cell.op == "size" do
      assert(cell.sizeB.exists(_ > 0) && cell.compressionStreamB.exists(_ > 0), cell)

  test("Chromium tells a wrong library and one that throws"):
    assertEquals(real("wrong").map(_.status).distinct, List("wrong"))
    val thrown = real("throws")
    assertEquals(thrown.map(_.status).distinct, List("crashed"))
    assert(thrown.forall(_.note.contains("no such field: total")))

  test("a page that hangs is ended in time, and a killed browser is a crash"):
    assertEquals(real("hangs", silence = 4).head.status, "timeout")
    val killed = real("hangs", 20, browser => { val _ = ProcessHandle.of(browser.pid).map(_.destroyForcibly()) })
    assertEquals(killed.head.status, "crashed")
