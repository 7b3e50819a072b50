package brine.lab.model.entity

import java.util.UUID

import brine.lab.model._

/** Which events a command leads to. `None` refuses it. */
private[entity] object SiteRules {
  type Events = Option[List[SiteEvent]]

  /** Without a site, only its creation is accepted; a query sees none. */
  def decideFirst(command: SiteCommand): Events = command match {
    case CreateSite(id, ownerId, siteType, name, description) =>
      accept(
        SiteCreated(id, ownerId, siteType),
        SiteRevisionSet(0),
        SiteNameSet(name),
        SiteDescriptionSet(description),
        SiteUnpublished()
      )
    case GetSite() => accept()
    case _         => None
  }

  def decide(site: Site, command: SiteCommand): Events = command match {
    case _: CreateSite             => None
    case GetSite()                 => accept()
    case RenameSite(name)          => accept(SiteNameSet(name))
    case DescribeSite(description) => accept(SiteDescriptionSet(description))
    case PublishSite()             => accept(SiteRevisionSet(site.revision + 1), SitePublished())
    case UnpublishSite()           => acceptIf(site.published)(SiteUnpublished())
    case SetSiteFlag(flag, true)   => acceptIf(!site.flags.contains(flag))(SiteFlagAdded(flag))
    case SetSiteFlag(flag, false)  => acceptIf(site.flags.contains(flag))(SiteFlagRemoved(flag))

    case AddDomain(name) if hasDomain(site, name) => None
    case AddDomain(name) if site.domains.isEmpty  => accept(DomainAdded(name), PrimaryDomainSet(name))
    case AddDomain(name)                          => accept(DomainAdded(name))
    case RemoveDomain(name)                       => acceptIf(hasDomain(site, name))(DomainRemoved(name))
    case ChoosePrimaryDomain(name)                => acceptIf(hasDomain(site, name))(PrimaryDomainSet(name))

    case SetDefaultMetaTag(name, value) if hasTag(site.defaultMetaTags, name) =>
      accept(DefaultMetaTagRemoved(name), DefaultMetaTagAdded(name, value))
    case SetDefaultMetaTag(name, value) => accept(DefaultMetaTagAdded(name, value))
    case RemoveDefaultMetaTag(name)     => acceptIf(hasTag(site.defaultMetaTags, name))(DefaultMetaTagRemoved(name))

    case AddPage(path, name)    => acceptIf(page(site, path).isEmpty)(PageAdded(path), PageNameSet(path, name))
    case RemovePage(path)       => acceptIf(page(site, path).nonEmpty)(PageRemoved(path))
    case RenamePage(path, name) => acceptIf(page(site, path).nonEmpty)(PageNameSet(path, name))
    case SetPageMetaTag(path, name, value) => setPageMetaTag(page(site, path), path, name, value)
    case RemovePageMetaTag(path, name)     =>
      acceptIf(page(site, path).exists(found => hasTag(found.metaTags, name)))(PageMetaTagRemoved(path, name))

    case add: AddPageComponent         => addComponent(site, add)
    case RemovePageComponent(path, id) =>
      acceptIf(page(site, path).exists(_.components.exists(_.id == id)))(PageComponentRemoved(path, id))
    case MovePageComponent(id, position) => acceptIf(component(site, id).nonEmpty)(moved(id, position))
    case EditPageComponent(id, data)     =>
      acceptIf(component(site, id).exists(_.componentType == typeOf(data)))(filled(id, data))

    case AddDomainEntryPoint(domain)   => addEntryPoint(site, domain, DomainEntryPointAdded(domain))
    case AddFreeEntryPoint(user, name) =>
      addEntryPoint(site, FreeEntryPoint(user, name, primary = false).lookupKey, FreeEntryPointAdded(user, name))
    case RemoveEntryPoint(lookupKey)        => acceptIf(hasEntry(site, lookupKey))(EntryPointRemoved(lookupKey))
    case ChoosePrimaryEntryPoint(lookupKey) => acceptIf(hasEntry(site, lookupKey))(PrimaryEntryPointSet(lookupKey))
  }

  private def accept(events: SiteEvent*): Events = Some(events.toList)

  private def acceptIf(isAccepted: Boolean)(events: SiteEvent*): Events =
    if (isAccepted) Some(events.toList) else None

  private def hasDomain(site: Site, name: String)                    = site.domains.exists(_.name == name)
  private def hasTag(tags: Seq[MetaTag], name: String)               = tags.exists(_.name == name)
  private def hasEntry(site: Site, key: String)                      = site.entryPoints.exists(_.lookupKey == key)
  private def page(site: Site, path: String): Option[Page]           = site.pages.find(_.path == path)
  private def component(site: Site, id: UUID): Option[PageComponent] =
    site.pages.iterator.flatMap(_.components.iterator).find(_.id == id)

  private def setPageMetaTag(page: Option[Page], path: String, name: String, value: String): Events = page match {
    case None                                        => None
    case Some(found) if hasTag(found.metaTags, name) =>
      accept(PageMetaTagRemoved(path, name), PageMetaTagAdded(path, name, value))
    case _ => accept(PageMetaTagAdded(path, name, value))
  }

  private def addComponent(site: Site, add: AddPageComponent): Events =
    acceptIf(page(site, add.pagePath).nonEmpty && component(site, add.id).isEmpty)(
      PageComponentAdded(add.pagePath, add.id, typeOf(add.data)),
      moved(add.id, add.position),
      filled(add.id, add.data)
    )

  private def addEntryPoint(site: Site, lookupKey: String, added: SiteEvent): Events =
    if (hasEntry(site, lookupKey)) None
    else if (site.entryPoints.isEmpty) accept(added, PrimaryEntryPointSet(lookupKey))
    else accept(added)

  private def typeOf(data: PageComponentData): PageComponentType = data match {
    case _: TextComponentData   => PageComponentType.Text
    case _: ButtonComponentData => PageComponentType.Button
    case _: BlogComponentData   => PageComponentType.Blog
  }

  private def moved(id: UUID, position: Option[PageComponentPosition]): SiteEvent = position match {
    case Some(to) => PageComponentPositionSet(id, to)
    case None     => PageComponentPositionReset(id)
  }

  private def filled(id: UUID, data: PageComponentData): SiteEvent = data match {
    case TextComponentData(text)                 => TextComponentDataSet(id, text)
    case ButtonComponentData(name, text, action) => ButtonComponentDataSet(id, name, text, action)
    case BlogComponentData(name, rss, tags)      => BlogComponentDataSet(id, name, rss, tags)
  }
}
