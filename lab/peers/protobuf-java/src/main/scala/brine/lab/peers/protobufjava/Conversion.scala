package brine.lab.peers.protobufjava

import java.nio.ByteBuffer
import java.time.Instant
import java.util.UUID

import com.google.protobuf.ByteString

import brine.lab.model.*
import brine.lab.peers.pb.*

/** Between the model's site and the generated message. */
private object Conversion:
  def toPb(site: Site): SitePb =
    val message = SitePb
      .newBuilder()
      .setId(bytes(site.id))
      .setOwnerId(bytes(site.ownerId))
      .setRevision(site.revision)
      .setSiteType(siteType(site.siteType))
      .setName(site.name)
      .setDescription(site.description)
      .setPublished(site.published)
      .setDateCreated(site.dateCreated.toEpochMilli)
      .setDateUpdated(site.dateUpdated.toEpochMilli)
    site.flags.foreach(flag => message.addFlags(siteFlag(flag)))
    site.domains.foreach { domain =>
      message.addDomains(DomainPb.newBuilder().setName(domain.name).setPrimary(domain.primary).build())
    }
    site.defaultMetaTags.foreach(tag => message.addDefaultMetaTags(toPb(tag)))
    site.pages.foreach(page => message.addPages(toPb(page)))
    site.entryPoints.foreach(entryPoint => message.addEntryPoints(toPb(entryPoint)))
    message.build()

  def fromPb(site: SitePb): Site = Site(
    uuid(site.getId),
    uuid(site.getOwnerId),
    site.getRevision,
    siteType(site.getSiteType),
    list(site.getFlagsList)(siteFlag),
    site.getName,
    site.getDescription,
    list(site.getDomainsList)(domain => Domain(domain.getName, domain.getPrimary)),
    list(site.getDefaultMetaTagsList)(fromPb),
    list(site.getPagesList)(fromPb),
    list(site.getEntryPointsList)(fromPb),
    site.getPublished,
    Instant.ofEpochMilli(site.getDateCreated),
    Instant.ofEpochMilli(site.getDateUpdated)
  )

  private def toPb(tag: MetaTag): MetaTagPb = MetaTagPb.newBuilder().setName(tag.name).setValue(tag.value).build()

  private def fromPb(tag: MetaTagPb): MetaTag = MetaTag(tag.getName, tag.getValue)

  private def toPb(page: Page): PagePb =
    val message = PagePb.newBuilder().setName(page.name).setPath(page.path)
    page.metaTags.foreach(tag => message.addMetaTags(toPb(tag)))
    page.components.foreach(component => message.addComponents(toPb(component)))
    message.build()

  private def fromPb(page: PagePb): Page =
    Page(page.getName, page.getPath, list(page.getMetaTagsList)(fromPb), list(page.getComponentsList)(fromPb))

  private def toPb(component: PageComponent): PageComponentPb =
    val message = PageComponentPb
      .newBuilder()
      .setId(bytes(component.id))
      .setComponentType(componentType(component.componentType))
      .setData(toPb(component.data))
      .setDateCreated(component.dateCreated.toEpochMilli)
      .setDateUpdated(component.dateUpdated.toEpochMilli)
    component.position.foreach { position =>
      message.setPosition(PageComponentPositionPb.newBuilder().setX(position.x).setY(position.y).build())
    }
    message.build()

  private def fromPb(component: PageComponentPb): PageComponent = PageComponent(
    uuid(component.getId),
    componentType(component.getComponentType),
    fromPb(component.getData),
    if component.hasPosition then Some(PageComponentPosition(component.getPosition.getX, component.getPosition.getY))
    else None,
    Instant.ofEpochMilli(component.getDateCreated),
    Instant.ofEpochMilli(component.getDateUpdated)
  )

  private def toPb(data: PageComponentData): PageComponentDataPb =
    val message = PageComponentDataPb.newBuilder()
    data match
      case TextComponentData(text)                 => message.setText(TextComponentDataPb.newBuilder().setText(text))
      case ButtonComponentData(name, text, action) =>
        message.setButton(ButtonComponentDataPb.newBuilder().setName(name).setText(text).setAction(bytes(action)))
      case BlogComponentData(name, rss, tags) =>
        message.setBlog(BlogComponentDataPb.newBuilder().setName(name).setRss(rss).setTags(tags))
    message.build()

  private def fromPb(data: PageComponentDataPb): PageComponentData = data.getDataCase match
    case PageComponentDataPb.DataCase.TEXT   => TextComponentData(data.getText.getText)
    case PageComponentDataPb.DataCase.BUTTON =>
      ButtonComponentData(data.getButton.getName, data.getButton.getText, uuid(data.getButton.getAction))
    case PageComponentDataPb.DataCase.BLOG =>
      BlogComponentData(data.getBlog.getName, data.getBlog.getRss, data.getBlog.getTags)
    case PageComponentDataPb.DataCase.DATA_NOT_SET => throw IllegalArgumentException("a component without data")

  private def toPb(entryPoint: EntryPoint): EntryPointPb =
    val message = EntryPointPb.newBuilder()
    entryPoint match
      case DomainEntryPoint(domain, primary) =>
        message.setDomain(DomainEntryPointPb.newBuilder().setDomain(domain).setPrimary(primary))
      case FreeEntryPoint(userName, siteName, primary) =>
        message.setFree(FreeEntryPointPb.newBuilder().setUserName(userName).setSiteName(siteName).setPrimary(primary))
    message.build()

  private def fromPb(entryPoint: EntryPointPb): EntryPoint = entryPoint.getEntryPointCase match
    case EntryPointPb.EntryPointCase.DOMAIN =>
      DomainEntryPoint(entryPoint.getDomain.getDomain, entryPoint.getDomain.getPrimary)
    case EntryPointPb.EntryPointCase.FREE =>
      FreeEntryPoint(entryPoint.getFree.getUserName, entryPoint.getFree.getSiteName, entryPoint.getFree.getPrimary)
    case EntryPointPb.EntryPointCase.ENTRYPOINT_NOT_SET =>
      throw IllegalArgumentException("an entry point without a case")

  private def list[A, B](from: java.util.List[A])(convert: A => B): List[B] =
    List.tabulate(from.size)(index => convert(from.get(index)))

  // The numbers of the enums are the ordinals of the model's.
  private val modelSiteTypes      = SiteType.values
  private val modelSiteFlags      = SiteFlag.values
  private val modelComponentTypes = PageComponentType.values

  def siteType(value: SiteType): SiteTypePb                        = SiteTypePb.forNumber(value.ordinal)
  def siteType(value: SiteTypePb): SiteType                        = modelSiteTypes(value.getNumber)
  def siteFlag(value: SiteFlag): SiteFlagPb                        = SiteFlagPb.forNumber(value.ordinal)
  def siteFlag(value: SiteFlagPb): SiteFlag                        = modelSiteFlags(value.getNumber)
  def componentType(value: PageComponentType): PageComponentTypePb = PageComponentTypePb.forNumber(value.ordinal)
  def componentType(value: PageComponentTypePb): PageComponentType = modelComponentTypes(value.getNumber)

  def bytes(id: UUID): ByteString =
    val buffer = ByteBuffer.allocate(16).putLong(id.getMostSignificantBits).putLong(id.getLeastSignificantBits)
    ByteString.copyFrom(buffer.flip())

  def uuid(bytes: ByteString): UUID =
    val buffer = bytes.asReadOnlyByteBuffer()
    UUID(buffer.getLong(), buffer.getLong())
