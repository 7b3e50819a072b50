package brine.lab.browser

import com.sun.net.httpserver.{HttpExchange, HttpServer}
import java.net.{InetAddress, InetSocketAddress}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.security.SecureRandom
import java.util.HexFormat
import java.util.concurrent.{Executors, LinkedBlockingQueue, TimeUnit}
import scala.util.Try
import scala.util.control.NonFatal

/** Serves the page with one bundle and one plan at a time on a loopback port, and receives what the page posts. The
  * path contains a random word, so that no other page in the browser can post results. Thread-safe.
  */
final class PageServer(port: Int = 0) extends AutoCloseable:
  private val events = LinkedBlockingQueue[ujson.Value]()
  private val token  = HexFormat.of.formatHex(SecureRandom.getInstanceStrong.generateSeed(8))
  private val server = HttpServer.create(InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0)
  private val pool   = Executors.newFixedThreadPool(4, Thread.ofPlatform.daemon.name("lab-page-", 0).factory)

  @volatile private var current: (ujson.Obj, Path) = (ujson.Obj("id" -> "none"), Path.of(""))

  server.setExecutor(pool)
  server.createContext("/", exchange => answer(exchange))
  server.start()

  def url: String = s"http://127.0.0.1:${server.getAddress.getPort}/$token/"

  /** Sets the plan and the script for pages that load from now on. */
  def offer(plan: ujson.Obj, script: Path): Unit = current = (plan, script)

  /** The next post of a page; `None` if there is none within the time. */
  def poll(millis: Long): Option[ujson.Value] = Option(events.poll(millis, TimeUnit.MILLISECONDS))

  private def answer(exchange: HttpExchange): Unit =
    try
      val (plan, script) = current
      (exchange.getRequestMethod, exchange.getRequestURI.getPath.stripPrefix(s"/$token/")) match
        case ("GET", "")          => send(exchange, 200, "text/html; charset=utf-8", resource("index.html"))
        case ("GET", "run.js")    => send(exchange, 200, "text/javascript; charset=utf-8", resource("run.js"))
        case ("GET", "bundle.js") => send(exchange, 200, "text/javascript; charset=utf-8", bundle(script))
        case ("GET", "plan")      => send(exchange, 200, "application/json", ujson.write(plan).getBytes(UTF_8))
        case ("POST", "event")    => take(exchange)
        case _                    => send(exchange, 404, "text/plain", Array.emptyByteArray)
    catch case NonFatal(_) => () // the page disappeared while it was answered
    finally exchange.close()

  private def take(exchange: HttpExchange): Unit =
    val body = exchange.getRequestBody.readNBytes(PageServer.longestEvent)
    Try(ujson.read(body)).toOption.filter(_.objOpt.exists(_.contains("event"))) match
      case Some(event) =>
        events.put(event)
        send(exchange, 204, "text/plain", Array.emptyByteArray)
      case None => send(exchange, 400, "text/plain", Array.emptyByteArray)

  private def bundle(script: Path): Array[Byte] =
    if Files.isRegularFile(script) then Files.readAllBytes(script) else Array.emptyByteArray

  private def resource(name: String): Array[Byte] =
    val stream = getClass.getResourceAsStream("/brine/lab/browser/" + name)
    try stream.readAllBytes
    finally stream.close()

  private def send(exchange: HttpExchange, code: Int, kind: String, body: Array[Byte]): Unit =
    val headers = exchange.getResponseHeaders
    headers.set("Content-Type", kind)
    headers.set("Cache-Control", "no-store")
    headers.set("X-Content-Type-Options", "nosniff")
    // A page isolated from others gets the fine clock: steps of 5 microseconds instead of 100.
    headers.set("Cross-Origin-Opener-Policy", "same-origin")
    headers.set("Cross-Origin-Embedder-Policy", "require-corp")
    exchange.sendResponseHeaders(code, if body.isEmpty then -1 else body.length)
    if body.nonEmpty then exchange.getResponseBody.write(body)

  def close(): Unit =
    server.stop(0)
    val _ = pool.shutdownNow()

object PageServer:
  private val longestEvent = 16 << 20
