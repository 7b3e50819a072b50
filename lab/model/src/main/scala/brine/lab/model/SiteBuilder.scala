package brine.lab.model

import java.time.Instant
import java.util.{HashMap, UUID}

import scala.collection.mutable.ListBuffer

/** Makes a site of its events, one by one, in time that is linear in their number: pages and components are found by
  * their keys and changed in place. Only an event that removes something or chooses a primary one looks through a list.
  * The result equals that of [[EventProcessor]]. Not thread-safe.
  */
final class SiteBuilder {
  private var id: UUID             = null
  private var ownerId: UUID        = null
  private var revision: Long       = 0
  private var siteType: SiteType   = null
  private var name: String         = null
  private var description: String  = null
  private var published: Boolean   = false
  private var dateCreated: Instant = null
  private var dateUpdated: Instant = null
  private var flags                = ListBuffer.empty[SiteFlag]
  private var domains              = ListBuffer.empty[Domain]
  private var metaTags             = ListBuffer.empty[MetaTag]
  private var entryPoints          = ListBuffer.empty[EntryPoint]
  private var pages                = ListBuffer.empty[PageBuilder]
  private val pageByPath           = new HashMap[String, PageBuilder]
  private val componentById        = new HashMap[UUID, ComponentBuilder]

  /** Adds the next event. An event of a page or component that is not there changes nothing.
    *
    * @throws java.lang.IllegalArgumentException
    *   when a page or component is added that is there already
    */
  def add(event: SiteEvent, timestamp: Instant): Unit = event match {
    case PageComponentAdded(path, id, componentType) => addComponent(path, id, componentType, timestamp)
    case PageComponentPositionSet(id, position)      => place(id, Some(position), timestamp)
    case PageComponentPositionReset(id)              => place(id, None, timestamp)
    case TextComponentDataSet(id, text)              => fill(id, TextComponentData(text))
    case ButtonComponentDataSet(id, n, text, action) => fill(id, ButtonComponentData(n, text, action))
    case BlogComponentDataSet(id, n, rss, tags)      => fill(id, BlogComponentData(n, rss, tags))
    case PageComponentRemoved(path, id)              => removeComponent(path, id)

    case PageAdded(path)                  => addPage(path)
    case PageNameSet(path, n)             => onPage(path)(_.name = n)
    case PageMetaTagAdded(path, n, value) => onPage(path)(_.metaTags += MetaTag(n, value))
    case PageMetaTagRemoved(path, n)      => onPage(path)(page => page.metaTags = page.metaTags.filterNot(_.name == n))
    case PageRemoved(path)                => removePage(path)
    case DefaultMetaTagAdded(n, value)    => metaTags += MetaTag(n, value)
    case DefaultMetaTagRemoved(n)         => metaTags = metaTags.filterNot(_.name == n)
    case DomainAdded(n)                   => domains += Domain(n, primary = false)
    case DomainRemoved(n)                 => domains = domains.filterNot(_.name == n)
    case PrimaryDomainSet(n)              => domains = domains.map(domain => domain.copy(primary = domain.name == n))
    case DomainEntryPointAdded(domain)    => entryPoints += DomainEntryPoint(domain, primary = false)
    case FreeEntryPointAdded(user, n)     => entryPoints += FreeEntryPoint(user, n, primary = false)
    case EntryPointRemoved(key)           => entryPoints = entryPoints.filterNot(_.lookupKey == key)
    case PrimaryEntryPointSet(key)        => entryPoints = entryPoints.map(primary(_, key))

    case SiteCreated(newId, owner, newType) =>
      id = newId
      ownerId = owner
      siteType = newType
      dateCreated = timestamp
    case SiteRevisionSet(number) =>
      revision = number
      dateUpdated = timestamp
    case SiteNameSet(n)           => name = n
    case SiteDescriptionSet(text) => description = text
    case SitePublished()          => published = true
    case SiteUnpublished()        => published = false
    case SiteFlagAdded(flag)      => flags += flag
    case SiteFlagRemoved(flag)    => flags = flags.filterNot(_ == flag)
  }

  /** The site so far; what no event has set is null. The builder must not be used afterwards. */
  def result(): Site = Site(
    id,
    ownerId,
    revision,
    siteType,
    flags.toList,
    name,
    description,
    domains.toList,
    metaTags.toList,
    pages.map(_.result()).toList,
    entryPoints.toList,
    published,
    dateCreated,
    dateUpdated
  )

  private def addPage(path: String): Unit = {
    val page = new PageBuilder(path)
    if (pageByPath.put(path, page) != null) throw new IllegalArgumentException("the page " + path + " is added twice")
    pages += page
  }

  private def removePage(path: String): Unit = {
    val page = pageByPath.remove(path)
    if (page != null) {
      pages = pages.filterNot(_ eq page)
      page.components.foreach(component => componentById.remove(component.id))
    }
  }

  private def addComponent(path: String, id: UUID, componentType: PageComponentType, timestamp: Instant): Unit = {
    val page = pageByPath.get(path)
    if (page != null) {
      val component = new ComponentBuilder(id, componentType, timestamp)
      if (componentById.put(id, component) != null)
        throw new IllegalArgumentException("the component " + id + " is added twice")
      page.components += component
    }
  }

  private def removeComponent(path: String, id: UUID): Unit = {
    val page = pageByPath.get(path)
    if (page != null && page.components.exists(_.id == id)) {
      page.components = page.components.filterNot(_.id == id)
      val _ = componentById.remove(id)
    }
  }

  private def onPage(path: String)(change: PageBuilder => Unit): Unit = {
    val page = pageByPath.get(path)
    if (page != null) change(page)
  }

  private def place(id: UUID, position: Option[PageComponentPosition], timestamp: Instant): Unit = {
    val component = componentById.get(id)
    if (component != null) {
      component.position = position
      component.dateUpdated = timestamp
    }
  }

  private def fill(id: UUID, data: PageComponentData): Unit = {
    val component = componentById.get(id)
    if (component != null) component.data = data
  }

  private def primary(entry: EntryPoint, key: String): EntryPoint = entry match {
    case domain: DomainEntryPoint => domain.copy(primary = domain.lookupKey == key)
    case free: FreeEntryPoint     => free.copy(primary = free.lookupKey == key)
  }
}

private final class PageBuilder(path: String) {
  var name: String = null
  var metaTags     = ListBuffer.empty[MetaTag]
  var components   = ListBuffer.empty[ComponentBuilder]

  def result(): Page = Page(name, path, metaTags.toList, components.map(_.result()).toList)
}

private final class ComponentBuilder(val id: UUID, componentType: PageComponentType, dateCreated: Instant) {
  var data: PageComponentData                 = null
  var position: Option[PageComponentPosition] = None
  var dateUpdated: Instant                    = dateCreated

  def result(): PageComponent = PageComponent(id, componentType, data, position, dateCreated, dateUpdated)
}
