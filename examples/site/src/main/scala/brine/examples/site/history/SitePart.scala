package brine.examples.site.history

import brine.examples.site.model.SiteState
import java.util.UUID

/** A part of a site that somebody asks about: which event last changed it? */
enum SitePart:
  /** A field of the site, such as `name`. */
  case Field(name: String)

  /** The page with a path. */
  case OfPage(path: String)

  /** The component with an id. */
  case OfComponent(id: UUID)

  /** The part of a state. States of which it is equal do not differ in it. */
  def of(state: SiteState): Option[Any] = state.site.flatMap: site =>
    this match
      case Field(name)     => Some(site.productElement(SitePart.fields.indexOf(name)))
      case OfPage(path)    => site.page(path)
      case OfComponent(id) => site.component(id)

object SitePart:
  /** The fields of a site, in order. */
  val fields: Vector[String] = Vector(
    "id",
    "ownerId",
    "revision",
    "siteType",
    "flags",
    "name",
    "description",
    "domains",
    "defaultMetaTags",
    "pages",
    "entryPoints",
    "published",
    "dateCreated",
    "dateUpdated"
  )
