package brine.lab.peers.protobufjava

import scala.jdk.CollectionConverters.*

import com.google.protobuf.{Message, MessageLite, Parser}

import brine.lab.model.*
import brine.lab.peers.pb.*

import Conversion.*

/** Between the model's events and the generated messages, each of which is read by its own parser. */
private object EventConversion:
  def toPb(event: SiteEvent): Message = event match
    case e: SiteCreated =>
      SiteCreatedPb.newBuilder.setId(bytes(e.id)).setOwnerId(bytes(e.ownerId)).setSiteType(siteType(e.siteType)).build()
    case e: SiteNameSet =>
      SiteNameSetPb.newBuilder.setName(e.name).build()
    case e: SiteDescriptionSet =>
      SiteDescriptionSetPb.newBuilder.setDescription(e.description).build()
    case e: SiteRevisionSet =>
      SiteRevisionSetPb.newBuilder.setRevision(e.revision).build()
    case _: SitePublished   => SitePublishedPb.getDefaultInstance
    case _: SiteUnpublished => SiteUnpublishedPb.getDefaultInstance
    case e: SiteFlagAdded   =>
      SiteFlagAddedPb.newBuilder.setSiteFlag(siteFlag(e.siteFlag)).build()
    case e: SiteFlagRemoved =>
      SiteFlagRemovedPb.newBuilder.setSiteFlag(siteFlag(e.siteFlag)).build()
    case e: DomainAdded =>
      DomainAddedPb.newBuilder.setName(e.name).build()
    case e: DomainRemoved =>
      DomainRemovedPb.newBuilder.setName(e.name).build()
    case e: PrimaryDomainSet =>
      PrimaryDomainSetPb.newBuilder.setName(e.name).build()
    case e: DefaultMetaTagAdded =>
      DefaultMetaTagAddedPb.newBuilder.setName(e.name).setValue(e.value).build()
    case e: DefaultMetaTagRemoved =>
      DefaultMetaTagRemovedPb.newBuilder.setName(e.name).build()
    case e: PageAdded =>
      PageAddedPb.newBuilder.setPath(e.path).build()
    case e: PageRemoved =>
      PageRemovedPb.newBuilder.setPath(e.path).build()
    case e: PageNameSet =>
      PageNameSetPb.newBuilder.setPath(e.path).setName(e.name).build()
    case e: PageMetaTagAdded =>
      PageMetaTagAddedPb.newBuilder.setPath(e.path).setName(e.name).setValue(e.value).build()
    case e: PageMetaTagRemoved =>
      PageMetaTagRemovedPb.newBuilder.setPath(e.path).setName(e.name).build()
    case e: PageComponentAdded =>
      PageComponentAddedPb.newBuilder
        .setPagePath(e.pagePath)
        .setId(bytes(e.id))
        .setComponentType(componentType(e.componentType))
        .build()
    case e: PageComponentRemoved =>
      PageComponentRemovedPb.newBuilder.setPagePath(e.pagePath).setId(bytes(e.id)).build()
    case e: PageComponentPositionSet =>
      PageComponentPositionSetPb.newBuilder.setId(bytes(e.id)).setX(e.position.x).setY(e.position.y).build()
    case e: PageComponentPositionReset =>
      PageComponentPositionResetPb.newBuilder.setId(bytes(e.id)).build()
    case e: TextComponentDataSet =>
      TextComponentDataSetPb.newBuilder.setId(bytes(e.id)).setText(e.text).build()
    case e: ButtonComponentDataSet =>
      ButtonComponentDataSetPb.newBuilder
        .setId(bytes(e.id))
        .setName(e.name)
        .setText(e.text)
        .setAction(bytes(e.action))
        .build()
    case e: BlogComponentDataSet =>
      BlogComponentDataSetPb.newBuilder.setId(bytes(e.id)).setName(e.name).setRss(e.rss).setTags(e.tags).build()
    case e: DomainEntryPointAdded =>
      DomainEntryPointAddedPb.newBuilder.setDomain(e.domain).build()
    case e: FreeEntryPointAdded =>
      FreeEntryPointAddedPb.newBuilder.setUserName(e.userName).setSiteName(e.siteName).build()
    case e: EntryPointRemoved =>
      EntryPointRemovedPb.newBuilder.setLookupKey(e.lookupKey).build()
    case e: PrimaryEntryPointSet =>
      PrimaryEntryPointSetPb.newBuilder.setLookupKey(e.lookupKey).build()

  /** The message that holds any event, found by the type of its fields. Slow: for values made before timing. */
  def wrap(event: SiteEvent): SiteEventPb =
    val message = toPb(event)
    val field   = SiteEventPb.getDescriptor.getFields.asScala.find(_.getMessageType == message.getDescriptorForType)
    SiteEventPb.newBuilder.setField(field.get, message).build()

  def fromPb(message: MessageLite): SiteEvent = message match
    case m: SiteCreatedPb           => SiteCreated(uuid(m.getId), uuid(m.getOwnerId), siteType(m.getSiteType))
    case m: SiteNameSetPb           => SiteNameSet(m.getName)
    case m: SiteDescriptionSetPb    => SiteDescriptionSet(m.getDescription)
    case m: SiteRevisionSetPb       => SiteRevisionSet(m.getRevision)
    case _: SitePublishedPb         => SitePublished()
    case _: SiteUnpublishedPb       => SiteUnpublished()
    case m: SiteFlagAddedPb         => SiteFlagAdded(siteFlag(m.getSiteFlag))
    case m: SiteFlagRemovedPb       => SiteFlagRemoved(siteFlag(m.getSiteFlag))
    case m: DomainAddedPb           => DomainAdded(m.getName)
    case m: DomainRemovedPb         => DomainRemoved(m.getName)
    case m: PrimaryDomainSetPb      => PrimaryDomainSet(m.getName)
    case m: DefaultMetaTagAddedPb   => DefaultMetaTagAdded(m.getName, m.getValue)
    case m: DefaultMetaTagRemovedPb => DefaultMetaTagRemoved(m.getName)
    case m: PageAddedPb             => PageAdded(m.getPath)
    case m: PageRemovedPb           => PageRemoved(m.getPath)
    case m: PageNameSetPb           => PageNameSet(m.getPath, m.getName)
    case m: PageMetaTagAddedPb      => PageMetaTagAdded(m.getPath, m.getName, m.getValue)
    case m: PageMetaTagRemovedPb    => PageMetaTagRemoved(m.getPath, m.getName)
    case m: PageComponentAddedPb => PageComponentAdded(m.getPagePath, uuid(m.getId), componentType(m.getComponentType))
    case m: PageComponentRemovedPb     => PageComponentRemoved(m.getPagePath, uuid(m.getId))
    case m: PageComponentPositionSetPb => PageComponentPositionSet(uuid(m.getId), PageComponentPosition(m.getX, m.getY))
    case m: PageComponentPositionResetPb => PageComponentPositionReset(uuid(m.getId))
    case m: TextComponentDataSetPb       => TextComponentDataSet(uuid(m.getId), m.getText)
    case m: ButtonComponentDataSetPb => ButtonComponentDataSet(uuid(m.getId), m.getName, m.getText, uuid(m.getAction))
    case m: BlogComponentDataSetPb   => BlogComponentDataSet(uuid(m.getId), m.getName, m.getRss, m.getTags)
    case m: DomainEntryPointAddedPb  => DomainEntryPointAdded(m.getDomain)
    case m: FreeEntryPointAddedPb    => FreeEntryPointAdded(m.getUserName, m.getSiteName)
    case m: EntryPointRemovedPb      => EntryPointRemoved(m.getLookupKey)
    case m: PrimaryEntryPointSetPb   => PrimaryEntryPointSet(m.getLookupKey)
    case other                       => throw IllegalArgumentException(s"not an event: ${other.getClass.getName}")

  def parser(event: SiteEvent): Parser[? <: MessageLite] = event match
    case _: SiteCreated                => SiteCreatedPb.parser
    case _: SiteNameSet                => SiteNameSetPb.parser
    case _: SiteDescriptionSet         => SiteDescriptionSetPb.parser
    case _: SiteRevisionSet            => SiteRevisionSetPb.parser
    case _: SitePublished              => SitePublishedPb.parser
    case _: SiteUnpublished            => SiteUnpublishedPb.parser
    case _: SiteFlagAdded              => SiteFlagAddedPb.parser
    case _: SiteFlagRemoved            => SiteFlagRemovedPb.parser
    case _: DomainAdded                => DomainAddedPb.parser
    case _: DomainRemoved              => DomainRemovedPb.parser
    case _: PrimaryDomainSet           => PrimaryDomainSetPb.parser
    case _: DefaultMetaTagAdded        => DefaultMetaTagAddedPb.parser
    case _: DefaultMetaTagRemoved      => DefaultMetaTagRemovedPb.parser
    case _: PageAdded                  => PageAddedPb.parser
    case _: PageRemoved                => PageRemovedPb.parser
    case _: PageNameSet                => PageNameSetPb.parser
    case _: PageMetaTagAdded           => PageMetaTagAddedPb.parser
    case _: PageMetaTagRemoved         => PageMetaTagRemovedPb.parser
    case _: PageComponentAdded         => PageComponentAddedPb.parser
    case _: PageComponentRemoved       => PageComponentRemovedPb.parser
    case _: PageComponentPositionSet   => PageComponentPositionSetPb.parser
    case _: PageComponentPositionReset => PageComponentPositionResetPb.parser
    case _: TextComponentDataSet       => TextComponentDataSetPb.parser
    case _: ButtonComponentDataSet     => ButtonComponentDataSetPb.parser
    case _: BlogComponentDataSet       => BlogComponentDataSetPb.parser
    case _: DomainEntryPointAdded      => DomainEntryPointAddedPb.parser
    case _: FreeEntryPointAdded        => FreeEntryPointAddedPb.parser
    case _: EntryPointRemoved          => EntryPointRemovedPb.parser
    case _: PrimaryEntryPointSet       => PrimaryEntryPointSetPb.parser
