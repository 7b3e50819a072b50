package brine.lab.peers.reference

import java.time.Instant

import brine.lab.model.*

/** A site: its fields one after another; a count before a list, a byte before a sum type's case and an optional value.
  */
private object SiteFormat:
  private val siteTypes      = SiteType.values
  private val siteFlags      = SiteFlag.values
  private val componentTypes = PageComponentType.values

  def write(out: Writer, site: Site): Unit =
    out.uuid(site.id)
    out.uuid(site.ownerId)
    out.varLong(site.revision)
    out.enumeration(site.siteType)
    out.list(site.flags)(out.enumeration)
    out.string(site.name)
    out.string(site.description)
    out.list(site.domains) { domain =>
      out.string(domain.name)
      out.boolean(domain.primary)
    }
    out.list(site.defaultMetaTags)(write(out, _))
    out.list(site.pages)(write(out, _))
    out.list(site.entryPoints)(write(out, _))
    out.boolean(site.published)
    out.varLong(site.dateCreated.toEpochMilli)
    out.varLong(site.dateUpdated.toEpochMilli)

  def read(in: Reader): Site = Site(
    in.uuid(),
    in.uuid(),
    in.varLong(),
    siteTypes(in.byte()),
    in.list(siteFlags(in.byte())),
    in.string(),
    in.string(),
    in.list(Domain(in.string(), in.boolean())),
    in.list(readMetaTag(in)),
    in.list(readPage(in)),
    in.list(readEntryPoint(in)),
    in.boolean(),
    Instant.ofEpochMilli(in.varLong()),
    Instant.ofEpochMilli(in.varLong())
  )

  def writePosition(out: Writer, position: PageComponentPosition): Unit =
    out.varInt(position.x)
    out.varInt(position.y)

  def readPosition(in: Reader): PageComponentPosition = PageComponentPosition(in.varInt(), in.varInt())

  private def write(out: Writer, tag: MetaTag): Unit =
    out.string(tag.name)
    out.string(tag.value)

  private def readMetaTag(in: Reader): MetaTag = MetaTag(in.string(), in.string())

  private def write(out: Writer, page: Page): Unit =
    out.string(page.name)
    out.string(page.path)
    out.list(page.metaTags)(write(out, _))
    out.list(page.components)(write(out, _))

  private def readPage(in: Reader): Page =
    Page(in.string(), in.string(), in.list(readMetaTag(in)), in.list(readComponent(in)))

  private def write(out: Writer, component: PageComponent): Unit =
    out.uuid(component.id)
    out.enumeration(component.componentType)
    component.data match
      case TextComponentData(text) =>
        out.byte(0)
        out.string(text)
      case ButtonComponentData(name, text, action) =>
        out.byte(1)
        out.string(name)
        out.string(text)
        out.uuid(action)
      case BlogComponentData(name, rss, tags) =>
        out.byte(2)
        out.string(name)
        out.boolean(rss)
        out.boolean(tags)
    component.position match
      case None           => out.byte(0)
      case Some(position) =>
        out.byte(1)
        writePosition(out, position)
    out.varLong(component.dateCreated.toEpochMilli)
    out.varLong(component.dateUpdated.toEpochMilli)

  private def readComponent(in: Reader): PageComponent = PageComponent(
    in.uuid(),
    componentTypes(in.byte()),
    in.byte() match
      case 0 => TextComponentData(in.string())
      case 1 => ButtonComponentData(in.string(), in.string(), in.uuid())
      case _ => BlogComponentData(in.string(), in.boolean(), in.boolean()),
    if in.byte() == 0 then None else Some(readPosition(in)),
    Instant.ofEpochMilli(in.varLong()),
    Instant.ofEpochMilli(in.varLong())
  )

  private def write(out: Writer, entryPoint: EntryPoint): Unit = entryPoint match
    case DomainEntryPoint(domain, primary) =>
      out.byte(0)
      out.string(domain)
      out.boolean(primary)
    case FreeEntryPoint(userName, siteName, primary) =>
      out.byte(1)
      out.string(userName)
      out.string(siteName)
      out.boolean(primary)

  private def readEntryPoint(in: Reader): EntryPoint =
    if in.byte() == 0 then DomainEntryPoint(in.string(), in.boolean())
    else FreeEntryPoint(in.string(), in.string(), in.boolean())
