package brine.lab.model.entity

import brine.lab.model.*
import brine.lab.peer.EntityModel
import scala.jdk.CollectionConverters.*

class SiteEntitySuite extends munit.FunSuite:
  private val model = SiteEntityModel()

  private def requests(id: String, from: Long, count: Int): List[SiteRequest] =
    List.tabulate(count)(at => model.any(id, from + at).asInstanceOf[SiteRequest])

  /** The decisions on requests, one after the other, and the state after them. */
  private def run(requests: List[SiteRequest]): (List[SiteDecision], SiteState) =
    requests.foldLeft((List.empty[SiteDecision], SiteState.initial)):
      case ((decided, state), request) =>
        val decision = SiteEntity.decide(state, request)
        (decision :: decided, SiteEntity.evolve(state, decision.changes))

  private lazy val (decisions, state) = run(requests("site-1", 0, 4000))

  test("requests of all kinds lead to all 29 events, and each kind is accepted and refused"):
    val events = decisions.flatMap(_.changes).map(_.event.getClass)
    assertEquals(events.distinct.size, 29)
    val kinds = requests("site-1", 0, 4000).map(_.command.getClass).zip(decisions.reverse.map(_.reply.isAccepted))
    assertEquals(kinds.map(_._1).distinct.size, 25)
    val never = kinds.groupMap(_._1)(_._2).filter((_, replies) => !replies.contains(true)).keys.map(_.getSimpleName)
    assertEquals(never.toList, Nil)
    val refused = kinds.collect { case (kind, false) => kind.getSimpleName }.distinct.size
    assert(refused > 15, refused)

  test("a site after its events is what the published fold makes of them"):
    val events = decisions.reverse.flatMap(_.changes)
    assertEquals(state.version, events.size.toLong)
    assertEquals(
      state.site,
      Some(EventProcessor(events.map(change => SiteEventData(state.site.get.id, change.event, change.at))))
    )

  test("a reply says whether it was accepted, its events and the version after them"):
    var version = 0L
    for decision <- decisions.reverse do
      version += decision.changes.size
      assertEquals(decision.reply.version, version)
      assertEquals(decision.reply.events, decision.changes.size)
      if !decision.reply.isAccepted then assertEquals(decision.changes, Nil)

  test("pages, components, domains and entry points never occur twice, and at most one is primary"):
    requests("site-7", 5000, 3000).foldLeft(SiteState.initial): (before, request) =>
      val after = SiteEntity.evolve(before, SiteEntity.decide(before, request).changes)
      for site <- after.site do
        def once(keys: Seq[Any]) = assertEquals(keys.distinct.size, keys.size, request)
        once(site.pages.map(_.path))
        once(site.pages.flatMap(_.components.map(_.id)))
        once(site.domains.map(_.name))
        once(site.entryPoints.map(_.lookupKey))
        once(site.flags)
        once(site.defaultMetaTags.map(_.name))
        assert(site.domains.count(_.primary) <= 1 && site.entryPoints.count(_.primary) <= 1, request)
        assert(site.pages.forall(page => page.name != null && page.components.forall(_.data != null)), request)
      after

  test("a created site has ten events, and accepts every change in any order without growing"):
    val created    = model.creating("site-3").asScala.toList.map(_.asInstanceOf[SiteRequest])
    val (_, ready) = run(created)
    assertEquals(ready.version, EntityModel.CREATED.toLong)
    val random = scala.util.Random(1)
    val after  = random
      .shuffle(List.range(0, 2000))
      .foldLeft(ready): (before, number) =>
        val decision = SiteEntity.decide(before, model.change(number.toLong).asInstanceOf[SiteRequest])
        assert(decision.reply.isAccepted, number)
        assert(decision.changes.sizeIs >= 1 && decision.changes.sizeIs <= 2, decision)
        SiteEntity.evolve(before, decision.changes)
    val site = after.site.get
    assertEquals(site.pages.map(_.components.size), Seq(1))
    assertEquals((site.pages.head.metaTags.size, site.defaultMetaTags.size), (1, 1))

  test("a query has no events, also before there is a site"):
    val query = model.query.asInstanceOf[SiteRequest]
    assert(query.isQuery && !model.change(0).isQuery)
    for from <- List(SiteState.initial, state) do
      assertEquals(
        SiteEntity.decide(from, query),
        SiteDecision(Nil, SiteReply(isAccepted = true, from.version, 0, from.site.fold(0)(_.pages.size)))
      )
