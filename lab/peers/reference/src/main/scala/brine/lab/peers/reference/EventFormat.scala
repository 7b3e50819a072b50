package brine.lab.peers.reference

import brine.lab.model.*

/** An event: one byte for its case, then its fields. */
private object EventFormat:
  private val siteTypes      = SiteType.values
  private val siteFlags      = SiteFlag.values
  private val componentTypes = PageComponentType.values

  def write(out: Writer, event: SiteEvent): Unit = event match
    case e: SiteCreated =>
      out.byte(1)
      out.uuid(e.id)
      out.uuid(e.ownerId)
      out.enumeration(e.siteType)
    case e: SiteNameSet =>
      out.byte(2)
      out.string(e.name)
    case e: SiteDescriptionSet =>
      out.byte(3)
      out.string(e.description)
    case e: SiteRevisionSet =>
      out.byte(4)
      out.varLong(e.revision)
    case _: SitePublished =>
      out.byte(5)
    case _: SiteUnpublished =>
      out.byte(6)
    case e: SiteFlagAdded =>
      out.byte(7)
      out.enumeration(e.siteFlag)
    case e: SiteFlagRemoved =>
      out.byte(8)
      out.enumeration(e.siteFlag)
    case e: DomainAdded =>
      out.byte(9)
      out.string(e.name)
    case e: DomainRemoved =>
      out.byte(10)
      out.string(e.name)
    case e: PrimaryDomainSet =>
      out.byte(11)
      out.string(e.name)
    case e: DefaultMetaTagAdded =>
      out.byte(12)
      out.string(e.name)
      out.string(e.value)
    case e: DefaultMetaTagRemoved =>
      out.byte(13)
      out.string(e.name)
    case e: PageAdded =>
      out.byte(14)
      out.string(e.path)
    case e: PageRemoved =>
      out.byte(15)
      out.string(e.path)
    case e: PageNameSet =>
      out.byte(16)
      out.string(e.path)
      out.string(e.name)
    case e: PageMetaTagAdded =>
      out.byte(17)
      out.string(e.path)
      out.string(e.name)
      out.string(e.value)
    case e: PageMetaTagRemoved =>
      out.byte(18)
      out.string(e.path)
      out.string(e.name)
    case e: PageComponentAdded =>
      out.byte(19)
      out.string(e.pagePath)
      out.uuid(e.id)
      out.enumeration(e.componentType)
    case e: PageComponentRemoved =>
      out.byte(20)
      out.string(e.pagePath)
      out.uuid(e.id)
    case e: PageComponentPositionSet =>
      out.byte(21)
      out.uuid(e.id)
      SiteFormat.writePosition(out, e.position)
    case e: PageComponentPositionReset =>
      out.byte(22)
      out.uuid(e.id)
    case e: TextComponentDataSet =>
      out.byte(23)
      out.uuid(e.id)
      out.string(e.text)
    case e: ButtonComponentDataSet =>
      out.byte(24)
      out.uuid(e.id)
      out.string(e.name)
      out.string(e.text)
      out.uuid(e.action)
    case e: BlogComponentDataSet =>
      out.byte(25)
      out.uuid(e.id)
      out.string(e.name)
      out.boolean(e.rss)
      out.boolean(e.tags)
    case e: DomainEntryPointAdded =>
      out.byte(26)
      out.string(e.domain)
    case e: FreeEntryPointAdded =>
      out.byte(27)
      out.string(e.userName)
      out.string(e.siteName)
    case e: EntryPointRemoved =>
      out.byte(28)
      out.string(e.lookupKey)
    case e: PrimaryEntryPointSet =>
      out.byte(29)
      out.string(e.lookupKey)

  def read(in: Reader): SiteEvent = in.byte() match
    case 1  => SiteCreated(in.uuid(), in.uuid(), siteTypes(in.byte()))
    case 2  => SiteNameSet(in.string())
    case 3  => SiteDescriptionSet(in.string())
    case 4  => SiteRevisionSet(in.varLong())
    case 5  => SitePublished()
    case 6  => SiteUnpublished()
    case 7  => SiteFlagAdded(siteFlags(in.byte()))
    case 8  => SiteFlagRemoved(siteFlags(in.byte()))
    case 9  => DomainAdded(in.string())
    case 10 => DomainRemoved(in.string())
    case 11 => PrimaryDomainSet(in.string())
    case 12 => DefaultMetaTagAdded(in.string(), in.string())
    case 13 => DefaultMetaTagRemoved(in.string())
    case 14 => PageAdded(in.string())
    case 15 => PageRemoved(in.string())
    case 16 => PageNameSet(in.string(), in.string())
    case 17 => PageMetaTagAdded(in.string(), in.string(), in.string())
    case 18 => PageMetaTagRemoved(in.string(), in.string())
    case 19 => PageComponentAdded(in.string(), in.uuid(), componentTypes(in.byte()))
    case 20 => PageComponentRemoved(in.string(), in.uuid())
    case 21 => PageComponentPositionSet(in.uuid(), SiteFormat.readPosition(in))
    case 22 => PageComponentPositionReset(in.uuid())
    case 23 => TextComponentDataSet(in.uuid(), in.string())
    case 24 => ButtonComponentDataSet(in.uuid(), in.string(), in.string(), in.uuid())
    case 25 => BlogComponentDataSet(in.uuid(), in.string(), in.boolean(), in.boolean())
    case 26 => DomainEntryPointAdded(in.string())
    case 27 => FreeEntryPointAdded(in.string(), in.string())
    case 28 => EntryPointRemoved(in.string())
    case 29 => PrimaryEntryPointSet(in.string())
    case n  => throw IllegalArgumentException(s"no event has number $n")
