package brine.lab.model

import java.time.Instant
import java.util.UUID

class EventProcessorSuite extends munit.FunSuite:
  private val id = UUID(1, 2)

  private def applied(start: Site, events: SiteEvent*): Site =
    EventProcessor(EventProcessor.unapply(start) ++ events.map(SiteEventData(id, _, Instant.EPOCH)))

  test("the events of a site build it again"):
    SiteGenerator.Sizes.foreach { size =>
      val site = SiteGenerator.site(size)
      assertEquals(EventProcessor(EventProcessor.unapply(site)), site)
    }

  test("a site has the published number of events"):
    val counts = SiteGenerator.Sizes.map(size => EventProcessor.unapply(SiteGenerator.site(size)).size)
    assertEquals(counts, Vector(14, 25, 49, 113, 1030))

  test("an unpublished site stays unpublished"):
    val site = SiteGenerator.site("2k").copy(published = false)
    assertEquals(EventProcessor(EventProcessor.unapply(site)), site)

  test("what was added can be removed"):
    val site      = SiteGenerator.site("4k")
    val component = site.pages.head.components.head
    val page      = site.pages(1)
    assertEquals(applied(site, SiteFlagRemoved(site.flags.head)).flags, Seq())
    assertEquals(applied(site, DomainRemoved(site.domains.head.name)).domains, site.domains.tail)
    assertEquals(
      applied(site, DefaultMetaTagRemoved(site.defaultMetaTags.head.name)).defaultMetaTags,
      site.defaultMetaTags.tail
    )
    assertEquals(applied(site, PageRemoved(page.path)).pages, site.pages.take(1))
    assertEquals(applied(site, PageMetaTagRemoved(page.path, page.metaTags.head.name)).pages(1).metaTags, Seq())
    assertEquals(
      applied(site, PageComponentRemoved("/", component.id)).pages.head.components,
      site.pages.head.components.tail
    )
    assertEquals(applied(site, EntryPointRemoved(site.entryPoints.head.lookupKey)).entryPoints, site.entryPoints.tail)

  test("only one domain and one entry point are primary"):
    val site = SiteGenerator.site("2k")
    assertEquals(applied(site, PrimaryDomainSet(site.domains(1).name)).domains.map(_.primary), Seq(false, true))
    assertEquals(
      applied(site, PrimaryEntryPointSet("olga.wix.com/second-store-page")).entryPoints.map(_.primary),
      Seq(false, false, true)
    )
