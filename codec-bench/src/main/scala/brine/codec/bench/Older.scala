package brine.codec.bench

import brine.codec.{added, Codec}
import brine.lab.model.{PageComponentData, PageComponentType, SiteFlag, SiteType}

import java.time.Instant
import java.util.UUID

/** The sites of the lab as an earlier version of their program might have had them: fields in another order, fields
  * since removed, other collections, cases in another order. Every record differs.
  */
object Older:
  final case class Site(
      name: String,
      id: UUID,
      ownerId: UUID,
      language: Option[String],
      siteType: SiteType,
      revision: Long,
      flags: Vector[SiteFlag],
      description: String,
      dateCreated: Instant,
      dateUpdated: Instant,
      published: Boolean,
      domains: Vector[Domain],
      defaultMetaTags: List[MetaTag],
      pages: List[Page],
      entryPoints: List[EntryPoint]
  )
  final case class Domain(primary: Boolean, name: String)
  final case class MetaTag(value: String, name: String)
  final case class Page(
      path: String,
      name: String,
      @added(false) hidden: Boolean,
      metaTags: List[MetaTag],
      components: List[Component]
  )
  final case class Component(
      id: UUID,
      position: Option[Position],
      componentType: PageComponentType,
      data: PageComponentData,
      dateUpdated: Instant,
      dateCreated: Instant
  )
  final case class Position(y: Int, x: Int)
  enum EntryPoint:
    case FreeEntryPoint(siteName: String, userName: String, primary: Boolean)
    case DomainEntryPoint(primary: Boolean, domain: String)

  given Codec[Site] = Codec.derived
