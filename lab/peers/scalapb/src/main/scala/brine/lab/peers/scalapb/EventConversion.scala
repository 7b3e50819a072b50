package brine.lab.peers.scalapb

import _root_.scalapb.{GeneratedMessage, GeneratedMessageCompanion}

import brine.lab.model.*
import brine.lab.peers.pb.*

import Conversion.*

/** Between the model's events and the generated messages, without the message that holds any of them. */
private object EventConversion:
  def toPb(event: SiteEvent): GeneratedMessage = event match
    case e: SiteCreated                => SiteCreatedPb(bytes(e.id), bytes(e.ownerId), siteType(e.siteType))
    case e: SiteNameSet                => SiteNameSetPb(e.name)
    case e: SiteDescriptionSet         => SiteDescriptionSetPb(e.description)
    case e: SiteRevisionSet            => SiteRevisionSetPb(e.revision)
    case _: SitePublished              => SitePublishedPb()
    case _: SiteUnpublished            => SiteUnpublishedPb()
    case e: SiteFlagAdded              => SiteFlagAddedPb(siteFlag(e.siteFlag))
    case e: SiteFlagRemoved            => SiteFlagRemovedPb(siteFlag(e.siteFlag))
    case e: DomainAdded                => DomainAddedPb(e.name)
    case e: DomainRemoved              => DomainRemovedPb(e.name)
    case e: PrimaryDomainSet           => PrimaryDomainSetPb(e.name)
    case e: DefaultMetaTagAdded        => DefaultMetaTagAddedPb(e.name, e.value)
    case e: DefaultMetaTagRemoved      => DefaultMetaTagRemovedPb(e.name)
    case e: PageAdded                  => PageAddedPb(e.path)
    case e: PageRemoved                => PageRemovedPb(e.path)
    case e: PageNameSet                => PageNameSetPb(e.path, e.name)
    case e: PageMetaTagAdded           => PageMetaTagAddedPb(e.path, e.name, e.value)
    case e: PageMetaTagRemoved         => PageMetaTagRemovedPb(e.path, e.name)
    case e: PageComponentAdded         => PageComponentAddedPb(e.pagePath, bytes(e.id), componentType(e.componentType))
    case e: PageComponentRemoved       => PageComponentRemovedPb(e.pagePath, bytes(e.id))
    case e: PageComponentPositionSet   => PageComponentPositionSetPb(bytes(e.id), e.position.x, e.position.y)
    case e: PageComponentPositionReset => PageComponentPositionResetPb(bytes(e.id))
    case e: TextComponentDataSet       => TextComponentDataSetPb(bytes(e.id), e.text)
    case e: ButtonComponentDataSet     => ButtonComponentDataSetPb(bytes(e.id), e.name, e.text, bytes(e.action))
    case e: BlogComponentDataSet       => BlogComponentDataSetPb(bytes(e.id), e.name, e.rss, e.tags)
    case e: DomainEntryPointAdded      => DomainEntryPointAddedPb(e.domain)
    case e: FreeEntryPointAdded        => FreeEntryPointAddedPb(e.userName, e.siteName)
    case e: EntryPointRemoved          => EntryPointRemovedPb(e.lookupKey)
    case e: PrimaryEntryPointSet       => PrimaryEntryPointSetPb(e.lookupKey)

  /** Reads a message whose type is known, as one of [[companions]]. */
  def fromPb(message: GeneratedMessage): SiteEvent = message match
    case m: SiteCreatedPb                => SiteCreated(uuid(m.id), uuid(m.ownerId), siteType(m.siteType))
    case m: SiteNameSetPb                => SiteNameSet(m.name)
    case m: SiteDescriptionSetPb         => SiteDescriptionSet(m.description)
    case m: SiteRevisionSetPb            => SiteRevisionSet(m.revision)
    case _: SitePublishedPb              => SitePublished()
    case _: SiteUnpublishedPb            => SiteUnpublished()
    case m: SiteFlagAddedPb              => SiteFlagAdded(siteFlag(m.siteFlag))
    case m: SiteFlagRemovedPb            => SiteFlagRemoved(siteFlag(m.siteFlag))
    case m: DomainAddedPb                => DomainAdded(m.name)
    case m: DomainRemovedPb              => DomainRemoved(m.name)
    case m: PrimaryDomainSetPb           => PrimaryDomainSet(m.name)
    case m: DefaultMetaTagAddedPb        => DefaultMetaTagAdded(m.name, m.value)
    case m: DefaultMetaTagRemovedPb      => DefaultMetaTagRemoved(m.name)
    case m: PageAddedPb                  => PageAdded(m.path)
    case m: PageRemovedPb                => PageRemoved(m.path)
    case m: PageNameSetPb                => PageNameSet(m.path, m.name)
    case m: PageMetaTagAddedPb           => PageMetaTagAdded(m.path, m.name, m.value)
    case m: PageMetaTagRemovedPb         => PageMetaTagRemoved(m.path, m.name)
    case m: PageComponentAddedPb         => PageComponentAdded(m.pagePath, uuid(m.id), componentType(m.componentType))
    case m: PageComponentRemovedPb       => PageComponentRemoved(m.pagePath, uuid(m.id))
    case m: PageComponentPositionSetPb   => PageComponentPositionSet(uuid(m.id), PageComponentPosition(m.x, m.y))
    case m: PageComponentPositionResetPb => PageComponentPositionReset(uuid(m.id))
    case m: TextComponentDataSetPb       => TextComponentDataSet(uuid(m.id), m.text)
    case m: ButtonComponentDataSetPb     => ButtonComponentDataSet(uuid(m.id), m.name, m.text, uuid(m.action))
    case m: BlogComponentDataSetPb       => BlogComponentDataSet(uuid(m.id), m.name, m.rss, m.tags)
    case m: DomainEntryPointAddedPb      => DomainEntryPointAdded(m.domain)
    case m: FreeEntryPointAddedPb        => FreeEntryPointAdded(m.userName, m.siteName)
    case m: EntryPointRemovedPb          => EntryPointRemoved(m.lookupKey)
    case m: PrimaryEntryPointSetPb       => PrimaryEntryPointSet(m.lookupKey)
    case other                           => throw IllegalArgumentException(s"not an event: ${other.getClass.getName}")

  /** The generated companion that reads the message of an event of this type. */
  def companion(event: SiteEvent): GeneratedMessageCompanion[? <: GeneratedMessage] = event match
    case _: SiteCreated                => SiteCreatedPb
    case _: SiteNameSet                => SiteNameSetPb
    case _: SiteDescriptionSet         => SiteDescriptionSetPb
    case _: SiteRevisionSet            => SiteRevisionSetPb
    case _: SitePublished              => SitePublishedPb
    case _: SiteUnpublished            => SiteUnpublishedPb
    case _: SiteFlagAdded              => SiteFlagAddedPb
    case _: SiteFlagRemoved            => SiteFlagRemovedPb
    case _: DomainAdded                => DomainAddedPb
    case _: DomainRemoved              => DomainRemovedPb
    case _: PrimaryDomainSet           => PrimaryDomainSetPb
    case _: DefaultMetaTagAdded        => DefaultMetaTagAddedPb
    case _: DefaultMetaTagRemoved      => DefaultMetaTagRemovedPb
    case _: PageAdded                  => PageAddedPb
    case _: PageRemoved                => PageRemovedPb
    case _: PageNameSet                => PageNameSetPb
    case _: PageMetaTagAdded           => PageMetaTagAddedPb
    case _: PageMetaTagRemoved         => PageMetaTagRemovedPb
    case _: PageComponentAdded         => PageComponentAddedPb
    case _: PageComponentRemoved       => PageComponentRemovedPb
    case _: PageComponentPositionSet   => PageComponentPositionSetPb
    case _: PageComponentPositionReset => PageComponentPositionResetPb
    case _: TextComponentDataSet       => TextComponentDataSetPb
    case _: ButtonComponentDataSet     => ButtonComponentDataSetPb
    case _: BlogComponentDataSet       => BlogComponentDataSetPb
    case _: DomainEntryPointAdded      => DomainEntryPointAddedPb
    case _: FreeEntryPointAdded        => FreeEntryPointAddedPb
    case _: EntryPointRemoved          => EntryPointRemovedPb
    case _: PrimaryEntryPointSet       => PrimaryEntryPointSetPb

  /** The message that holds any event: ScalaPB's classes as the model, for the rows without conversion. */
  def wrap(event: SiteEvent): SiteEventPb = SiteEventPb(toPb(event) match
    case m: SiteCreatedPb                => SiteEventPb.Event.SiteCreated(m)
    case m: SiteNameSetPb                => SiteEventPb.Event.SiteNameSet(m)
    case m: SiteDescriptionSetPb         => SiteEventPb.Event.SiteDescriptionSet(m)
    case m: SiteRevisionSetPb            => SiteEventPb.Event.SiteRevisionSet(m)
    case m: SitePublishedPb              => SiteEventPb.Event.SitePublished(m)
    case m: SiteUnpublishedPb            => SiteEventPb.Event.SiteUnpublished(m)
    case m: SiteFlagAddedPb              => SiteEventPb.Event.SiteFlagAdded(m)
    case m: SiteFlagRemovedPb            => SiteEventPb.Event.SiteFlagRemoved(m)
    case m: DomainAddedPb                => SiteEventPb.Event.DomainAdded(m)
    case m: DomainRemovedPb              => SiteEventPb.Event.DomainRemoved(m)
    case m: PrimaryDomainSetPb           => SiteEventPb.Event.PrimaryDomainSet(m)
    case m: DefaultMetaTagAddedPb        => SiteEventPb.Event.DefaultMetaTagAdded(m)
    case m: DefaultMetaTagRemovedPb      => SiteEventPb.Event.DefaultMetaTagRemoved(m)
    case m: PageAddedPb                  => SiteEventPb.Event.PageAdded(m)
    case m: PageRemovedPb                => SiteEventPb.Event.PageRemoved(m)
    case m: PageNameSetPb                => SiteEventPb.Event.PageNameSet(m)
    case m: PageMetaTagAddedPb           => SiteEventPb.Event.PageMetaTagAdded(m)
    case m: PageMetaTagRemovedPb         => SiteEventPb.Event.PageMetaTagRemoved(m)
    case m: PageComponentAddedPb         => SiteEventPb.Event.PageComponentAdded(m)
    case m: PageComponentRemovedPb       => SiteEventPb.Event.PageComponentRemoved(m)
    case m: PageComponentPositionSetPb   => SiteEventPb.Event.PageComponentPositionSet(m)
    case m: PageComponentPositionResetPb => SiteEventPb.Event.PageComponentPositionReset(m)
    case m: TextComponentDataSetPb       => SiteEventPb.Event.TextComponentDataSet(m)
    case m: ButtonComponentDataSetPb     => SiteEventPb.Event.ButtonComponentDataSet(m)
    case m: BlogComponentDataSetPb       => SiteEventPb.Event.BlogComponentDataSet(m)
    case m: DomainEntryPointAddedPb      => SiteEventPb.Event.DomainEntryPointAdded(m)
    case m: FreeEntryPointAddedPb        => SiteEventPb.Event.FreeEntryPointAdded(m)
    case m: EntryPointRemovedPb          => SiteEventPb.Event.EntryPointRemoved(m)
    case m: PrimaryEntryPointSetPb       => SiteEventPb.Event.PrimaryEntryPointSet(m)
    case other                           => throw IllegalArgumentException(s"not an event: ${other.getClass.getName}"))
