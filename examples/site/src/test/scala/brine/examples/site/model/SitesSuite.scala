package brine.examples.site.model

import brine.entity.testkit.{EntityTest, Simulation}
import brine.examples.site.RandomCommands
import brine.examples.site.model.SiteCommand.*
import brine.examples.site.model.SiteEvent.*
import java.time.Instant
import java.util.UUID

class SitesSuite extends munit.FunSuite:
  private val id    = UUID(7, 7)
  private val owner = UUID(8, 8)
  private val text  = UUID(9, 9)
  private val at    = Instant.parse("2026-01-01T00:00:00Z")
  private val none  = EntityTest(Sites)

  private def ask(commands: SiteCommand*)                       = SiteAsk.Change(id, commands.toVector, None)
  private def created                                           = none.when(ask(create)).entity
  private def create                                            = CreateSite(owner, SiteType.Html5, "Shop", "Books")
  private def refusal(number: Int, field: String, says: String) = Changed.Refused(number, Refusal(field, says))

  test("a site is created once, with the five events of the published study"):
    val decided = none.when(ask(create))
    assertEquals(
      decided.events.map(_.event),
      Vector(
        SiteCreated(id, owner, SiteType.Html5),
        SiteRevisionSet(0),
        SiteNameSet("Shop"),
        SiteDescriptionSet("Books"),
        SiteUnpublished()
      )
    )
    assertEquals(decided.events.map(_.at).distinct, Vector(at))
    assertEquals(decided.reply, Changed.Accepted(5, 5))
    assertEquals(decided.state.site.map(site => (site.name, site.published)), Some(("Shop", false)))
    assertEquals(decided.entity.when(ask(create)).reply, refusal(0, "", "the site exists already"))

  test("before a site is created, all other commands are refused"):
    assertEquals(none.when(ask(PublishSite())).reply, refusal(0, "", "the site does not exist: create it first"))

  test("commands are executed together or not at all, each on the state that those before it lead to"):
    val both =
      created.when(ask(AddPage("/", "start"), AddPageComponent("/", text, PageComponentData.TextComponentData("Hi"))))
    assertEquals(both.reply, Changed.Accepted(10, 5))
    val refused = created.when(ask(AddPage("/", "start"), RenamePage("/news", "News")))
    assertEquals(refused.reply, refusal(1, "path", "the site has no page /news"))
    assertEquals(refused.events, Vector.empty)

  test("commands based on another version are not executed"):
    val stale = created.when(SiteAsk.Change(id, Vector(PublishSite()), Some(4)))
    assertEquals((stale.reply, stale.events.size), (Changed.Stale(5), 0))
    assertEquals(created.when(SiteAsk.Change(id, Vector(PublishSite()), Some(5))).reply, Changed.Accepted(7, 2))

  test("the first domain and entry point become the primary ones"):
    val site = created
      .when(ask(AddDomain("a.example"), AddDomain("b.example"), AddFreeEntryPoint("olga", "shop")))
      .state
      .site
      .get
    assertEquals(site.domains, Vector(Domain("a.example", true), Domain("b.example", false)))
    assertEquals(site.entryPoints.map(_.isPrimary), Vector(true))

  test("a refusal names the field that is to blame"):
    def field(command: SiteCommand) = created.when(ask(command)).reply match
      case Changed.Refused(0, Refusal(field, message), _) => assert(message.nonEmpty); field
      case other                                          => fail(s"$command: $other")
    assertEquals(field(RenameSite(" ")), "name")
    assertEquals(field(RenameSite("x" * 201)), "name")
    assertEquals(field(RenameSite("two\nlines")), "name")
    assertEquals(field(DescribeSite("x" * 10_001)), "description")
    assertEquals(field(AddDomain("Not A Domain")), "name")
    assertEquals(field(AddPage("news", "News")), "path")
    assertEquals(field(AddFreeEntryPoint("olga petrova", "shop")), "userName")
    assertEquals(field(UnpublishSite()), "")
    assertEquals(field(RenameSite("half \ud83d")), "name")
    assertEquals(field(DescribeSite("\ude00 half")), "description")
    assertEquals(created.when(ask(RenameSite("whole \ud83d\ude00"))).reply, Changed.Accepted(6, 1))

  test("a component keeps its type"):
    val page = created
      .when(ask(AddPage("/", "start"), AddPageComponent("/", text, PageComponentData.TextComponentData("Hi"))))
      .entity
    val blog = page.when(ask(EditPageComponent(text, PageComponentData.BlogComponentData("b", true, true))))
    assertEquals(blog.reply, refusal(0, "data", "the component is a Text, and cannot become a Blog"))

  test("a text that is set again is no event"):
    assertEquals(created.when(ask(RenameSite("Shop"), DescribeSite("Books"))).events, Vector.empty)

  test("random commands of all kinds: every event occurs, each kind is accepted and refused, parts stay unique"):
    var events  = Set.empty[String]
    var replies = Map.empty[String, Set[Boolean]]
    for seed <- 1 to 20 do
      val commands = RandomCommands(seed)
      (1 to 200).foldLeft(none): (entity, _) =>
        val command = commands.next()
        val decided = entity.when(ask(command))
        events ++= decided.events.map(_.event.productPrefix)
        val isAccepted = decided.reply.isInstanceOf[Changed.Accepted]
        replies = replies.updatedWith(command.productPrefix)(known => Some(known.getOrElse(Set.empty) + isAccepted))
        decided.state.site.foreach(check)
        decided.entity
    assertEquals(events.size, 29)
    assertEquals(replies.size, 24)
    assertEquals(replies.collect { case (kind, found) if !found(true) => kind }.toList, Nil)
    // Only a site that does not exist refuses to be published.
    assertEquals(replies.collect { case (kind, found) if !found(false) => kind }.toSet -- Set("PublishSite"), Set.empty)

  private def check(site: Site): Unit =
    def once(keys: Seq[Any]): Unit = assertEquals(keys.distinct.size, keys.size, site)
    once(site.pages.map(_.path))
    once(site.pages.flatMap(_.components.map(_.id)))
    once(site.domains.map(_.name))
    once(site.entryPoints.map(_.lookupKey))
    once(site.flags)
    once(site.defaultMetaTags.map(_.name))
    assert(site.domains.count(_.primary) <= 1 && site.entryPoints.count(_.isPrimary) <= 1)
    assert(site.pages.flatMap(_.components).forall(one => one.data.componentType == one.componentType))

  test("the parts of a site build it again"):
    for seed <- 1 to 50 do
      val commands = RandomCommands(seed)
      val state    = (1 to 100)
        .foldLeft(none.when(ask(create)).entity)((entity, _) => entity.when(ask(commands.next())).entity)
        .state
      val again = SiteParts.of(state.site.get).foldLeft(Sites.initial)(Sites.evolve)
      // What a site does not say: when other fields than these were set.
      assertEquals(again.site, state.site)

  test("evolve accepts every event in every state"):
    val orphan = Vector(PageNameSet("/", "x"), TextComponentDataSet(text, "x"), SitePublished(), DomainRemoved("x"))
    for event <- orphan do assertEquals(Sites.evolve(Sites.initial, SiteChange(event, at)), SiteState(1, None))

  test("as a service with faults and restarts"):
    Simulation(Sites): random =>
      val commands = RandomCommands(random.nextLong())
      if random.nextInt(10) == 0 then SiteAsk.Look else ask(commands.next())
    .check(runs = 20)
