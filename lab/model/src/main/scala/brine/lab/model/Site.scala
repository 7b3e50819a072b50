package brine.lab.model

import java.time.Instant
import java.util.UUID

/** A web site as a site builder keeps it: the root of the study's object graph. Types, names and order of fields are
  * those of the published study; every `Seq` may be empty, no field is ever null, instants are whole seconds.
  */
final case class Site(
    id: UUID,
    ownerId: UUID,
    revision: Long,
    siteType: SiteType,
    flags: Seq[SiteFlag],
    name: String,
    description: String,
    domains: Seq[Domain],
    defaultMetaTags: Seq[MetaTag],
    pages: Seq[Page],
    entryPoints: Seq[EntryPoint],
    published: Boolean,
    dateCreated: Instant,
    dateUpdated: Instant
)

final case class Domain(name: String, primary: Boolean)

final case class MetaTag(name: String, value: String)

final case class Page(name: String, path: String, metaTags: Seq[MetaTag], components: Seq[PageComponent])

final case class PageComponent(
    id: UUID,
    componentType: PageComponentType,
    data: PageComponentData,
    position: Option[PageComponentPosition],
    dateCreated: Instant,
    dateUpdated: Instant
)

final case class PageComponentPosition(x: Int, y: Int)

/** What a component shows; which case it is agrees with the component's [[PageComponentType]]. */
sealed trait PageComponentData

final case class TextComponentData(text: String) extends PageComponentData

final case class ButtonComponentData(name: String, text: String, action: UUID) extends PageComponentData

final case class BlogComponentData(name: String, rss: Boolean, tags: Boolean) extends PageComponentData

/** An address under which a site is reached; `lookupKey` is unique within a site. */
sealed trait EntryPoint {
  def lookupKey: String
  def primary: Boolean
}

final case class DomainEntryPoint(domain: String, primary: Boolean) extends EntryPoint {
  def lookupKey: String = domain
}

final case class FreeEntryPoint(userName: String, siteName: String, primary: Boolean) extends EntryPoint {
  def lookupKey: String = userName + ".wix.com/" + siteName
}
