package brine.lab.browser

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.{ConcurrentHashMap, LinkedBlockingQueue, TimeUnit}
import scala.jdk.CollectionConverters.*

/** A headless Chromium that a test talks to over its debugging pipe: JSON messages, each ended by a zero byte. One
  * page, unless the test opens more tabs. What the page complains of is kept.
  *
  * @param service
  *   the address of a service of this machine that pages may reach, such as `http://127.0.0.1:8080`. Without one there
  *   is no network
  */
final class DevTools(executable: Path, log: Path, service: Option[String] = None) extends AutoCloseable:
  private val profile = Files.createTempDirectory("brine-lab-devtools")
  private val process = ProcessBuilder(
    Chromium
      .command(
        executable,
        profile,
        "--host-resolver-rules=MAP * ~NOTFOUND" + service.fold("")(_ => ", EXCLUDE 127.0.0.1"),
        "4>&1 >/dev/null"
      )
      .asJava
  ).redirectError(log.toFile).start()

  private val answers           = ConcurrentHashMap[Int, LinkedBlockingQueue[ujson.Value]]()
  private val loads             = LinkedBlockingQueue[String]()
  private val downloads         = LinkedBlockingQueue[String]()
  private var last              = 0
  @volatile private var session = ""

  /** Errors and warnings of the page, and what it asked the network for. */
  val complaints: java.util.Queue[String] = java.util.concurrent.ConcurrentLinkedQueue[String]()

  private val reader = Thread.ofPlatform.daemon
    .name("lab-devtools")
    .start: () =>
      val in     = process.getInputStream
      val buffer = ByteArrayOutputStream()
      val chunk  = new Array[Byte](1 << 16)
      var read   = in.read(chunk)
      while read >= 0 do
        var from = 0
        for at <- 0 until read if chunk(at) == 0 do
          buffer.write(chunk, from, at - from)
          take(ujson.read(buffer.toString(UTF_8)))
          buffer.reset()
          from = at + 1
        buffer.write(chunk, from, read - from)
        read = in.read(chunk)

  private def take(message: ujson.Value): Unit =
    message.obj.get("id") match
      case Some(id) => Option(answers.get(id.num.toInt)).foreach(_.put(message))
      case None     =>
        val params = message("params")
        message("method").str match
          case "Page.loadEventFired"       => loads.put("")
          case "Browser.downloadProgress"  => if params("state").str == "completed" then downloads.put("")
          case "Runtime.exceptionThrown"   => val _ = complaints.add(ujson.write(params("exceptionDetails")))
          case "Log.entryAdded"            => val _ = complaints.add(ujson.write(params("entry")))
          case "Runtime.consoleAPICalled"  => val _ = complaints.add(ujson.write(params("args")))
          case "Network.requestWillBeSent" =>
            val url = params("request")("url").str
            if !(List("file:", "data:", "blob:", "about:") ++ service.map(_ + "/")).exists(url.startsWith) then
              val _ = complaints.add("asked the network for " + url)
          case _ => ()

  /** A command and its result.
    *
    * @throws AssertionError
    *   when the browser refuses it or says nothing
    */
  def send(method: String, params: (String, ujson.Value)*): ujson.Value =
    last += 1
    val waiting = LinkedBlockingQueue[ujson.Value]()
    answers.put(last, waiting)
    val message = ujson.Obj("id" -> last, "method" -> method, "params" -> ujson.Obj.from(params))
    if session.nonEmpty then message("sessionId") = session
    val out = process.getOutputStream
    out.write(ujson.write(message).getBytes(UTF_8) :+ 0.toByte)
    out.flush()
    val answer = Option(waiting.poll(30, TimeUnit.SECONDS)).getOrElse(throw AssertionError(s"no answer to $method"))
    answers.remove(last)
    answer.obj.get("error").foreach(error => throw AssertionError(s"$method: ${ujson.write(error)}"))
    answer("result")

  /** Opens another tab of the same browser, which is used from now on.
    *
    * @return
    *   the tab, for [[use]]
    */
  def open(): String =
    session = ""
    val target = send("Target.createTarget", "url" -> "about:blank")("targetId")
    session = send("Target.attachToTarget", "targetId" -> target, "flatten" -> true)("sessionId").str
    for domain <- List("Page", "Runtime", "Log", "Network") do send(s"$domain.enable")
    if service.isEmpty then
      val _ = send(
        "Network.emulateNetworkConditions",
        "offline"            -> true,
        "latency"            -> 0,
        "downloadThroughput" -> -1,
        "uploadThroughput"   -> -1
      )
    session

  /** The tab that is used. */
  def tab: String = session

  /** Uses a tab from now on. */
  def use(tab: String): Unit = session = tab

  locally { val _ = open() }

  /** Loads an address and waits until it is there. */
  def load(url: String): Unit =
    loads.clear()
    val _ = send("Page.navigate", "url" -> url)
    if loads.poll(30, TimeUnit.SECONDS) == null then throw AssertionError(s"$url did not load")

  def reload(): Unit =
    loads.clear()
    val _ = send("Page.reload")
    if loads.poll(30, TimeUnit.SECONDS) == null then throw AssertionError("the page did not load again")

  /** What an expression gives, which may be a promise. */
  def evaluate(expression: String): ujson.Value =
    val answer = send("Runtime.evaluate", "expression" -> expression, "returnByValue" -> true, "awaitPromise" -> true)
    answer.obj.get("exceptionDetails").foreach(error => throw AssertionError(s"$expression: ${ujson.write(error)}"))
    answer("result").obj.getOrElse("value", ujson.Null)

  def width(pixels: Int): Unit =
    val _ = send(
      "Emulation.setDeviceMetricsOverride",
      "width"             -> pixels,
      "height"            -> 900,
      "deviceScaleFactor" -> 1,
      "mobile"            -> false
    )

  /** Does what makes the page hand out a file, and waits until it is in the folder. */
  def download(folder: Path)(act: => Unit): Unit =
    val _ =
      send(
        "Browser.setDownloadBehavior",
        "behavior"      -> "allow",
        "downloadPath"  -> folder.toString,
        "eventsEnabled" -> true
      )
    downloads.clear()
    act
    if downloads.poll(30, TimeUnit.SECONDS) == null then throw AssertionError("no download came")

  def close(): Unit =
    val family = process.toHandle :: process.descendants.toList.asScala.toList
    process.getOutputStream.close()
    val _ = process.waitFor(3, TimeUnit.SECONDS)
    family.foreach(one => if one.isAlive then { val _ = one.destroyForcibly() })
    reader.join(1000)
    Chromium.delete(profile)
