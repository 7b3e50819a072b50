package brine.examples.site.model

import brine.examples.site.model.SiteCommand.*
import brine.examples.site.model.SiteEvent.*
import java.util.UUID

/** Which events a command leads to, or why it is refused. */
private[model] object SiteRules:
  type Decided = Either[Refusal, List[SiteEvent]]

  /** @param id
    *   of the site, for its creation
    */
  def decide(id: UUID, site: Option[Site], command: SiteCommand): Decided = (site, command) match
    case (None, create: CreateSite) => created(id, create)
    case (None, _)                  => refuse("", "the site does not exist: create it first")
    case (Some(_), _: CreateSite)   => refuse("", "the site exists already")
    case (Some(known), other)       => decided(known, other)

  private def created(id: UUID, create: CreateSite): Decided =
    for
      _ <- short("name", create.name)
      _ <- long("description", create.description)
    yield List(
      SiteCreated(id, create.ownerId, create.siteType),
      SiteRevisionSet(0),
      SiteNameSet(create.name),
      SiteDescriptionSet(create.description),
      SiteUnpublished()
    )

  private def decided(site: Site, command: SiteCommand): Decided = command match
    case _: CreateSite             => refuse("", "the site exists already")
    case RenameSite(name)          => short("name", name).flatMap(_ => changed(site.name, name)(SiteNameSet(name)))
    case DescribeSite(description) =>
      long("description", description).flatMap(_ =>
        changed(site.description, description)(SiteDescriptionSet(description))
      )
    case PublishSite()            => accept(SiteRevisionSet(site.revision + 1), SitePublished())
    case UnpublishSite()          => unless(!site.published, "", "the site is not published")(SiteUnpublished())
    case SetSiteFlag(flag, true)  => unless(site.flags.contains(flag), "siteFlag", s"$flag is set")(SiteFlagAdded(flag))
    case SetSiteFlag(flag, false) =>
      unless(!site.flags.contains(flag), "siteFlag", s"$flag is not set")(SiteFlagRemoved(flag))

    case AddDomain(name)           => addDomain(site, name)
    case RemoveDomain(name)        => withDomain(site, name)(DomainRemoved(name))
    case ChoosePrimaryDomain(name) => withDomain(site, name)(PrimaryDomainSet(name))

    case SetDefaultMetaTag(name, value) =>
      setTag(site.defaultMetaTags, name, value)(DefaultMetaTagRemoved(name), DefaultMetaTagAdded(name, value))
    case RemoveDefaultMetaTag(name) => withTag(site.defaultMetaTags, name)(DefaultMetaTagRemoved(name))

    case AddPage(path, name)    => addPage(site, path, name)
    case RemovePage(path)       => onPage(site, path, "path")(_ => accept(PageRemoved(path)))
    case RenamePage(path, name) =>
      onPage(site, path, "path"): page =>
        short("name", name).flatMap(_ => changed(page.name, name)(PageNameSet(path, name)))
    case SetPageMetaTag(path, name, value) =>
      onPage(site, path, "path"): page =>
        setTag(page.metaTags, name, value)(PageMetaTagRemoved(path, name), PageMetaTagAdded(path, name, value))
    case RemovePageMetaTag(path, name) =>
      onPage(site, path, "path")(page => withTag(page.metaTags, name)(PageMetaTagRemoved(path, name)))

    case add: AddPageComponent         => addComponent(site, add)
    case RemovePageComponent(path, id) =>
      onPage(site, path, "pagePath"): page =>
        unless(!page.components.exists(_.id == id), "id", s"the page has no component $id")(
          PageComponentRemoved(path, id)
        )
    case MovePageComponent(id, position) => onComponent(site, id)(_ => accept(moved(id, position)))
    case EditPageComponent(id, data)     =>
      onComponent(site, id): component =>
        if component.componentType != data.componentType then
          refuse("data", s"the component is a ${component.componentType}, and cannot become a ${data.componentType}")
        else checkData(data).flatMap(_ => changed(component.data, data)(filled(id, data)))

    case AddDomainEntryPoint(domain) =>
      isDomain("domain", domain).flatMap(_ => addEntryPoint(site, "domain", domain, DomainEntryPointAdded(domain)))
    case AddFreeEntryPoint(user, name) =>
      for
        _     <- isWord("userName", user)
        _     <- isWord("siteName", name)
        added <- addEntryPoint(site, "siteName", EntryPoint.freeKey(user, name), FreeEntryPointAdded(user, name))
      yield added
    case RemoveEntryPoint(key)        => withEntryPoint(site, key)(EntryPointRemoved(key))
    case ChoosePrimaryEntryPoint(key) => withEntryPoint(site, key)(PrimaryEntryPointSet(key))

  // -- answers --------------------------------------------------------------------------------------------------------

  private def accept(events: SiteEvent*): Decided                            = Right(events.toList)
  private def refuse(field: String, message: String): Left[Refusal, Nothing] = Left(Refusal(field, message))

  private def unless(isRefused: Boolean, field: String, message: => String)(events: SiteEvent*): Decided =
    if isRefused then refuse(field, message) else accept(events*)

  /** Nothing happens if the value is the same. */
  private def changed[A](before: A, after: A)(event: SiteEvent): Decided =
    if before == after then accept() else accept(event)

  // -- texts ----------------------------------------------------------------------------------------------------------

  private val MostDomains    = 100
  private val MostTags       = 100
  private val MostPages      = 200
  private val MostComponents = 100

  private def short(field: String, text: String): Either[Refusal, Unit] =
    if text.isBlank then refuse(field, "must not be empty")
    else if text.length > 200 then refuse(field, s"has ${text.length} characters: at most 200 are allowed")
    else if text.exists(_.isControl) then refuse(field, "must not contain control characters or line breaks")
    else unicode(field, text)

  private def long(field: String, text: String): Either[Refusal, Unit] =
    if text.length > 10_000 then refuse(field, s"has ${text.length} characters: at most 10000 are allowed")
    else unicode(field, text)

  /** A half of a surrogate pair alone cannot be stored. */
  private def unicode(field: String, text: String): Either[Refusal, Unit] =
    // PostgreSQL has no character of the code 0 in texts.
    if text.codePoints.noneMatch(point => point == 0 || point >= 0xd800 && point <= 0xdfff) then Right(())
    else refuse(field, "must be Unicode text without the character of the code 0")

  private val Domain = "[a-z0-9]([a-z0-9-]*[a-z0-9])?([.][a-z0-9]([a-z0-9-]*[a-z0-9])?)+"

  private def isDomain(field: String, text: String): Either[Refusal, Unit] =
    if text.length > 253 || !text.matches(Domain) then refuse(field, "must be a domain, such as shop.example.net")
    else Right(())

  private def isWord(field: String, text: String): Either[Refusal, Unit] =
    if text.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}") then Right(())
    else refuse(field, "must be 1 to 63 letters, digits, - and _, and begin with a letter or digit")

  private def isPath(path: String): Either[Refusal, Unit] =
    if !path.startsWith("/") then refuse("path", "must begin with /")
    else if path.exists(c => c.isWhitespace || c.isControl) then refuse("path", "must not contain spaces")
    else short("path", path)

  // -- parts ----------------------------------------------------------------------------------------------------------

  private def addDomain(site: Site, name: String): Decided =
    isDomain("name", name).flatMap: _ =>
      if site.domains.exists(_.name == name) then refuse("name", "the site has this domain already")
      else if site.domains.sizeIs >= MostDomains then refuse("name", s"a site has at most $MostDomains domains")
      else if site.domains.isEmpty then accept(DomainAdded(name), PrimaryDomainSet(name))
      else accept(DomainAdded(name))

  private def withDomain(site: Site, name: String)(event: SiteEvent): Decided =
    unless(!site.domains.exists(_.name == name), "name", s"the site has no domain $name")(event)

  private def setTag(tags: Vector[MetaTag], name: String, value: String)(
      removed: SiteEvent,
      added: SiteEvent
  ): Decided =
    for
      _       <- short("name", name)
      _       <- long("value", value)
      decided <- tags.find(_.name == name) match
        case Some(known) if known.value == value => accept()
        case Some(_)                             => accept(removed, added)
        case None if tags.sizeIs >= MostTags     => refuse("name", s"there are at most $MostTags meta tags")
        case None                                => accept(added)
    yield decided

  private def withTag(tags: Vector[MetaTag], name: String)(event: SiteEvent): Decided =
    unless(!tags.exists(_.name == name), "name", s"there is no meta tag $name")(event)

  private def addPage(site: Site, path: String, name: String): Decided =
    for
      _       <- isPath(path)
      _       <- short("name", name)
      decided <-
        if site.page(path).nonEmpty then refuse("path", "the site has a page with this path already")
        else if site.pages.sizeIs >= MostPages then refuse("path", s"a site has at most $MostPages pages")
        else accept(PageAdded(path), PageNameSet(path, name))
    yield decided

  private def onPage(site: Site, path: String, field: String)(decide: Page => Decided): Decided =
    site.page(path).fold(refuse(field, s"the site has no page $path"))(decide)

  private def onComponent(site: Site, id: UUID)(decide: PageComponent => Decided): Decided =
    site.component(id).fold(refuse("id", s"the site has no component $id"))(decide)

  private def addComponent(site: Site, add: AddPageComponent): Decided =
    onPage(site, add.pagePath, "pagePath"): page =>
      if site.component(add.id).nonEmpty then refuse("id", "the site has a component with this id already")
      else if page.components.sizeIs >= MostComponents then
        refuse("pagePath", s"a page has at most $MostComponents components")
      else
        checkData(add.data).flatMap: _ =>
          accept(
            PageComponentAdded(add.pagePath, add.id, add.data.componentType),
            moved(add.id, add.position),
            filled(add.id, add.data)
          )

  private def checkData(data: PageComponentData): Either[Refusal, Unit] = data match
    case PageComponentData.TextComponentData(text)            => long("text", text)
    case PageComponentData.ButtonComponentData(name, text, _) => short("name", name).flatMap(_ => short("text", text))
    case PageComponentData.BlogComponentData(name, _, _)      => short("name", name)

  private def moved(id: UUID, position: Option[PageComponentPosition]): SiteEvent =
    position.fold(PageComponentPositionReset(id))(PageComponentPositionSet(id, _))

  private def filled(id: UUID, data: PageComponentData): SiteEvent = SiteParts.dataSet(id, data)

  private def addEntryPoint(site: Site, field: String, lookupKey: String, added: SiteEvent): Decided =
    if site.entryPoints.exists(_.lookupKey == lookupKey) then refuse(field, "the site has this entry point already")
    else if site.entryPoints.sizeIs >= MostDomains then refuse(field, s"a site has at most $MostDomains entry points")
    else if site.entryPoints.isEmpty then accept(added, PrimaryEntryPointSet(lookupKey))
    else accept(added)

  private def withEntryPoint(site: Site, key: String)(event: SiteEvent): Decided =
    unless(!site.entryPoints.exists(_.lookupKey == key), "lookupKey", s"the site has no entry point $key")(event)
