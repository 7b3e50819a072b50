package brine.examples.site.model

import brine.codec.Codec
import java.time.Instant
import java.util.UUID

/** A web site as a site builder keeps it. Names and order of the fields are those of the published study. */
final case class Site(
    id: UUID,
    ownerId: UUID,
    revision: Long,
    siteType: SiteType,
    flags: Vector[SiteFlag],
    name: String,
    description: String,
    domains: Vector[Domain],
    defaultMetaTags: Vector[MetaTag],
    pages: Vector[Page],
    entryPoints: Vector[EntryPoint],
    published: Boolean,
    dateCreated: Instant,
    dateUpdated: Instant
) derives Codec:
  def page(path: String): Option[Page] = pages.find(_.path == path)

  def component(id: UUID): Option[PageComponent] =
    pages.iterator.flatMap(_.components.iterator).find(_.id == id)

/** What a site is built with. */
enum SiteType derives Codec:
  case Unknown, Flash, Silverlight, Html5

/** What a site's owner pays for. */
enum SiteFlag derives Codec:
  case Unknown, Free, Premium

final case class Domain(name: String, primary: Boolean) derives Codec

final case class MetaTag(name: String, value: String) derives Codec

final case class Page(name: String, path: String, metaTags: Vector[MetaTag], components: Vector[PageComponent])
    derives Codec

final case class PageComponent(
    id: UUID,
    componentType: PageComponentType,
    data: PageComponentData,
    position: Option[PageComponentPosition],
    dateCreated: Instant,
    dateUpdated: Instant
) derives Codec

enum PageComponentType derives Codec:
  case Unknown, Text, Button, Blog

final case class PageComponentPosition(x: Int, y: Int) derives Codec

/** What a component shows. */
enum PageComponentData derives Codec:
  case TextComponentData(text: String)
  case ButtonComponentData(name: String, text: String, action: UUID)
  case BlogComponentData(name: String, rss: Boolean, tags: Boolean)

  def componentType: PageComponentType = this match
    case _: TextComponentData   => PageComponentType.Text
    case _: ButtonComponentData => PageComponentType.Button
    case _: BlogComponentData   => PageComponentType.Blog

/** An address under which a site is reached. */
enum EntryPoint derives Codec:
  case DomainEntryPoint(domain: String, primary: Boolean)
  case FreeEntryPoint(userName: String, siteName: String, primary: Boolean)

  /** Unique within a site. */
  def lookupKey: String = this match
    case DomainEntryPoint(domain, _)           => domain
    case FreeEntryPoint(userName, siteName, _) => EntryPoint.freeKey(userName, siteName)

  def isPrimary: Boolean = this match
    case DomainEntryPoint(_, primary)  => primary
    case FreeEntryPoint(_, _, primary) => primary

  def withPrimary(isPrimary: Boolean): EntryPoint = this match
    case one: DomainEntryPoint => one.copy(primary = isPrimary)
    case one: FreeEntryPoint   => one.copy(primary = isPrimary)

object EntryPoint:
  /** The lookup key of a free entry point, as the published study builds it. */
  def freeKey(userName: String, siteName: String): String = s"$userName.wix.com/$siteName"
