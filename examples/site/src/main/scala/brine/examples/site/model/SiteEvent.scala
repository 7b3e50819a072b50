package brine.examples.site.model

import brine.codec.Codec
import java.time.Instant
import java.util.UUID

/** The 29 changes that a site can undergo, in the published order. */
enum SiteEvent derives Codec:
  case SiteCreated(id: UUID, ownerId: UUID, siteType: SiteType)
  case SiteNameSet(name: String)
  case SiteDescriptionSet(description: String)
  case SiteRevisionSet(revision: Long)
  case SitePublished()
  case SiteUnpublished()
  case SiteFlagAdded(siteFlag: SiteFlag)
  case SiteFlagRemoved(siteFlag: SiteFlag)

  case DomainAdded(name: String)
  case DomainRemoved(name: String)
  case PrimaryDomainSet(name: String)

  case DefaultMetaTagAdded(name: String, value: String)
  case DefaultMetaTagRemoved(name: String)

  case PageAdded(path: String)
  case PageRemoved(path: String)
  case PageNameSet(path: String, name: String)
  case PageMetaTagAdded(path: String, name: String, value: String)
  case PageMetaTagRemoved(path: String, name: String)

  case PageComponentAdded(pagePath: String, id: UUID, componentType: PageComponentType)
  case PageComponentRemoved(pagePath: String, id: UUID)
  case PageComponentPositionSet(id: UUID, position: PageComponentPosition)
  case PageComponentPositionReset(id: UUID)
  case TextComponentDataSet(id: UUID, text: String)
  case ButtonComponentDataSet(id: UUID, name: String, text: String, action: UUID)
  case BlogComponentDataSet(id: UUID, name: String, rss: Boolean, tags: Boolean)

  case DomainEntryPointAdded(domain: String)
  case FreeEntryPointAdded(userName: String, siteName: String)
  case EntryPointRemoved(lookupKey: String)
  case PrimaryEntryPointSet(lookupKey: String)

/** What is stored of a change: the event, and when it happened. The site's id is that of the entity. */
final case class SiteChange(event: SiteEvent, at: Instant) derives Codec
