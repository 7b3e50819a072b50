package brine.examples.site.model

import brine.examples.site.model.SiteEvent.*
import java.time.Instant
import java.util.UUID

/** The events that build a site: folding `SiteParts.of(site)` gives the site again, if its paths, ids and lookup keys
  * are unique and it has at most one primary domain and entry point. This is the order of the published study.
  */
object SiteParts:
  /** When something happened that the site does not say a time of. */
  private val Unknown = Instant.EPOCH

  def of(site: Site): Vector[SiteChange] =
    val changes                                             = Vector.newBuilder[SiteChange]
    def emit(event: SiteEvent, at: Instant = Unknown): Unit = changes += SiteChange(event, at): Unit

    emit(SiteCreated(site.id, site.ownerId, site.siteType), site.dateCreated)
    emit(SiteRevisionSet(site.revision), site.dateUpdated)
    emit(SiteNameSet(site.name))
    emit(SiteDescriptionSet(site.description))
    emit(if site.published then SitePublished() else SiteUnpublished())
    site.flags.foreach(flag => emit(SiteFlagAdded(flag)))
    for domain <- site.domains do
      emit(DomainAdded(domain.name))
      if domain.primary then emit(PrimaryDomainSet(domain.name))
    site.defaultMetaTags.foreach(tag => emit(DefaultMetaTagAdded(tag.name, tag.value)))
    for page <- site.pages do
      emit(PageAdded(page.path))
      emit(PageNameSet(page.path, page.name))
      page.metaTags.foreach(tag => emit(PageMetaTagAdded(page.path, tag.name, tag.value)))
      for component <- page.components do
        import component.id
        emit(PageComponentAdded(page.path, id, component.componentType), component.dateCreated)
        val placed = component.position.fold(PageComponentPositionReset(id))(PageComponentPositionSet(id, _))
        emit(placed, component.dateUpdated)
        emit(dataSet(id, component.data))
    for entry <- site.entryPoints do
      emit(entry match
        case EntryPoint.DomainEntryPoint(domain, _)           => DomainEntryPointAdded(domain)
        case EntryPoint.FreeEntryPoint(userName, siteName, _) => FreeEntryPointAdded(userName, siteName))
      if entry.isPrimary then emit(PrimaryEntryPointSet(entry.lookupKey))
    changes.result()

  /** The event that sets the data of a component. */
  private[model] def dataSet(id: UUID, data: PageComponentData): SiteEvent = data match
    case PageComponentData.TextComponentData(text)                 => TextComponentDataSet(id, text)
    case PageComponentData.ButtonComponentData(name, text, action) => ButtonComponentDataSet(id, name, text, action)
    case PageComponentData.BlogComponentData(name, rss, tags)      => BlogComponentDataSet(id, name, rss, tags)
