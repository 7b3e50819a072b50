package brine.lab.model.entity

import java.time.Instant
import java.util.UUID

import brine.lab.model.{PageComponentData, PageComponentPosition, SiteFlag, SiteType}
import brine.lab.peer.EntityRequest

/** What a user of the site builder asks of a site. Together the commands lead to all 29 events. */
sealed trait SiteCommand

/** Refused if the site exists. */
final case class CreateSite(id: UUID, ownerId: UUID, siteType: SiteType, name: String, description: String)
    extends SiteCommand

final case class RenameSite(name: String)          extends SiteCommand
final case class DescribeSite(description: String) extends SiteCommand

/** Publishes the next revision. */
final case class PublishSite() extends SiteCommand

/** Refused if the site is not published. */
final case class UnpublishSite() extends SiteCommand

/** Refused if the flag is set already, or unset. */
final case class SetSiteFlag(siteFlag: SiteFlag, isSet: Boolean) extends SiteCommand

/** The first domain becomes the primary one. Refused if it is there. */
final case class AddDomain(name: String) extends SiteCommand

/** Refused if it is not there. */
final case class RemoveDomain(name: String) extends SiteCommand

/** Refused if it is not there. */
final case class ChoosePrimaryDomain(name: String) extends SiteCommand

/** Replaces the tag of this name. */
final case class SetDefaultMetaTag(name: String, value: String) extends SiteCommand

/** Refused if it is not there. */
final case class RemoveDefaultMetaTag(name: String) extends SiteCommand

/** Refused if the path is taken. */
final case class AddPage(path: String, name: String) extends SiteCommand

/** Refused if it is not there. */
final case class RemovePage(path: String) extends SiteCommand

/** Refused if the page is not there. */
final case class RenamePage(path: String, name: String) extends SiteCommand

/** Replaces the tag of this name. Refused if the page is not there. */
final case class SetPageMetaTag(path: String, name: String, value: String) extends SiteCommand

/** Refused if page or tag are not there. */
final case class RemovePageMetaTag(path: String, name: String) extends SiteCommand

/** Refused if the page is not there, or a component of the site has this id. */
final case class AddPageComponent(
    pagePath: String,
    id: UUID,
    data: PageComponentData,
    position: Option[PageComponentPosition]
) extends SiteCommand

/** Refused if it is not on the page. */
final case class RemovePageComponent(pagePath: String, id: UUID) extends SiteCommand

/** Without a position, resets it. Refused if the component is not there. */
final case class MovePageComponent(id: UUID, position: Option[PageComponentPosition]) extends SiteCommand

/** Refused if the component is not there, or shows data of another kind. */
final case class EditPageComponent(id: UUID, data: PageComponentData) extends SiteCommand

/** The first entry point becomes the primary one. Refused if it is there. */
final case class AddDomainEntryPoint(domain: String) extends SiteCommand

/** The first entry point becomes the primary one. Refused if it is there. */
final case class AddFreeEntryPoint(userName: String, siteName: String) extends SiteCommand

/** Refused if it is not there. */
final case class RemoveEntryPoint(lookupKey: String) extends SiteCommand

/** Refused if it is not there. */
final case class ChoosePrimaryEntryPoint(lookupKey: String) extends SiteCommand

/** A query: how many events and pages the site has. */
final case class GetSite() extends SiteCommand

/** A command, and when it was sent: the time of its events. */
final case class SiteRequest(command: SiteCommand, at: Instant) extends EntityRequest {
  def isQuery: Boolean = command == GetSite()
}
