package brine.examples.site

import brine.commandline.{CommandLine, Options, Terminal}
import brine.examples.site.SiteOptions.Form
import brine.examples.site.cluster.{ClusterSites, LocalCluster}
import brine.examples.site.http.{HttpSettings, SiteServer}
import brine.examples.site.importing.{ImportException, SiteImport}
import brine.examples.site.service.{SiteEntities, SiteService}
import brine.examples.site.stores.Store
import java.nio.file.{InvalidPathException, Path}
import java.security.SecureRandom
import java.util.Base64
import java.util.logging.{Level, Logger}
import mainargs.ParserForClass

/** Starts the service, and ends it with Ctrl-C. */
object Main:
  // Kept, or its level is forgotten.
  private val webServerLog = Logger.getLogger("io.helidon")

  private val parser  = ParserForClass[SiteOptions]
  private val options = Options(
    Set("--store", "--port", "--host", "--token", "--rate", "--cluster", "--cluster-node", "--seed", "--views"),
    Set("--import-only", "--help", "-h")
  )

  def main(arguments: Array[String]): Unit = sys.exit(run(arguments.toList))

  /** Runs until the program is asked to end.
    *
    * @return
    *   the exit code: 0 success, 1 it failed, 2 bad arguments
    */
  def run(arguments: List[String]): Int = options.parse(parser, arguments): options =>
    for
      names <- Options.names(options.files.value)
      files <- paths(names)
      form  <- options.check
    yield start(form, options, files)

  private def paths(names: Seq[String]): Either[String, List[Path]] =
    try Right(names.map(Path.of(_)).toList)
    catch case wrong: InvalidPathException => Left(Failures.reason(wrong))

  private def start(form: Form, options: SiteOptions, files: List[Path]): Int =
    webServerLog.setLevel(Level.OFF) // what matters of it, this program says
    form match
      case Form.Cluster(nodes) => LocalCluster.run(nodes, options, imported(_, files))
      case Form.Alone          => alone(Store.open(options.store.getOrElse("files:target/site")), options, files)
      case Form.Node(address, seeds, views) =>
        Store.ofNode(options.store.getOrElse(""), views) match
          case Left(wrong)  => CommandLine.complain(wrong)
          case Right(store) =>
            try
              if !imported(store, files) then 1
              else if options.importOnly.value then 0
              else
                try
                  val sites = ClusterSites.join(address, seeds, store.log)
                  serve(store, sites, options, sites.onEnd)
                catch
                  case failed: Exception =>
                    Console.err.println(s"brine: the node $address does not start: ${Failures.cause(failed)}")
                    1
            finally store.close()

  private def alone(opened: Either[String, Store], options: SiteOptions, files: List[Path]): Int = opened match
    case Left(wrong)  => CommandLine.complain(wrong)
    case Right(store) =>
      try
        if !imported(store, files) then 1
        else if options.importOnly.value then 0
        else serve(store, SiteEntities.local(store.log), options, _ => ())
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

  /** @param onEnd
    *   takes what to do when the sites end by themselves
    */
  private def serve(store: Store, sites: SiteEntities, options: SiteOptions, onEnd: (() => Unit) => Unit): Int =
    val token   = options.token.getOrElse(newToken())
    val service = SiteService(store, sites)
    if service.viewsWereOfAnotherLog then
      Console.err.println(s"brine: the views were not of the events in ${store.name}: they are built again")
    try
      val settings = HttpSettings(options.host, options.port, token, options.rate, options.rate * 2)
      val server   =
        try Right(SiteServer(service, settings))
        catch case failed: Exception => Left(failed)
      server match
        case Left(failed) =>
          Console.err.println(s"brine: cannot listen on ${options.host}:${options.port}: ${Failures.cause(failed)}")
          1
        case Right(server) =>
          val ending = Ending()
          onEnd: () =>
            if !ending.hasBegun then
              ending.because(
                "the cluster has removed this node, which could not reach most of the others: start it again"
              )
          // The part after # stays in the browser: no request and no log has it.
          println(s"sites in ${store.name}: open http://${shown(options.host)}:${server.port}/#token=$token")
          ending.await: () =>
            server.close()
            service.close()
            store.close()
            println("stopped")
    finally service.close()

  private def shown(host: String) = if host.contains(':') && !host.startsWith("[") then s"[$host]" else host

  /** What clients of a service have to know. */
  def newToken(): String =
    val bytes = new Array[Byte](18)
    SecureRandom().nextBytes(bytes)
    Base64.getUrlEncoder.withoutPadding.encodeToString(bytes)
