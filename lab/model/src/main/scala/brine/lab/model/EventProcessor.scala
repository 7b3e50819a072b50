package brine.lab.model

import java.time.Instant

/** Turns a site into the events that build it, and events back into the site: `apply(unapply(site)) == site` for every
  * site whose page paths, component ids and lookup keys are unique and which has at most one primary domain and entry
  * point. This is the published fold: it copies the site for every event, and a change of a page visits all pages, so
  * that it is quadratic. [[SiteBuilder]] does the same in linear time.
  */
object EventProcessor {
  private val Unknown = Instant.EPOCH

  def unapply(site: Site): Seq[SiteEventData] = {
    val events                                                     = Vector.newBuilder[SiteEventData]
    def emit(event: SiteEvent, timestamp: Instant = Unknown): Unit = events += SiteEventData(site.id, event, timestamp)

    emit(SiteCreated(site.id, site.ownerId, site.siteType), site.dateCreated)
    emit(SiteRevisionSet(site.revision), site.dateUpdated)
    emit(SiteNameSet(site.name))
    emit(SiteDescriptionSet(site.description))
    emit(if (site.published) SitePublished() else SiteUnpublished())
    site.flags.foreach(flag => emit(SiteFlagAdded(flag)))
    site.domains.foreach { domain =>
      emit(DomainAdded(domain.name))
      if (domain.primary) emit(PrimaryDomainSet(domain.name))
    }
    site.defaultMetaTags.foreach(tag => emit(DefaultMetaTagAdded(tag.name, tag.value)))
    site.pages.foreach { page =>
      emit(PageAdded(page.path))
      emit(PageNameSet(page.path, page.name))
      page.metaTags.foreach(tag => emit(PageMetaTagAdded(page.path, tag.name, tag.value)))
      page.components.foreach { component =>
        emit(PageComponentAdded(page.path, component.id, component.componentType), component.dateCreated)
        emit(
          component.position match {
            case Some(position) => PageComponentPositionSet(component.id, position)
            case None           => PageComponentPositionReset(component.id)
          },
          component.dateUpdated
        )
        emit(component.data match {
          case TextComponentData(text)                 => TextComponentDataSet(component.id, text)
          case ButtonComponentData(name, text, action) => ButtonComponentDataSet(component.id, name, text, action)
          case BlogComponentData(name, rss, tags)      => BlogComponentDataSet(component.id, name, rss, tags)
        })
      }
    }
    site.entryPoints.foreach { entryPoint =>
      emit(entryPoint match {
        case DomainEntryPoint(domain, _)           => DomainEntryPointAdded(domain)
        case FreeEntryPoint(userName, siteName, _) => FreeEntryPointAdded(userName, siteName)
      })
      if (entryPoint.primary) emit(PrimaryEntryPointSet(entryPoint.lookupKey))
    }
    events.result()
  }

  def apply(events: Seq[SiteEventData]): Site =
    events.foldLeft(blank)((site, data) => step(site, data.event, data.timestamp))

  /** Before the first event: what no event has set yet is null. */
  private[model] val blank: Site =
    Site(null, null, 0, null, Nil, null, null, Nil, Nil, Nil, Nil, published = false, null, null)

  private[model] def step(site: Site, event: SiteEvent, timestamp: Instant): Site = event match {
    case SiteCreated(id, ownerId, siteType) =>
      site.copy(id = id, ownerId = ownerId, siteType = siteType, dateCreated = timestamp)
    case SiteRevisionSet(revision)       => site.copy(revision = revision, dateUpdated = timestamp)
    case SiteNameSet(name)               => site.copy(name = name)
    case SiteDescriptionSet(description) => site.copy(description = description)
    case SitePublished()                 => site.copy(published = true)
    case SiteUnpublished()               => site.copy(published = false)
    case SiteFlagAdded(flag)             => site.copy(flags = site.flags :+ flag)
    case SiteFlagRemoved(flag)           => site.copy(flags = site.flags.filterNot(_ == flag))

    case DomainAdded(name)      => site.copy(domains = site.domains :+ Domain(name, primary = false))
    case DomainRemoved(name)    => site.copy(domains = site.domains.filterNot(_.name == name))
    case PrimaryDomainSet(name) => site.copy(domains = site.domains.map(d => d.copy(primary = d.name == name)))

    case DefaultMetaTagAdded(name, value) =>
      site.copy(defaultMetaTags = site.defaultMetaTags :+ MetaTag(name, value))
    case DefaultMetaTagRemoved(name) => site.copy(defaultMetaTags = site.defaultMetaTags.filterNot(_.name == name))

    case PageAdded(path)                     => site.copy(pages = site.pages :+ Page(null, path, Nil, Nil))
    case PageRemoved(path)                   => site.copy(pages = site.pages.filterNot(_.path == path))
    case PageNameSet(path, name)             => onPage(site, path)(_.copy(name = name))
    case PageMetaTagAdded(path, name, value) =>
      onPage(site, path)(page => page.copy(metaTags = page.metaTags :+ MetaTag(name, value)))
    case PageMetaTagRemoved(path, name) =>
      onPage(site, path)(page => page.copy(metaTags = page.metaTags.filterNot(_.name == name)))

    case PageComponentAdded(path, id, componentType) =>
      val component = PageComponent(id, componentType, null, None, timestamp, timestamp)
      onPage(site, path)(page => page.copy(components = page.components :+ component))
    case PageComponentRemoved(path, id) =>
      onPage(site, path)(page => page.copy(components = page.components.filterNot(_.id == id)))
    case PageComponentPositionSet(id, position) =>
      onComponent(site, id)(_.copy(position = Some(position), dateUpdated = timestamp))
    case PageComponentPositionReset(id) => onComponent(site, id)(_.copy(position = None, dateUpdated = timestamp))
    case TextComponentDataSet(id, text) => onComponent(site, id)(_.copy(data = TextComponentData(text)))
    case ButtonComponentDataSet(id, name, text, action) =>
      onComponent(site, id)(_.copy(data = ButtonComponentData(name, text, action)))
    case BlogComponentDataSet(id, name, rss, tags) =>
      onComponent(site, id)(_.copy(data = BlogComponentData(name, rss, tags)))

    case DomainEntryPointAdded(domain) =>
      site.copy(entryPoints = site.entryPoints :+ DomainEntryPoint(domain, primary = false))
    case FreeEntryPointAdded(userName, siteName) =>
      site.copy(entryPoints = site.entryPoints :+ FreeEntryPoint(userName, siteName, primary = false))
    case EntryPointRemoved(key)    => site.copy(entryPoints = site.entryPoints.filterNot(_.lookupKey == key))
    case PrimaryEntryPointSet(key) =>
      site.copy(entryPoints = site.entryPoints.map {
        case entry: DomainEntryPoint => entry.copy(primary = entry.lookupKey == key)
        case entry: FreeEntryPoint   => entry.copy(primary = entry.lookupKey == key)
      })
  }

  private def onPage(site: Site, path: String)(change: Page => Page): Site =
    site.copy(pages = site.pages.map(page => if (page.path == path) change(page) else page))

  private def onComponent(site: Site, id: java.util.UUID)(change: PageComponent => PageComponent): Site =
    site.copy(pages = site.pages.map { page =>
      page.copy(components = page.components.map(component => if (component.id == id) change(component) else component))
    })
}
