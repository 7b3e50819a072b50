package brine.lab.peers.thrift

import brine.lab.model.*

/** An event as a struct of its own; the reader is told which, by an event of the same type. */
private object EventStructs:
  private val siteTypes      = SiteType.values
  private val siteFlags      = SiteFlag.values
  private val componentTypes = PageComponentType.values

  def write(out: StructWriter, event: SiteEvent): Unit =
    out.begin()
    event match
      case e: SiteCreated =>
        out.uuid(1, e.id)
        out.uuid(2, e.ownerId)
        out.enumeration(3, e.siteType)
      case e: SiteNameSet =>
        out.string(1, e.name)
      case e: SiteDescriptionSet =>
        out.string(1, e.description)
      case e: SiteRevisionSet =>
        out.long(1, e.revision)
      case _: SitePublished   => ()
      case _: SiteUnpublished => ()
      case e: SiteFlagAdded   =>
        out.enumeration(1, e.siteFlag)
      case e: SiteFlagRemoved =>
        out.enumeration(1, e.siteFlag)
      case e: DomainAdded =>
        out.string(1, e.name)
      case e: DomainRemoved =>
        out.string(1, e.name)
      case e: PrimaryDomainSet =>
        out.string(1, e.name)
      case e: DefaultMetaTagAdded =>
        out.string(1, e.name)
        out.string(2, e.value)
      case e: DefaultMetaTagRemoved =>
        out.string(1, e.name)
      case e: PageAdded =>
        out.string(1, e.path)
      case e: PageRemoved =>
        out.string(1, e.path)
      case e: PageNameSet =>
        out.string(1, e.path)
        out.string(2, e.name)
      case e: PageMetaTagAdded =>
        out.string(1, e.path)
        out.string(2, e.name)
        out.string(3, e.value)
      case e: PageMetaTagRemoved =>
        out.string(1, e.path)
        out.string(2, e.name)
      case e: PageComponentAdded =>
        out.string(1, e.pagePath)
        out.uuid(2, e.id)
        out.enumeration(3, e.componentType)
      case e: PageComponentRemoved =>
        out.string(1, e.pagePath)
        out.uuid(2, e.id)
      case e: PageComponentPositionSet =>
        out.uuid(1, e.id)
        out.int(2, e.position.x)
        out.int(3, e.position.y)
      case e: PageComponentPositionReset =>
        out.uuid(1, e.id)
      case e: TextComponentDataSet =>
        out.uuid(1, e.id)
        out.string(2, e.text)
      case e: ButtonComponentDataSet =>
        out.uuid(1, e.id)
        out.string(2, e.name)
        out.string(3, e.text)
        out.uuid(4, e.action)
      case e: BlogComponentDataSet =>
        out.uuid(1, e.id)
        out.string(2, e.name)
        out.boolean(3, e.rss)
        out.boolean(4, e.tags)
      case e: DomainEntryPointAdded =>
        out.string(1, e.domain)
      case e: FreeEntryPointAdded =>
        out.string(1, e.userName)
        out.string(2, e.siteName)
      case e: EntryPointRemoved =>
        out.string(1, e.lookupKey)
      case e: PrimaryEntryPointSet =>
        out.string(1, e.lookupKey)
    out.end()

  def read(in: StructReader, like: SiteEvent): SiteEvent =
    in.begin()
    val event = like match
      case _: SiteCreated           => SiteCreated(in.uuid(1), in.uuid(2), in.enumeration(3, siteTypes))
      case _: SiteNameSet           => SiteNameSet(in.string(1))
      case _: SiteDescriptionSet    => SiteDescriptionSet(in.string(1))
      case _: SiteRevisionSet       => SiteRevisionSet(in.long(1))
      case _: SitePublished         => SitePublished()
      case _: SiteUnpublished       => SiteUnpublished()
      case _: SiteFlagAdded         => SiteFlagAdded(in.enumeration(1, siteFlags))
      case _: SiteFlagRemoved       => SiteFlagRemoved(in.enumeration(1, siteFlags))
      case _: DomainAdded           => DomainAdded(in.string(1))
      case _: DomainRemoved         => DomainRemoved(in.string(1))
      case _: PrimaryDomainSet      => PrimaryDomainSet(in.string(1))
      case _: DefaultMetaTagAdded   => DefaultMetaTagAdded(in.string(1), in.string(2))
      case _: DefaultMetaTagRemoved => DefaultMetaTagRemoved(in.string(1))
      case _: PageAdded             => PageAdded(in.string(1))
      case _: PageRemoved           => PageRemoved(in.string(1))
      case _: PageNameSet           => PageNameSet(in.string(1), in.string(2))
      case _: PageMetaTagAdded      => PageMetaTagAdded(in.string(1), in.string(2), in.string(3))
      case _: PageMetaTagRemoved    => PageMetaTagRemoved(in.string(1), in.string(2))
      case _: PageComponentAdded    => PageComponentAdded(in.string(1), in.uuid(2), in.enumeration(3, componentTypes))
      case _: PageComponentRemoved  => PageComponentRemoved(in.string(1), in.uuid(2))
      case _: PageComponentPositionSet =>
        PageComponentPositionSet(in.uuid(1), PageComponentPosition(in.int(2), in.int(3)))
      case _: PageComponentPositionReset => PageComponentPositionReset(in.uuid(1))
      case _: TextComponentDataSet       => TextComponentDataSet(in.uuid(1), in.string(2))
      case _: ButtonComponentDataSet     => ButtonComponentDataSet(in.uuid(1), in.string(2), in.string(3), in.uuid(4))
      case _: BlogComponentDataSet       => BlogComponentDataSet(in.uuid(1), in.string(2), in.boolean(3), in.boolean(4))
      case _: DomainEntryPointAdded      => DomainEntryPointAdded(in.string(1))
      case _: FreeEntryPointAdded        => FreeEntryPointAdded(in.string(1), in.string(2))
      case _: EntryPointRemoved          => EntryPointRemoved(in.string(1))
      case _: PrimaryEntryPointSet       => PrimaryEntryPointSet(in.string(1))
    in.end()
    event
