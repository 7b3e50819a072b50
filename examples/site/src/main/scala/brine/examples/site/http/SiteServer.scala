package brine.examples.site.http

import brine.entity.EntityException
import brine.entity.projection.ProjectionException
import brine.examples.site.service.SiteService
import io.helidon.http.HttpException
import io.helidon.webserver.WebServer
import io.helidon.webserver.http.{HttpRouting, ServerRequest, ServerResponse}
import java.lang.System.Logger.Level.ERROR
import java.net.BindException
import java.time.Duration

/** The service over HTTP. Started when it is made; closing it ends all streams.
  *
  * @param service
  *   stays open
  * @throws java.net.BindException
  *   if it cannot listen on host and port
  */
final class SiteServer(service: SiteService, settings: HttpSettings) extends AutoCloseable:
  private val logger  = System.getLogger("brine.examples.site")
  private val streams = EventStreams(service, settings)
  private val guard   = Guard(settings, () => port)

  private val routing: HttpRouting.Builder = HttpRouting.builder
    .addFilter(guard)
    .get("/api/events", streams)
    .register("/api", SiteRoutes(service, settings))
    .register("/", Assets)
    .any((_, _) => throw Problem.notFound("such page"))
    .error(
      classOf[Problem],
      (_: ServerRequest, response: ServerResponse, problem: Problem) => answer(response, problem)
    )
    .error(
      classOf[EntityException],
      (_: ServerRequest, response: ServerResponse, failed: EntityException) =>
        answer(response, SiteRoutes.problem(failed))
    )
    .error(
      classOf[ProjectionException],
      (_: ServerRequest, response: ServerResponse, failed: ProjectionException) =>
        answer(response, Problem(503, "behind", failed.getMessage, "Retry-After" -> "1"))
    )
    .error(
      classOf[RuntimeException],
      (_: ServerRequest, response: ServerResponse, failed: RuntimeException) => unexpected(response, failed)
    )

  private val server: WebServer = WebServer.builder
    .host(settings.host)
    .port(settings.port)
    .routing(routing)
    .maxTcpConnections(settings.maxStreams + 256)
    .maxPayloadSize(1L << 20) // the routes are stricter; this is for those that read no body
    .idleConnectionTimeout(Duration.ofMinutes(2))
    .shutdownGracePeriod(Duration.ofSeconds(2))
    .shutdownHook(false) // the program has one of its own
    .build()
    .start()

  // Helidon only logs why it does not start.
  if !server.isRunning then throw BindException("the port may be taken, or the address is not one of this machine")

  /** The port it listens on. */
  def port: Int = server.port

  /** Number of open event streams. */
  def openStreams: Int = streams.count

  private def answer(response: ServerResponse, problem: Problem): Unit =
    problem.headers.foreach((name, value) => response.header(name, value))
    Requests.send(response, problem.status, problem.body)

  private def unexpected(response: ServerResponse, failed: RuntimeException): Unit = failed match
    case known: HttpException => answer(response, Problem(known.status.code, "refused", known.status.reasonPhrase))
    case _                    =>
      // Its message is for the log: it may name what is no client's business.
      logger.log(ERROR, "a request has failed", failed)
      answer(response, Problem(500, "failed", "the service has failed; its log says why"))

  def close(): Unit =
    streams.close()
    server.stop(): Unit
