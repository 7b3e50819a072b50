package brine.examples.site.http

import brine.entity.EntityException
import brine.entity.projection.ProjectionException
import brine.examples.site.service.{KeyUsedException, SiteService}
import brine.journal.JournalException
import io.helidon.http.{HeaderNames, HttpException, RequestException}
import io.helidon.webserver.{CloseConnectionException, WebServer}
import io.helidon.webserver.http.{HttpRouting, ServerRequest, ServerResponse}
import java.lang.System.Logger.Level.{ERROR, WARNING}
import java.net.BindException
import java.sql.SQLException
import java.time.Duration

/** The service over HTTP. Started when it is made; closing it ends all streams.
  *
  * @param service
  *   stays open
  * @throws java.net.BindException
  *   if it cannot listen on host and port
  */
final class SiteServer(service: SiteService, settings: HttpSettings) extends AutoCloseable:
  private val logger      = System.getLogger("brine.examples.site")
  private val seldom      = RateLimit(1, 3)
  private val connections = Connections(settings)
  private val streams     = EventStreams(service, settings, connections)
  private val guard       = Guard(settings, connections)

  private val routing: HttpRouting.Builder =
    val builder = HttpRouting.builder.addFilter(guard)
    Routes.get(builder, "/api/events", streams)
    builder
      .register("/api", SiteRoutes(service, settings, connections))
      .register("/", Assets)
      .any((_, _) => throw Problem.notFound("such page"))
      .error(
        classOf[Throwable],
        (request: ServerRequest, response: ServerResponse, failed: Throwable) =>
          if response.isSent then throw CloseConnectionException("the answer cannot be completed", failed)
          answer(request, response, problem(request, failed))
      )

  private val server: WebServer = WebServer.builder
    .host(settings.host)
    .port(settings.port)
    .routing(routing)
    .connectionOptions(connections.options)
    .maxTcpConnections(settings.maxConnections * 2) // never reached, or new connections would have to wait
    .maxPayloadSize(1L << 20)                       // the routes are stricter; this is for those that read no body
    .idleConnectionTimeout(Duration.ofDays(1))      // Connections does that, and more exactly
    .shutdownGracePeriod(Duration.ofSeconds(2))
    .shutdownHook(false) // the program has one of its own
    .build()
    .start()

  // Helidon only logs why it does not start.
  if !server.isRunning then
    connections.close()
    throw BindException(
      "the port may be taken, or the address is not one of this machine. Choose another --port or --host"
    )

  /** The port it listens on. */
  def port: Int = server.port

  /** Number of open event streams. */
  def openStreams: Int = streams.count

  /** Number of open connections. */
  def openConnections: Int = connections.count

  private def answer(request: ServerRequest, response: ServerResponse, problem: Problem): Unit =
    problem.headers.foreach((name, value) => response.header(name, value))
    if Requests.hasRest(request) then response.header(HeaderNames.CONNECTION, "close"): Unit
    Requests.send(request, response, problem.status, problem.body)
    Requests.finish(request)

  /** What a client is told. Messages of failures are for the log: they may name what is no client's business. */
  private def problem(request: ServerRequest, failed: Throwable): Problem = failed match
    case known: Problem              => known
    case failed: EntityException     => SiteRoutes.problem(failed, Requests.isRead(request)).getOrElse(internal(failed))
    case used: KeyUsedException      => Problem(422, "key-reused", used.getMessage)
    case behind: ProjectionException => SiteRoutes.problem(behind).getOrElse(unavailable(behind))
    case _: (SQLException | JournalException) => unavailable(failed)
    case _: RequestException                  => Problem.badRequest("the request is not well-formed")
    case known: HttpException                 => Problem(known.status.code, "refused", known.status.reasonPhrase)
    case _                                    => internal(failed)

  private def unavailable(failed: Throwable): Problem =
    // While a disk is full, each request fails: one a second says it.
    if seldom.take() == 0 then logger.log(WARNING, s"a request was not answered: ${failed.getMessage}")
    Problem.unavailable("a part of the service does not work now; its log says why")

  private def internal(failed: Throwable): Problem = failed match
    case entity: EntityException if SiteRoutes.isUnavailable(entity) => unavailable(failed)
    case _                                                           =>
      logger.log(ERROR, "a request has failed", failed)
      Problem(500, "failed", "the service has failed; its log says why")

  def close(): Unit =
    streams.close()
    server.stop(): Unit
    connections.close()
