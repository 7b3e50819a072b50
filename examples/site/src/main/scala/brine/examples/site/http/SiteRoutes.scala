package brine.examples.site.http

import brine.entity.projection.{ProjectionError, ProjectionException}
import brine.entity.{EntityError, EntityException}
import brine.examples.site.history.SitePart
import brine.examples.site.json.SiteJson
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.Changed
import brine.examples.site.service.SiteService
import brine.journal.Offset
import io.helidon.webserver.http.{HttpRules, HttpService, ServerRequest}
import java.time.Instant
import java.util.UUID

/** The requests about sites and views, as `openapi.json` describes them. */
private[http] final class SiteRoutes(service: SiteService, settings: HttpSettings, connections: Connections)
    extends HttpService:
  import Requests.*

  /** Commands in one request. */
  private val MostCommands = 100

  def routing(rules: HttpRules): Unit =
    Routes.get(rules, "/sites", ok(list))
    Routes.get(rules, "/sites/{id}", ok(site))
    Routes.post(rules, "/sites/{id}/commands", json(change))
    Routes.get(rules, "/sites/{id}/events", ok(events))
    Routes.get(rules, "/sites/{id}/state", ok(stateThen))
    Routes.get(rules, "/sites/{id}/difference", ok(difference))
    Routes.get(rules, "/sites/{id}/last-change", ok(lastChange))
    Routes.get(rules, "/statistics", ok(_ => statistics))
    Routes.get(rules, "/views", ok(_ => views))
    Routes.post(rules, "/views/{name}/rebuild", json(rebuild))

  // -- sites ----------------------------------------------------------------------------------------------------------

  private def list(request: ServerRequest): ujson.Value =
    val most  = number(request, "limit", 20, 100).toInt
    val found = service.search(
      text(request, "search").getOrElse("").take(200),
      number(request, "before", Long.MaxValue),
      most + 1, // or nobody would know whether there are more
      Offset(number(request, "seen", 0, service.log.durable.sequence))
    )
    ujson.Obj("sites" -> ujson.Arr.from(found.take(most).map(ApiJson.listed)), "hasMore" -> (found.size > most))

  private def site(request: ServerRequest): ujson.Value =
    val state = service.site(id(request)).value
    if state.site.isEmpty then throw Problem.notFound("such site")
    ApiJson.state(state)

  private def change(request: ServerRequest): (Int, ujson.Value) =
    val site = id(request)
    val key  = header(request, "Idempotency-Key").map(uuid)
    connections.readBody(request.remotePeer.address)
    val text = body(request, settings.maxBody)
    connections.hold(request.remotePeer.address)
    val posted = SiteJson
      .parse[SiteJson.Posted](text)
      .fold(wrong => throw Problem.badRequest(wrong), identity)
    if posted.commands.isEmpty || posted.commands.sizeIs > MostCommands then
      throw Problem.badRequest(s"there are ${posted.commands.size} commands: it must be 1 to $MostCommands")
    for version <- posted.basedOn if version < 0 do
      throw Problem.badRequest(s"basedOn: expected a version from 0, and found $version")
    val answer = service.change(site, posted.commands, posted.basedOn, key)
    answer.value match
      case Changed.Accepted(version, events, _) =>
        (
          200,
          ujson.Obj(
            "version" -> version.toDouble,
            "events"  -> events,
            "offset"  -> answer.offset.sequence.toDouble
          )
        )
      case Changed.Refused(command, refusal, _) =>
        (
          422,
          ujson.Obj(
            "error"   -> "refused",
            "message" -> refusal.message,
            "command" -> command,
            "field"   -> refusal.field
          )
        )
      case _: Changed.Stale =>
        val body = ApiJson.state(service.site(site).value)
        body("error") = "stale"
        body("message") = "the site has changed since you have read it"
        (409, body)

  // -- history --------------------------------------------------------------------------------------------------------

  private def events(request: ServerRequest): ujson.Value =
    val found = service.history(id(request)).events(number(request, "from", 1), number(request, "limit", 50, 200).toInt)
    ujson.Obj("events" -> ujson.Arr.from(found.map(ApiJson.event)))

  private def stateThen(request: ServerRequest): ujson.Value =
    val history = service.history(id(request))
    if text(request, "time").nonEmpty && text(request, "version").nonEmpty then
      throw Problem.badRequest("name version or time, and not both")
    val (state, record) = text(request, "time") match
      case Some(_) => history.at(Instant.ofEpochMilli(number(request, "time", 0, 8_640_000_000_000_000L)))
      case None    => history.at(number(request, "version", Long.MaxValue))
    val body = ApiJson.state(state)
    body("event") = record.fold[ujson.Value](ujson.Null)(ApiJson.event)
    body

  private def difference(request: ServerRequest): ujson.Value =
    val history = service.history(id(request))
    ApiJson.difference(history.difference(number(request, "from", 0), number(request, "to", Long.MaxValue)))

  private def lastChange(request: ServerRequest): ujson.Value =
    val part = (text(request, "field"), text(request, "page"), text(request, "component")) match
      case (Some(field), None, None) if SitePart.fields.contains(field) => SitePart.Field(field)
      case (None, Some(path), None)                                     => SitePart.OfPage(path)
      case (None, None, Some(component))                                => SitePart.OfComponent(uuid(component))
      case _                                                            =>
        throw Problem.badRequest(s"name one of field (${SitePart.fields.mkString(", ")}), page and component")
    val step = service.history(id(request)).lastChange(part.of)
    ujson.Obj("event" -> step.fold[ujson.Value](ujson.Null)(ApiJson.step))

  // -- views ----------------------------------------------------------------------------------------------------------

  private def statistics: ujson.Value =
    val (sites, events) = service.statistics()
    ujson.Obj("sites" -> ApiJson.counts(sites), "events" -> ApiJson.counts(events))

  private def views: ujson.Value =
    ujson.Obj(
      "views" -> ujson.Arr.from(service.views.values.toVector.sortBy(_.name).map(one => ApiJson.view(one.status)))
    )

  private def rebuild(request: ServerRequest): (Int, ujson.Value) =
    val name = request.path.pathParameters.get("name")
    val view = service.views.getOrElse(name, throw Problem.notFound("such view"))
    if !view.rebuild() then throw Problem(409, "busy", "the view is being built already")
    (202, ApiJson.view(view.status))

  private def id(request: ServerRequest): UUID = uuid(request, "id")

private[http] object SiteRoutes:
  /** What a client is told if an entity did not answer, if it is to blame or should try again.
    *
    * @param isRead
    *   whether the request had no commands
    */
  def problem(failed: EntityException, isRead: Boolean): Option[Problem] = failed.error match
    case _: EntityError.KeyReused => Some(Problem(422, "key-reused", failed.getMessage))
    case _: EntityError.TooLarge  =>
      Some(Problem(413, "too-large", "the events of these commands are too large together"))
    case _: (EntityError.Overloaded | EntityError.Closed | EntityError.Busy | EntityError.Conflicting) =>
      Some(Problem(503, "unavailable", "the site cannot take the commands now", "Retry-After" -> "1"))
    case _: (EntityError.TimedOut | EntityError.OutcomeUnknown) if isRead =>
      Some(Problem(504, "no-answer", "the site has not answered in time: ask again", "Retry-After" -> "1"))
    case _: (EntityError.TimedOut | EntityError.OutcomeUnknown) =>
      Some(
        Problem(
          504,
          "outcome-unknown",
          "it is not known whether the commands were executed: send them again with the same key",
          "Retry-After" -> "1"
        )
      )
    case _ => None

  /** Whether the log does not work, such as on a full disk. */
  def isUnavailable(failed: EntityException): Boolean = failed.error match
    case _: (EntityError.Unavailable | EntityError.HistoryUnavailable | EntityError.ReplyUnavailable) => true
    case _                                                                                            => false

  /** What a client is told if a view did not answer, if waiting helps. */
  def problem(failed: ProjectionException): Option[Problem] = failed.error match
    case _: ProjectionError.Behind => Some(Problem(503, "behind", failed.getMessage, "Retry-After" -> "1"))
    case _                         => None
