package brine.lab.peers.scalapb

import java.nio.ByteBuffer
import java.time.Instant
import java.util.UUID

import com.google.protobuf.ByteString

import brine.lab.model.*
import brine.lab.peers.pb.*

/** Between the model's site and the generated message. */
private object Conversion:
  def toPb(site: Site): SitePb = SitePb(
    bytes(site.id),
    bytes(site.ownerId),
    site.revision,
    siteType(site.siteType),
    site.flags.map(siteFlag),
    site.name,
    site.description,
    site.domains.map(domain => DomainPb(domain.name, domain.primary)),
    site.defaultMetaTags.map(toPb),
    site.pages.map(toPb),
    site.entryPoints.map(toPb),
    site.published,
    site.dateCreated.toEpochMilli,
    site.dateUpdated.toEpochMilli
  )

  def fromPb(site: SitePb): Site = Site(
    uuid(site.id),
    uuid(site.ownerId),
    site.revision,
    siteType(site.siteType),
    site.flags.map(siteFlag),
    site.name,
    site.description,
    site.domains.map(domain => Domain(domain.name, domain.primary)),
    site.defaultMetaTags.map(fromPb),
    site.pages.map(fromPb),
    site.entryPoints.map(fromPb),
    site.published,
    Instant.ofEpochMilli(site.dateCreated),
    Instant.ofEpochMilli(site.dateUpdated)
  )

  private def toPb(tag: MetaTag): MetaTagPb   = MetaTagPb(tag.name, tag.value)
  private def fromPb(tag: MetaTagPb): MetaTag = MetaTag(tag.name, tag.value)

  private def toPb(page: Page): PagePb =
    PagePb(page.name, page.path, page.metaTags.map(toPb), page.components.map(toPb))

  private def fromPb(page: PagePb): Page =
    Page(page.name, page.path, page.metaTags.map(fromPb), page.components.map(fromPb))

  private def toPb(component: PageComponent): PageComponentPb = PageComponentPb(
    bytes(component.id),
    componentType(component.componentType),
    Some(toPb(component.data)),
    component.position.map(position => PageComponentPositionPb(position.x, position.y)),
    component.dateCreated.toEpochMilli,
    component.dateUpdated.toEpochMilli
  )

  private def fromPb(component: PageComponentPb): PageComponent = PageComponent(
    uuid(component.id),
    componentType(component.componentType),
    fromPb(component.getData),
    component.position.map(position => PageComponentPosition(position.x, position.y)),
    Instant.ofEpochMilli(component.dateCreated),
    Instant.ofEpochMilli(component.dateUpdated)
  )

  private def toPb(data: PageComponentData): PageComponentDataPb = PageComponentDataPb(data match
    case TextComponentData(text)                 => PageComponentDataPb.Data.Text(TextComponentDataPb(text))
    case ButtonComponentData(name, text, action) =>
      PageComponentDataPb.Data.Button(ButtonComponentDataPb(name, text, bytes(action)))
    case BlogComponentData(name, rss, tags) => PageComponentDataPb.Data.Blog(BlogComponentDataPb(name, rss, tags)))

  private def fromPb(data: PageComponentDataPb): PageComponentData = data.data match
    case PageComponentDataPb.Data.Text(text)     => TextComponentData(text.text)
    case PageComponentDataPb.Data.Button(button) => ButtonComponentData(button.name, button.text, uuid(button.action))
    case PageComponentDataPb.Data.Blog(blog)     => BlogComponentData(blog.name, blog.rss, blog.tags)
    case PageComponentDataPb.Data.Empty          => throw IllegalArgumentException("a component without data")

  private def toPb(entryPoint: EntryPoint): EntryPointPb = EntryPointPb(entryPoint match
    case DomainEntryPoint(domain, primary) => EntryPointPb.EntryPoint.Domain(DomainEntryPointPb(domain, primary))
    case FreeEntryPoint(userName, siteName, primary) =>
      EntryPointPb.EntryPoint.Free(FreeEntryPointPb(userName, siteName, primary)))

  private def fromPb(entryPoint: EntryPointPb): EntryPoint = entryPoint.entryPoint match
    case EntryPointPb.EntryPoint.Domain(domain) => DomainEntryPoint(domain.domain, domain.primary)
    case EntryPointPb.EntryPoint.Free(free)     => FreeEntryPoint(free.userName, free.siteName, free.primary)
    case EntryPointPb.EntryPoint.Empty          => throw IllegalArgumentException("an entry point without a case")

  // The numbers of the enums are the ordinals of the model's.
  private val siteTypes: Array[SiteTypePb]               = SiteType.values.map(t => SiteTypePb.fromValue(t.ordinal))
  private val siteFlags: Array[SiteFlagPb]               = SiteFlag.values.map(f => SiteFlagPb.fromValue(f.ordinal))
  private val componentTypes: Array[PageComponentTypePb] =
    PageComponentType.values.map(t => PageComponentTypePb.fromValue(t.ordinal))
  private val modelSiteTypes      = SiteType.values
  private val modelSiteFlags      = SiteFlag.values
  private val modelComponentTypes = PageComponentType.values

  def siteType(value: SiteType): SiteTypePb                        = siteTypes(value.ordinal)
  def siteType(value: SiteTypePb): SiteType                        = modelSiteTypes(value.value)
  def siteFlag(value: SiteFlag): SiteFlagPb                        = siteFlags(value.ordinal)
  def siteFlag(value: SiteFlagPb): SiteFlag                        = modelSiteFlags(value.value)
  def componentType(value: PageComponentType): PageComponentTypePb = componentTypes(value.ordinal)
  def componentType(value: PageComponentTypePb): PageComponentType = modelComponentTypes(value.value)

  def bytes(id: UUID): ByteString =
    val buffer = ByteBuffer.allocate(16).putLong(id.getMostSignificantBits).putLong(id.getLeastSignificantBits)
    ByteString.copyFrom(buffer.flip())

  def uuid(bytes: ByteString): UUID =
    val buffer = bytes.asReadOnlyByteBuffer()
    UUID(buffer.getLong(), buffer.getLong())
