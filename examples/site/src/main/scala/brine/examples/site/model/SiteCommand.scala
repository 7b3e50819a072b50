package brine.examples.site.model

import brine.codec.Codec
import java.util.UUID

/** What a user of the site builder asks of a site. Together the 24 commands lead to all 29 events. [[SiteRules]] says
  * when one is refused.
  */
enum SiteCommand derives Codec:
  case CreateSite(ownerId: UUID, siteType: SiteType, name: String, description: String)
  case RenameSite(name: String)
  case DescribeSite(description: String)

  /** Publishes the next revision. */
  case PublishSite()
  case UnpublishSite()
  case SetSiteFlag(siteFlag: SiteFlag, isSet: Boolean)

  /** The first domain becomes the primary one. */
  case AddDomain(name: String)
  case RemoveDomain(name: String)
  case ChoosePrimaryDomain(name: String)

  /** Replaces the tag of this name. */
  case SetDefaultMetaTag(name: String, value: String)
  case RemoveDefaultMetaTag(name: String)

  case AddPage(path: String, name: String)
  case RemovePage(path: String)
  case RenamePage(path: String, name: String)

  /** Replaces the tag of this name. */
  case SetPageMetaTag(path: String, name: String, value: String)
  case RemovePageMetaTag(path: String, name: String)

  case AddPageComponent(
      pagePath: String,
      id: UUID,
      data: PageComponentData,
      position: Option[PageComponentPosition] = None
  )
  case RemovePageComponent(pagePath: String, id: UUID)

  /** Without a position, resets it. */
  case MovePageComponent(id: UUID, position: Option[PageComponentPosition] = None)
  case EditPageComponent(id: UUID, data: PageComponentData)

  /** The first entry point becomes the primary one. */
  case AddDomainEntryPoint(domain: String)
  case AddFreeEntryPoint(userName: String, siteName: String)
  case RemoveEntryPoint(lookupKey: String)
  case ChoosePrimaryEntryPoint(lookupKey: String)

/** Why a command is refused.
  *
  * @param field
  *   the field of the command that is to blame; empty if it is the command as a whole
  * @param message
  *   for the person who has sent it
  */
final case class Refusal(field: String, message: String) derives Codec
