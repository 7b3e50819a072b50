package brine.examples.site.http

import brine.codec.inspect.{Diff, Value}
import brine.entity.EntityHistory.Step
import brine.entity.projection.ProjectionStatus
import brine.examples.site.json.SiteJson
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.{SiteChange, SiteState}
import brine.examples.site.service.SiteService
import brine.examples.site.views.{ListedSite, View}
import brine.journal.Record

/** What the service answers with, as JSON. */
private[http] object ApiJson:
  def state(state: SiteState): ujson.Obj = ujson.Obj(
    "version" -> state.version.toDouble,
    "site"    -> state.site.fold[ujson.Value](ujson.Null)(SiteJson.writeJs(_))
  )

  def event(record: Record[SiteChange]): ujson.Obj = ujson.Obj(
    "offset"    -> record.offset.sequence.toDouble,
    "site"      -> SiteService.siteOf(record),
    "version"   -> record.version.toDouble,
    "event"     -> SiteJson.writeJs(record.value.event),
    "timestamp" -> record.value.at.toEpochMilli.toDouble,
    "stored"    -> record.at.toEpochMilli.toDouble
  )

  def step(step: Step[SiteChange, SiteState]): ujson.Obj = event(step.record)

  def difference(diff: Diff): ujson.Obj =
    def text(value: Option[Value]): ujson.Value = value.fold[ujson.Value](ujson.Null)(one => ujson.Str(one.text(2000)))
    ujson.Obj(
      "isComplete"  -> diff.isComplete,
      "differences" -> ujson.Arr.from(
        diff.differences.map(one => ujson.Obj("path" -> one.path, "left" -> text(one.left), "right" -> text(one.right)))
      )
    )

  def listed(site: ListedSite): ujson.Obj = ujson.Obj(
    "id"          -> site.id.toString,
    "name"        -> site.name,
    "description" -> site.description,
    "siteType"    -> site.siteType.toString,
    "published"   -> site.isPublished,
    "pages"       -> site.pages,
    "version"     -> site.version.toDouble,
    "last"        -> site.last.toDouble
  )

  def counts(numbers: Vector[(String, Long)]): ujson.Arr =
    ujson.Arr.from(numbers.map((name, number) => ujson.Obj("name" -> name, "count" -> number.toDouble)))

  def view(status: View.Status): ujson.Obj = ujson.Obj(
    "name"     -> status.name,
    "version"  -> status.version,
    "position" -> status.current.position.sequence.toDouble,
    "lag"      -> status.current.lag.toDouble,
    "setAside" -> status.current.setAside,
    "failure"  -> failure(status.current),
    "rebuild"  -> status.rebuild.fold[ujson.Value](ujson.Null): progress =>
      ujson.Obj(
        "version" -> progress.version,
        "done"    -> progress.done.toDouble,
        "of"      -> progress.of.toDouble,
        "failure" -> failure(progress.status)
      )
  )

  private def failure(status: ProjectionStatus): ujson.Value =
    status.end.map(_.message).orElse(status.failure.map(_.message)).fold[ujson.Value](ujson.Null)(ujson.Str(_))
