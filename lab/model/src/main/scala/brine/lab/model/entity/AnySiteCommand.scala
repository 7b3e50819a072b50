package brine.lab.model.entity

import java.util.UUID

import brine.lab.model._

/** A command of any kind, drawn by its number from few names, so that many are accepted and others refused. */
private[entity] final class AnySiteCommand(id: String, number: Long) {
  private val draws = new SiteDraws(number)

  def command: SiteCommand = draws.below(27) match {
    case 0 | 1 =>
      CreateSite(
        SiteEntityModel.idOf(id),
        SiteEntityModel.idOf("owner"),
        draws.one(types),
        draws.words(2),
        draws.words(9)
      )
    case 2            => RenameSite(draws.words(2))
    case 3            => DescribeSite(draws.words(draws.below(40)))
    case 4            => PublishSite()
    case 5            => UnpublishSite()
    case 6            => SetSiteFlag(draws.one(flags), draws.isHead)
    case 7            => AddDomain(draws.one(domains))
    case 8            => RemoveDomain(draws.one(domains))
    case 9            => ChoosePrimaryDomain(draws.one(domains))
    case 10           => SetDefaultMetaTag(draws.one(tags), draws.words(3))
    case 11           => RemoveDefaultMetaTag(draws.one(tags))
    case 12           => AddPage(draws.one(paths), draws.words(2))
    case 13           => if (draws.below(3) == 0) RemovePage(draws.one(paths)) else GetSite()
    case 14           => RenamePage(draws.one(paths), draws.words(2))
    case 15           => SetPageMetaTag(draws.one(paths), draws.one(tags), draws.words(3))
    case 16           => RemovePageMetaTag(draws.one(paths), draws.one(tags))
    case 17 | 18 | 19 => AddPageComponent(draws.one(paths), draws.one(components), data, position)
    case 20           => RemovePageComponent(draws.one(paths), draws.one(components))
    case 21           => MovePageComponent(draws.one(components), position)
    case 22           => EditPageComponent(draws.one(components), data)
    case 23           => AddDomainEntryPoint(draws.one(domains))
    case 24           => AddFreeEntryPoint("olga", draws.one(domains))
    case 25           => RemoveEntryPoint(entryPoint)
    case _            => ChoosePrimaryEntryPoint(entryPoint)
  }

  private def types      = SiteType.values.toVector
  private def flags      = SiteFlag.values.toVector
  private def domains    = Vector("example.net", "example.edu")
  private def tags       = Vector("og:title", "og:kind")
  private def paths      = Vector("/", "/новости")
  private def components = AnySiteCommand.components

  private def data: PageComponentData = draws.below(3) match {
    case 0 => TextComponentData(draws.words(draws.below(20)))
    case 1 => ButtonComponentData(draws.words(1), draws.words(2), SiteEntityModel.idOf(draws.words(2)))
    case _ => BlogComponentData(draws.words(1), draws.isHead, draws.isHead)
  }

  private def position: Option[PageComponentPosition] =
    if (draws.isHead) None else Some(PageComponentPosition(draws.below(1000), -draws.below(1000)))

  private def entryPoint: String =
    if (draws.isHead) draws.one(domains) else FreeEntryPoint("olga", draws.one(domains), primary = false).lookupKey
}

private object AnySiteCommand {
  private val components: Vector[UUID] = Vector("one", "two", "three").map(SiteEntityModel.idOf)
}
