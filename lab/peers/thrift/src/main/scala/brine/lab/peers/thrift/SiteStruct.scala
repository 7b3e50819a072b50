package brine.lab.peers.thrift

import java.time.Instant

import brine.lab.model.*

/** A site as a struct, with the numbers of its fields in the order of the model; a sum type is a union. */
private object SiteStruct:
  private val siteTypes      = SiteType.values
  private val siteFlags      = SiteFlag.values
  private val componentTypes = PageComponentType.values

  def write(out: StructWriter, site: Site): Unit =
    out.begin()
    out.uuid(1, site.id)
    out.uuid(2, site.ownerId)
    out.long(3, site.revision)
    out.enumeration(4, site.siteType)
    out.enumerations(5, site.flags)
    out.string(6, site.name)
    out.string(7, site.description)
    out.structs(8, site.domains) { domain =>
      out.string(1, domain.name)
      out.boolean(2, domain.primary)
    }
    out.structs(9, site.defaultMetaTags)(write(out, _))
    out.structs(10, site.pages) { page =>
      out.string(1, page.name)
      out.string(2, page.path)
      out.structs(3, page.metaTags)(write(out, _))
      out.structs(4, page.components)(write(out, _))
    }
    out.structs(11, site.entryPoints)(write(out, _))
    out.boolean(12, site.published)
    out.long(13, site.dateCreated.toEpochMilli)
    out.long(14, site.dateUpdated.toEpochMilli)
    out.end()

  def read(in: StructReader): Site =
    in.begin()
    val site = Site(
      in.uuid(1),
      in.uuid(2),
      in.long(3),
      in.enumeration(4, siteTypes),
      in.enumerations(5, siteFlags),
      in.string(6),
      in.string(7),
      in.structs(8)(Domain(in.string(1), in.boolean(2))),
      in.structs(9)(readMetaTag(in)),
      in.structs(10)(
        Page(in.string(1), in.string(2), in.structs(3)(readMetaTag(in)), in.structs(4)(readComponent(in)))
      ),
      in.structs(11)(readEntryPoint(in)),
      in.boolean(12),
      Instant.ofEpochMilli(in.long(13)),
      Instant.ofEpochMilli(in.long(14))
    )
    in.end()
    site

  private def write(out: StructWriter, tag: MetaTag): Unit =
    out.string(1, tag.name)
    out.string(2, tag.value)

  private def readMetaTag(in: StructReader): MetaTag = MetaTag(in.string(1), in.string(2))

  private def write(out: StructWriter, component: PageComponent): Unit =
    out.uuid(1, component.id)
    out.enumeration(2, component.componentType)
    out.struct(3) {
      component.data match
        case TextComponentData(text)                 => out.struct(1)(out.string(1, text))
        case ButtonComponentData(name, text, action) =>
          out.struct(2) {
            out.string(1, name)
            out.string(2, text)
            out.uuid(3, action)
          }
        case BlogComponentData(name, rss, tags) =>
          out.struct(3) {
            out.string(1, name)
            out.boolean(2, rss)
            out.boolean(3, tags)
          }
    }
    component.position.foreach { position =>
      out.struct(4) {
        out.int(1, position.x)
        out.int(2, position.y)
      }
    }
    out.long(5, component.dateCreated.toEpochMilli)
    out.long(6, component.dateUpdated.toEpochMilli)

  private def readComponent(in: StructReader): PageComponent = PageComponent(
    in.uuid(1),
    in.enumeration(2, componentTypes),
    in.struct(3)(readData(in)),
    in.optional(4)(in.struct(4)(PageComponentPosition(in.int(1), in.int(2)))),
    Instant.ofEpochMilli(in.long(5)),
    Instant.ofEpochMilli(in.long(6))
  )

  private def readData(in: StructReader): PageComponentData = in.peek() match
    case 1 => in.struct(1)(TextComponentData(in.string(1)))
    case 2 => in.struct(2)(ButtonComponentData(in.string(1), in.string(2), in.uuid(3)))
    case _ => in.struct(3)(BlogComponentData(in.string(1), in.boolean(2), in.boolean(3)))

  private def write(out: StructWriter, entryPoint: EntryPoint): Unit = entryPoint match
    case DomainEntryPoint(domain, primary) =>
      out.struct(1) {
        out.string(1, domain)
        out.boolean(2, primary)
      }
    case FreeEntryPoint(userName, siteName, primary) =>
      out.struct(2) {
        out.string(1, userName)
        out.string(2, siteName)
        out.boolean(3, primary)
      }

  private def readEntryPoint(in: StructReader): EntryPoint =
    if in.peek() == 1 then in.struct(1)(DomainEntryPoint(in.string(1), in.boolean(2)))
    else in.struct(2)(FreeEntryPoint(in.string(1), in.string(2), in.boolean(3)))
