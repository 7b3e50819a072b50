package brine.examples.site.model

import brine.examples.site.model.SiteEvent.*
import java.time.Instant
import java.util.UUID

/** The site after an event: the published fold. An event of a page or component that is not there changes nothing, and
  * so does one before the site is created: a fold must accept every event that is stored.
  */
private[model] object SiteFold:
  def apply(site: Option[Site], event: SiteEvent, at: Instant): Option[Site] = event match
    case SiteCreated(id, owner, siteType) => Some(created(id, owner, siteType, at))
    case other                            => site.map(step(_, other, at))

  private def created(id: UUID, owner: UUID, siteType: SiteType, at: Instant): Site = Site(
    id,
    owner,
    revision = 0,
    siteType,
    flags = Vector.empty,
    name = "",
    description = "",
    domains = Vector.empty,
    defaultMetaTags = Vector.empty,
    pages = Vector.empty,
    entryPoints = Vector.empty,
    published = false,
    dateCreated = at,
    dateUpdated = at
  )

  private def step(site: Site, event: SiteEvent, at: Instant): Site = event match
    case _: SiteCreated            => site
    case SiteRevisionSet(revision) => site.copy(revision = revision, dateUpdated = at)
    case SiteNameSet(name)         => site.copy(name = name)
    case SiteDescriptionSet(text)  => site.copy(description = text)
    case SitePublished()           => site.copy(published = true)
    case SiteUnpublished()         => site.copy(published = false)
    case SiteFlagAdded(flag)       => site.copy(flags = site.flags :+ flag)
    case SiteFlagRemoved(flag)     => site.copy(flags = site.flags.filterNot(_ == flag))

    case DomainAdded(name)      => site.copy(domains = site.domains :+ Domain(name, primary = false))
    case DomainRemoved(name)    => site.copy(domains = site.domains.filterNot(_.name == name))
    case PrimaryDomainSet(name) => site.copy(domains = site.domains.map(one => one.copy(primary = one.name == name)))

    case DefaultMetaTagAdded(name, value) =>
      site.copy(defaultMetaTags = site.defaultMetaTags :+ MetaTag(name, value))
    case DefaultMetaTagRemoved(name) =>
      site.copy(defaultMetaTags = site.defaultMetaTags.filterNot(_.name == name))

    case PageAdded(path)         => site.copy(pages = site.pages :+ Page("", path, Vector.empty, Vector.empty))
    case PageRemoved(path)       => site.copy(pages = site.pages.filterNot(_.path == path))
    case PageNameSet(path, name) => onPage(site, path)(_.copy(name = name))
    case PageMetaTagAdded(path, name, value) =>
      onPage(site, path)(page => page.copy(metaTags = page.metaTags :+ MetaTag(name, value)))
    case PageMetaTagRemoved(path, name) =>
      onPage(site, path)(page => page.copy(metaTags = page.metaTags.filterNot(_.name == name)))

    case PageComponentAdded(path, id, componentType) =>
      val component = PageComponent(id, componentType, empty(componentType), None, at, at)
      onPage(site, path)(page => page.copy(components = page.components :+ component))
    case PageComponentRemoved(path, id) =>
      onPage(site, path)(page => page.copy(components = page.components.filterNot(_.id == id)))
    case PageComponentPositionSet(id, position) =>
      onComponent(site, id)(_.copy(position = Some(position), dateUpdated = at))
    case PageComponentPositionReset(id) => onComponent(site, id)(_.copy(position = None, dateUpdated = at))
    case TextComponentDataSet(id, text) => fill(site, id, PageComponentData.TextComponentData(text))
    case ButtonComponentDataSet(id, name, text, action) =>
      fill(site, id, PageComponentData.ButtonComponentData(name, text, action))
    case BlogComponentDataSet(id, name, rss, tags) =>
      fill(site, id, PageComponentData.BlogComponentData(name, rss, tags))

    case DomainEntryPointAdded(domain) =>
      site.copy(entryPoints = site.entryPoints :+ EntryPoint.DomainEntryPoint(domain, primary = false))
    case FreeEntryPointAdded(user, name) =>
      site.copy(entryPoints = site.entryPoints :+ EntryPoint.FreeEntryPoint(user, name, primary = false))
    case EntryPointRemoved(key)    => site.copy(entryPoints = site.entryPoints.filterNot(_.lookupKey == key))
    case PrimaryEntryPointSet(key) =>
      site.copy(entryPoints = site.entryPoints.map(one => one.withPrimary(one.lookupKey == key)))

  /** What a new component shows until its data are set. */
  private def empty(componentType: PageComponentType): PageComponentData = componentType match
    case PageComponentType.Button => PageComponentData.ButtonComponentData("", "", UUID(0, 0))
    case PageComponentType.Blog   => PageComponentData.BlogComponentData("", rss = false, tags = false)
    case _                        => PageComponentData.TextComponentData("")

  private def onPage(site: Site, path: String)(change: Page => Page): Site =
    site.pages.indexWhere(_.path == path) match
      case -1 => site
      case at => site.copy(pages = site.pages.updated(at, change(site.pages(at))))

  private def onComponent(site: Site, id: UUID)(change: PageComponent => PageComponent): Site =
    site.pages.find(_.components.exists(_.id == id)) match
      case None       => site
      case Some(page) =>
        val components = page.components.map(one => if one.id == id then change(one) else one)
        onPage(site, page.path)(_.copy(components = components))

  private def fill(site: Site, id: UUID, data: PageComponentData): Site = onComponent(site, id)(_.copy(data = data))
