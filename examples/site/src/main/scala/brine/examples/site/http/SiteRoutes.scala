package brine.examples.site.http

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
private[http] final class SiteRoutes(service: SiteService, settings: HttpSettings) extends HttpService:
  import Requests.*

  /** Commands in one request. */
  private val MostCommands = 100

  def routing(rules: HttpRules): Unit =
    rules
      .get("/sites", ok(list))
      .get("/sites/{id}", ok(site))
      .post("/sites/{id}/commands", json(change))
      .get("/sites/{id}/events", ok(events))
      .get("/sites/{id}/state", ok(stateThen))
      .get("/sites/{id}/difference", ok(difference))
      .get("/sites/{id}/last-change", ok(lastChange))
      .get("/statistics", ok(_ => statistics))
      .get("/views", ok(_ => views))
      .post("/views/{name}/rebuild", json(rebuild)): Unit

  // -- sites ----------------------------------------------------------------------------------------------------------

  private def list(request: ServerRequest): ujson.Value =
    val most  = number(request, "limit", 20, 100).toInt
    val found = service.search(
      text(request, "search").getOrElse("").take(200),
      number(request, "before", Long.MaxValue),
      most,
      Offset(number(request, "seen", 0, service.log.durable.sequence))
    )
    ujson.Obj("sites" -> ujson.Arr.from(found.map(ApiJson.listed)), "hasMore" -> (found.size == most && most > 0))

  private def site(request: ServerRequest): ujson.Value =
    val state = service.site(id(request)).value
    if state.site.isEmpty then throw Problem.notFound("such site")
    ApiJson.state(state)

  private def change(request: ServerRequest): (Int, ujson.Value) =
    val site   = id(request)
    val key    = header(request, "Idempotency-Key").map(uuid)
    val posted = SiteJson
      .parse[SiteJson.Posted](body(request, settings.maxBody))
      .fold(wrong => throw Problem.badRequest(wrong), identity)
    if posted.commands.isEmpty || posted.commands.sizeIs > MostCommands then
      throw Problem.badRequest(s"there are ${posted.commands.size} commands: it must be 1 to $MostCommands")
    val answer = service.change(site, posted.commands, posted.basedOn, key)
    answer.value match
      case Changed.Accepted(version, events) =>
        (
          200,
          ujson.Obj(
            "version" -> version.toDouble,
            "events"  -> events,
            "offset"  -> answer.offset.sequence.toDouble
          )
        )
      case Changed.Refused(command, refusal) =>
        (
          422,
          ujson.Obj(
            "error"   -> "refused",
            "message" -> refusal.message,
            "command" -> command,
            "field"   -> refusal.field
          )
        )
      case Changed.Stale(_) =>
        val body = ApiJson.state(service.site(site).value)
        body("error") = "stale"
        body("message") = "the site has changed since you have read it"
        (409, body)

  // -- history --------------------------------------------------------------------------------------------------------

  private def events(request: ServerRequest): ujson.Value =
    val found = service.history(id(request)).events(number(request, "from", 1), number(request, "limit", 50, 200).toInt)
    ujson.Obj("events" -> ujson.Arr.from(found.map(ApiJson.event)))

  private def stateThen(request: ServerRequest): ujson.Value =
    val history         = service.history(id(request))
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
  /** What a client is told if an entity did not answer. */
  def problem(failed: EntityException): Problem = failed.error match
    case _: EntityError.KeyReused                         => Problem(422, "key-reused", failed.getMessage)
    case _: (EntityError.Overloaded | EntityError.Closed) =>
      Problem(503, "unavailable", failed.getMessage, "Retry-After" -> "1")
    case _: (EntityError.TimedOut | EntityError.OutcomeUnknown) =>
      Problem(504, "outcome-unknown", failed.getMessage, "Retry-After" -> "1")
    case _ => Problem(500, "failed", failed.getMessage)
