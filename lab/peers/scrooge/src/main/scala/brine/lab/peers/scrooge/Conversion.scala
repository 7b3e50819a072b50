package brine.lab.peers.scrooge

import java.nio.ByteBuffer
import java.time.Instant
import java.util.UUID

import brine.lab.model._
import brine.lab.peers.scrooge.generated._

/** Between the model's site and the generated struct. */
private object Conversion {
  def toThrift(site: Site): SiteT = SiteT(
    bytes(site.id),
    bytes(site.ownerId),
    site.revision,
    siteType(site.siteType),
    site.flags.map(flag => siteFlag(flag)),
    site.name,
    site.description,
    site.domains.map(domain => DomainT(domain.name, domain.primary)),
    site.defaultMetaTags.map(tag => toThrift(tag)),
    site.pages.map(page => toThrift(page)),
    site.entryPoints.map(entryPoint => toThrift(entryPoint)),
    site.published,
    site.dateCreated.toEpochMilli,
    site.dateUpdated.toEpochMilli
  )

  def fromThrift(site: SiteT): Site = Site(
    uuid(site.id),
    uuid(site.ownerId),
    site.revision,
    siteType(site.siteType),
    site.flags.map(flag => siteFlag(flag)),
    site.name,
    site.description,
    site.domains.map(domain => Domain(domain.name, domain.primary)),
    site.defaultMetaTags.map(tag => fromThrift(tag)),
    site.pages.map(page => fromThrift(page)),
    site.entryPoints.map(entryPoint => fromThrift(entryPoint)),
    site.published,
    Instant.ofEpochMilli(site.dateCreated),
    Instant.ofEpochMilli(site.dateUpdated)
  )

  private def toThrift(tag: MetaTag): MetaTagT   = MetaTagT(tag.name, tag.value)
  private def fromThrift(tag: MetaTagT): MetaTag = MetaTag(tag.name, tag.value)

  private def toThrift(page: Page): PageT =
    PageT(page.name, page.path, page.metaTags.map(tag => toThrift(tag)), page.components.map(c => toThrift(c)))

  private def fromThrift(page: PageT): Page =
    Page(page.name, page.path, page.metaTags.map(tag => fromThrift(tag)), page.components.map(c => fromThrift(c)))

  private def toThrift(component: PageComponent): PageComponentT = PageComponentT(
    bytes(component.id),
    componentType(component.componentType),
    component.data match {
      case TextComponentData(text)                 => PageComponentDataT.Text(TextComponentDataT(text))
      case ButtonComponentData(name, text, action) =>
        PageComponentDataT.Button(ButtonComponentDataT(name, text, bytes(action)))
      case BlogComponentData(name, rss, tags) => PageComponentDataT.Blog(BlogComponentDataT(name, rss, tags))
    },
    component.position.map(position => PageComponentPositionT(position.x, position.y)),
    component.dateCreated.toEpochMilli,
    component.dateUpdated.toEpochMilli
  )

  private def fromThrift(component: PageComponentT): PageComponent = PageComponent(
    uuid(component.id),
    componentType(component.componentType),
    component.data match {
      case PageComponentDataT.Text(data)   => TextComponentData(data.text)
      case PageComponentDataT.Button(data) => ButtonComponentData(data.name, data.text, uuid(data.action))
      case PageComponentDataT.Blog(data)   => BlogComponentData(data.name, data.rss, data.tags)
      case _                               => throw new IllegalArgumentException("a component with unknown data")
    },
    component.position.map(position => PageComponentPosition(position.x, position.y)),
    Instant.ofEpochMilli(component.dateCreated),
    Instant.ofEpochMilli(component.dateUpdated)
  )

  private def toThrift(entryPoint: EntryPoint): EntryPointT = entryPoint match {
    case DomainEntryPoint(domain, primary)           => EntryPointT.Domain(DomainEntryPointT(domain, primary))
    case FreeEntryPoint(userName, siteName, primary) =>
      EntryPointT.Free(FreeEntryPointT(userName, siteName, primary))
  }

  private def fromThrift(entryPoint: EntryPointT): EntryPoint = entryPoint match {
    case EntryPointT.Domain(entry) => DomainEntryPoint(entry.domain, entry.primary)
    case EntryPointT.Free(entry)   => FreeEntryPoint(entry.userName, entry.siteName, entry.primary)
    case _                         => throw new IllegalArgumentException("an unknown entry point")
  }

  // The numbers of the enums are the ordinals of the model's.
  private val siteTypes      = SiteType.values
  private val siteFlags      = SiteFlag.values
  private val componentTypes = PageComponentType.values

  def siteType(value: SiteType): SiteTypeT                        = SiteTypeT(value.ordinal)
  def siteType(value: SiteTypeT): SiteType                        = siteTypes(value.value)
  def siteFlag(value: SiteFlag): SiteFlagT                        = SiteFlagT(value.ordinal)
  def siteFlag(value: SiteFlagT): SiteFlag                        = siteFlags(value.value)
  def componentType(value: PageComponentType): PageComponentTypeT = PageComponentTypeT(value.ordinal)
  def componentType(value: PageComponentTypeT): PageComponentType = componentTypes(value.value)

  def bytes(id: UUID): ByteBuffer = {
    val buffer = ByteBuffer.allocate(16)
    buffer.putLong(0, id.getMostSignificantBits).putLong(8, id.getLeastSignificantBits)
  }

  def uuid(bytes: ByteBuffer): UUID = new UUID(bytes.getLong(bytes.position()), bytes.getLong(bytes.position() + 8))
}
