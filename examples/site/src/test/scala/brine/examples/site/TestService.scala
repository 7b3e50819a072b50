package brine.examples.site

import brine.examples.site.http.{Client, HttpSettings, SiteServer}
import brine.examples.site.service.SiteService
import brine.examples.site.stores.Store
import java.nio.file.{Files, Path}
import java.util.Comparator
import java.util.logging.{Level, Logger}

/** A service over a store, for tests. */
final class TestService(val flag: String, change: HttpSettings => HttpSettings = identity) extends AutoCloseable:
  TestService.beQuiet()
  val store: Store         = Store.open(flag).fold(wrong => throw AssertionError(wrong), identity)
  val service: SiteService = SiteService(store)
  val server: SiteServer   =
    SiteServer(service, change(HttpSettings(port = 0, token = Client.Token, rate = 100_000, burst = 100_000)))
  val client: Client = Client(server.port)

  def close(): Unit =
    server.close()
    service.close()
    store.close()

object TestService:
  // Kept, or its level is forgotten.
  private val logger = Logger.getLogger("io.helidon")

  private def beQuiet(): Unit = logger.setLevel(Level.OFF)

  def inFolder[A](body: Path => A): A =
    val folder = Files.createTempDirectory("brine-example-site")
    try body(folder)
    finally
      val files = Files.walk(folder)
      try files.sorted(Comparator.reverseOrder[Path]).forEach(file => Files.deleteIfExists(file): Unit)
      finally files.close()

  def use[A](change: HttpSettings => HttpSettings = identity)(body: TestService => A): A = inFolder: folder =>
    val service = TestService(s"files:$folder", change)
    try body(service)
    finally service.close()

  /** Waits until something holds. */
  def await(what: => String, seconds: Int = 30)(holds: => Boolean): Unit =
    val until = System.nanoTime + seconds * 1_000_000_000L
    while !holds do
      if System.nanoTime > until then throw AssertionError(s"$what: not within $seconds s")
      Thread.sleep(10)
