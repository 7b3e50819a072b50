package brine.lab.peers.scrooge

import com.twitter.scrooge.{ThriftStruct, ThriftStructCodec}

import brine.lab.model._
import brine.lab.peers.scrooge.generated._

import Conversion._

/** Between the model's events and the generated structs, each of which has its own codec. */
private object EventConversion {
  def toThrift(event: SiteEvent): ThriftStruct = event match {
    case e: SiteCreated                => SiteCreatedT(bytes(e.id), bytes(e.ownerId), siteType(e.siteType))
    case e: SiteNameSet                => SiteNameSetT(e.name)
    case e: SiteDescriptionSet         => SiteDescriptionSetT(e.description)
    case e: SiteRevisionSet            => SiteRevisionSetT(e.revision)
    case _: SitePublished              => SitePublishedT()
    case _: SiteUnpublished            => SiteUnpublishedT()
    case e: SiteFlagAdded              => SiteFlagAddedT(siteFlag(e.siteFlag))
    case e: SiteFlagRemoved            => SiteFlagRemovedT(siteFlag(e.siteFlag))
    case e: DomainAdded                => DomainAddedT(e.name)
    case e: DomainRemoved              => DomainRemovedT(e.name)
    case e: PrimaryDomainSet           => PrimaryDomainSetT(e.name)
    case e: DefaultMetaTagAdded        => DefaultMetaTagAddedT(e.name, e.value)
    case e: DefaultMetaTagRemoved      => DefaultMetaTagRemovedT(e.name)
    case e: PageAdded                  => PageAddedT(e.path)
    case e: PageRemoved                => PageRemovedT(e.path)
    case e: PageNameSet                => PageNameSetT(e.path, e.name)
    case e: PageMetaTagAdded           => PageMetaTagAddedT(e.path, e.name, e.value)
    case e: PageMetaTagRemoved         => PageMetaTagRemovedT(e.path, e.name)
    case e: PageComponentAdded         => PageComponentAddedT(e.pagePath, bytes(e.id), componentType(e.componentType))
    case e: PageComponentRemoved       => PageComponentRemovedT(e.pagePath, bytes(e.id))
    case e: PageComponentPositionSet   => PageComponentPositionSetT(bytes(e.id), e.position.x, e.position.y)
    case e: PageComponentPositionReset => PageComponentPositionResetT(bytes(e.id))
    case e: TextComponentDataSet       => TextComponentDataSetT(bytes(e.id), e.text)
    case e: ButtonComponentDataSet     => ButtonComponentDataSetT(bytes(e.id), e.name, e.text, bytes(e.action))
    case e: BlogComponentDataSet       => BlogComponentDataSetT(bytes(e.id), e.name, e.rss, e.tags)
    case e: DomainEntryPointAdded      => DomainEntryPointAddedT(e.domain)
    case e: FreeEntryPointAdded        => FreeEntryPointAddedT(e.userName, e.siteName)
    case e: EntryPointRemoved          => EntryPointRemovedT(e.lookupKey)
    case e: PrimaryEntryPointSet       => PrimaryEntryPointSetT(e.lookupKey)
  }

  def fromThrift(struct: ThriftStruct): SiteEvent = struct match {
    case s: SiteCreatedT                => SiteCreated(uuid(s.id), uuid(s.ownerId), siteType(s.siteType))
    case s: SiteNameSetT                => SiteNameSet(s.name)
    case s: SiteDescriptionSetT         => SiteDescriptionSet(s.description)
    case s: SiteRevisionSetT            => SiteRevisionSet(s.revision)
    case _: SitePublishedT              => SitePublished()
    case _: SiteUnpublishedT            => SiteUnpublished()
    case s: SiteFlagAddedT              => SiteFlagAdded(siteFlag(s.siteFlag))
    case s: SiteFlagRemovedT            => SiteFlagRemoved(siteFlag(s.siteFlag))
    case s: DomainAddedT                => DomainAdded(s.name)
    case s: DomainRemovedT              => DomainRemoved(s.name)
    case s: PrimaryDomainSetT           => PrimaryDomainSet(s.name)
    case s: DefaultMetaTagAddedT        => DefaultMetaTagAdded(s.name, s.value)
    case s: DefaultMetaTagRemovedT      => DefaultMetaTagRemoved(s.name)
    case s: PageAddedT                  => PageAdded(s.path)
    case s: PageRemovedT                => PageRemoved(s.path)
    case s: PageNameSetT                => PageNameSet(s.path, s.name)
    case s: PageMetaTagAddedT           => PageMetaTagAdded(s.path, s.name, s.value)
    case s: PageMetaTagRemovedT         => PageMetaTagRemoved(s.path, s.name)
    case s: PageComponentAddedT         => PageComponentAdded(s.pagePath, uuid(s.id), componentType(s.componentType))
    case s: PageComponentRemovedT       => PageComponentRemoved(s.pagePath, uuid(s.id))
    case s: PageComponentPositionSetT   => PageComponentPositionSet(uuid(s.id), PageComponentPosition(s.x, s.y))
    case s: PageComponentPositionResetT => PageComponentPositionReset(uuid(s.id))
    case s: TextComponentDataSetT       => TextComponentDataSet(uuid(s.id), s.text)
    case s: ButtonComponentDataSetT     => ButtonComponentDataSet(uuid(s.id), s.name, s.text, uuid(s.action))
    case s: BlogComponentDataSetT       => BlogComponentDataSet(uuid(s.id), s.name, s.rss, s.tags)
    case s: DomainEntryPointAddedT      => DomainEntryPointAdded(s.domain)
    case s: FreeEntryPointAddedT        => FreeEntryPointAdded(s.userName, s.siteName)
    case s: EntryPointRemovedT          => EntryPointRemoved(s.lookupKey)
    case s: PrimaryEntryPointSetT       => PrimaryEntryPointSet(s.lookupKey)
    case other => throw new IllegalArgumentException(s"not an event: ${other.getClass.getName}")
  }

  def codec(event: SiteEvent): ThriftStructCodec[_ <: ThriftStruct] = event match {
    case _: SiteCreated                => SiteCreatedT
    case _: SiteNameSet                => SiteNameSetT
    case _: SiteDescriptionSet         => SiteDescriptionSetT
    case _: SiteRevisionSet            => SiteRevisionSetT
    case _: SitePublished              => SitePublishedT
    case _: SiteUnpublished            => SiteUnpublishedT
    case _: SiteFlagAdded              => SiteFlagAddedT
    case _: SiteFlagRemoved            => SiteFlagRemovedT
    case _: DomainAdded                => DomainAddedT
    case _: DomainRemoved              => DomainRemovedT
    case _: PrimaryDomainSet           => PrimaryDomainSetT
    case _: DefaultMetaTagAdded        => DefaultMetaTagAddedT
    case _: DefaultMetaTagRemoved      => DefaultMetaTagRemovedT
    case _: PageAdded                  => PageAddedT
    case _: PageRemoved                => PageRemovedT
    case _: PageNameSet                => PageNameSetT
    case _: PageMetaTagAdded           => PageMetaTagAddedT
    case _: PageMetaTagRemoved         => PageMetaTagRemovedT
    case _: PageComponentAdded         => PageComponentAddedT
    case _: PageComponentRemoved       => PageComponentRemovedT
    case _: PageComponentPositionSet   => PageComponentPositionSetT
    case _: PageComponentPositionReset => PageComponentPositionResetT
    case _: TextComponentDataSet       => TextComponentDataSetT
    case _: ButtonComponentDataSet     => ButtonComponentDataSetT
    case _: BlogComponentDataSet       => BlogComponentDataSetT
    case _: DomainEntryPointAdded      => DomainEntryPointAddedT
    case _: FreeEntryPointAdded        => FreeEntryPointAddedT
    case _: EntryPointRemoved          => EntryPointRemovedT
    case _: PrimaryEntryPointSet       => PrimaryEntryPointSetT
  }
}
