package brine.examples.site

import brine.examples.site.model.*
import brine.examples.site.model.SiteCommand.*
import java.util.UUID
import scala.util.Random

/** Commands of all kinds that follow from a seed. Their names are drawn from few, so that some commands are refused. */
final class RandomCommands(seed: Long):
  private val random = Random(seed)

  def next(): SiteCommand = random.nextInt(27) match
    case 0            => CreateSite(id(), one(SiteType.values.toVector), words(), words())
    case 1 | 2        => RenameSite(words())
    case 3            => DescribeSite(words() + "\n" + words())
    case 4            => PublishSite()
    case 5            => UnpublishSite()
    case 6            => SetSiteFlag(one(SiteFlag.values.toVector), random.nextBoolean())
    case 7            => AddDomain(domain())
    case 8            => RemoveDomain(domain())
    case 9            => ChoosePrimaryDomain(domain())
    case 10           => SetDefaultMetaTag(tag(), words())
    case 11           => RemoveDefaultMetaTag(tag())
    case 12           => AddPage(path(), words())
    case 13           => RemovePage(path())
    case 14           => RenamePage(path(), words())
    case 15           => SetPageMetaTag(path(), tag(), words())
    case 16           => RemovePageMetaTag(path(), tag())
    case 17 | 18 | 19 => AddPageComponent(path(), id(), data(), position())
    case 20           => RemovePageComponent(path(), id())
    case 21           => MovePageComponent(id(), position())
    case 22           => EditPageComponent(id(), data())
    case 23           => AddDomainEntryPoint(domain())
    case 24           => AddFreeEntryPoint("olga", one(Vector("shop", "new shop", "blog")))
    case 25           => RemoveEntryPoint(entryPoint())
    case _            => ChoosePrimaryEntryPoint(entryPoint())

  def id(): UUID = UUID(0, random.nextInt(4).toLong)

  private def one[A](of: Vector[A]): A = of(random.nextInt(of.size))
  private def domain()                 = one(Vector("example.net", "example.edu", "not a domain"))
  private def tag()                    = one(Vector("og:title", "og:kind", ""))
  private def path()                   = one(Vector("/", "/новости", "no-slash"))
  private def entryPoint()             = one(Vector("example.net", EntryPoint.freeKey("olga", "shop")))
  private def words()                  = Vector.fill(random.nextInt(4))(one(RandomCommands.words)).mkString(" ")

  private def data(): PageComponentData = random.nextInt(3) match
    case 0 => PageComponentData.TextComponentData(words())
    case 1 => PageComponentData.ButtonComponentData(words(), words(), id())
    case _ => PageComponentData.BlogComponentData(words(), random.nextBoolean(), random.nextBoolean())

  private def position() =
    Option.when(random.nextBoolean())(PageComponentPosition(random.nextInt(1000), -random.nextInt(1000)))

object RandomCommands:
  private val words = "a new shop with old books <b>opens</b> near the river новости".split(' ').toVector
