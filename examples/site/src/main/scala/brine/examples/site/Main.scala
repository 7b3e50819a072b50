package brine.examples.site

import brine.commandline.{CommandLine, Options, Terminal}
import brine.examples.site.http.{HttpSettings, SiteServer}
import brine.examples.site.importing.{ImportException, SiteImport}
import brine.examples.site.service.SiteService
import brine.examples.site.stores.Store
import java.net.{InetAddress, UnknownHostException}
import java.nio.file.Path
import java.security.SecureRandom
import java.util.Base64
import java.util.concurrent.CountDownLatch
import java.util.logging.{Level, Logger}
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Options of `./brine example site`. */
@main(name = "./brine example site", doc = Main.About)
final case class SiteOptions(
    @arg(doc = "where the events are: files:FOLDER (target/site by default), sqlite:FILE or postgresql://HOST/DATABASE")
    store: String = "files:target/site",
    @arg(doc = "port to listen on; 8080 by default, 0 for a free one")
    port: Int = 8080,
    @arg(doc = "address to listen on; 127.0.0.1 by default. With another one, others on the network may reach it")
    host: String = "127.0.0.1",
    @arg(doc = "what clients have to know; a new one by default")
    token: Option[String] = None,
    @arg(doc = "requests a second that are answered; 200 by default")
    rate: Int = 200,
    @arg(doc = "ends after the import of the files")
    importOnly: Flag = Flag(),
    @arg(doc = "files to import first: *.json has a site, *.jsonl an event a line")
    files: Leftover[String]
)

/** Starts the service, and ends it with Ctrl-C. */
object Main:
  final val About =
    "Starts the example of a service: sites with their history, over HTTP and with a page. Prints the address to open. " +
      "Ctrl-C ends it."

  // Kept, or its level is forgotten.
  private val webServerLog = Logger.getLogger("io.helidon")

  private val MostRate = 1_000_000

  private val parser  = ParserForClass[SiteOptions]
  private val options =
    Options(Set("--store", "--port", "--host", "--token", "--rate"), Set("--import-only", "--help", "-h"))

  def main(arguments: Array[String]): Unit = sys.exit(run(arguments.toList))

  /** Runs until the program is asked to end.
    *
    * @return
    *   the exit code: 0 success, 1 it failed, 2 bad arguments
    */
  def run(arguments: List[String]): Int = options.parse(parser, arguments): options =>
    for
      files <- Options.names(options.files.value)
      _     <- check(options)
    yield start(options, files.map(Path.of(_)).toList)

  private def check(options: SiteOptions): Either[String, Unit] =
    if options.port < 0 || options.port > 65535 then Left(s"--port is ${options.port}: it must be from 0 to 65535")
    else if isEveryAddress(options.host) then
      Left("--host must be the address by which clients reach the service: requests by another one are refused")
    else if options.rate < 1 || options.rate > MostRate then
      Left(s"--rate is ${options.rate}: it must be from 1 to $MostRate")
    else if options.token.exists(!_.matches("[A-Za-z0-9._~-]{8,200}")) then
      Left("--token must be 8 to 200 letters, digits and . _ ~ -")
    else Right(())

  private def isEveryAddress(host: String): Boolean =
    host.isEmpty || host == "*" || {
      // A name that is not known is an error when the server starts.
      try InetAddress.getByName(host).isAnyLocalAddress
      catch case _: UnknownHostException => false
    }

  private def start(options: SiteOptions, files: List[Path]): Int =
    webServerLog.setLevel(Level.OFF) // what matters of it, this program says
    Store.open(options.store) match
      case Left(wrong)  => CommandLine.complain(wrong)
      case Right(store) =>
        try
          if !imported(store, files) then 1
          else if options.importOnly.value then 0
          else serve(store, options)
        finally store.close()

  private def imported(store: Store, files: List[Path]): Boolean =
    val says     = Terminal.isWatched
    val importer = SiteImport(store.log, events => if says then Console.err.print(s"\rimported $events events"))
    try
      for file <- files do
        val events = importer(file)
        if says then Console.err.print("\r")
        println(s"imported $events events of $file")
      true
    catch
      case failed: ImportException =>
        Console.err.println(s"brine: ${failed.getMessage}")
        false

  private def serve(store: Store, options: SiteOptions): Int =
    val token   = options.token.getOrElse(newToken())
    val service = SiteService(store)
    try
      val settings = HttpSettings(options.host, options.port, token, options.rate, options.rate * 2)
      val server   =
        try Right(SiteServer(service, settings))
        catch case failed: Exception => Left(failed)
      server match
        case Left(failed) =>
          Console.err.println(
            s"brine: cannot listen on ${options.host}:${options.port}: ${reason(failed)}. Choose another --port"
          )
          1
        case Right(server) =>
          val stop    = CountDownLatch(1)
          val stopped = CountDownLatch(1)
          // The JVM ends when its hooks have returned, so this one waits until all is closed.
          Runtime.getRuntime.addShutdownHook(Thread: () =>
            stop.countDown()
            stopped.await())
          try
            // The part after # stays in the browser: no request and no log has it.
            println(s"sites in ${store.name}: open http://${shown(options.host)}:${server.port}/#token=$token")
            stop.await()
            0
          finally
            try
              server.close()
              service.close()
              store.close()
              println("stopped")
            finally stopped.countDown()
    finally service.close()

  private def reason(failed: Throwable): String =
    val cause = Iterator.iterate(failed)(_.getCause).takeWhile(_ != null).toList.last
    Option(cause.getMessage).getOrElse(cause.toString)

  private def shown(host: String) = if host.contains(':') && !host.startsWith("[") then s"[$host]" else host

  private def newToken(): String =
    val bytes = new Array[Byte](18)
    SecureRandom().nextBytes(bytes)
    Base64.getUrlEncoder.withoutPadding.encodeToString(bytes)
