package brine.lab.model

import java.time.Instant
import java.util.UUID

import scala.util.Random

class SiteBuilderSuite extends munit.FunSuite:
  private def built(events: Seq[SiteEventData]): Site =
    val builder = SiteBuilder()
    events.foreach(data => builder.add(data.event, data.timestamp))
    builder.result()

  test("the events of a site build it again"):
    SiteGenerator.Sizes.foreach: size =>
      val site = SiteGenerator.site(size)
      assertEquals(built(EventProcessor.unapply(site)), site)

  test("random histories, with removals and events of what is not there, make what the published fold makes"):
    for seed <- 1 to 500 do
      val events = RandomHistory(Random(seed)).events(200)
      assertEquals(built(events), EventProcessor(events), s"seed $seed")

  test("every kind of event occurs in the random histories"):
    val kinds = (1 to 500).flatMap(seed => RandomHistory(Random(seed)).events(200)).map(_.event.getClass).toSet
    assertEquals(kinds.size, 29)

  test("a page or component that is added again is refused by name"):
    val id                        = UUID(1, 2)
    def added(events: SiteEvent*) =
      intercept[IllegalArgumentException](built(events.map(SiteEventData(id, _, Instant.EPOCH)))).getMessage
    assertEquals(added(PageAdded("/"), PageAdded("/")), "the page / is added twice")
    val component = PageComponentAdded("/", id, PageComponentType.Text)
    assertEquals(added(PageAdded("/"), component, component), s"the component $id is added twice")

/** Histories in which few names and keys occur often; pages and components that are added are new or were removed. */
private final class RandomHistory(random: Random):
  private val types        = SiteType.values
  private val flags        = SiteFlag.values
  private val kinds        = PageComponentType.values
  private var pages        = Map.empty[String, Set[UUID]]
  private def name         = "name " + random.nextInt(4)
  private def path         = "/" + random.nextInt(5)
  private def id           = UUID(0, random.nextInt(12))
  private def componentIds = pages.values.flatten.toSet

  def events(count: Int): Seq[SiteEventData] = Vector
    .fill(count * 2)(next())
    .flatten
    .take(count)
    .map(event => SiteEventData(UUID(7, 7), event, Instant.ofEpochSecond(random.nextInt(1000))))

  /** The next event; none if the one drawn may not happen now. */
  private def next(): Option[SiteEvent] = random.nextInt(29) match
    case 0  => Some(SiteCreated(id, id, types(random.nextInt(types.length))))
    case 1  => Some(SiteNameSet(name))
    case 2  => Some(SiteDescriptionSet(name))
    case 3  => Some(SiteRevisionSet(random.nextLong()))
    case 4  => Some(SitePublished())
    case 5  => Some(SiteUnpublished())
    case 6  => Some(SiteFlagAdded(flags(random.nextInt(flags.length))))
    case 7  => Some(SiteFlagRemoved(flags(random.nextInt(flags.length))))
    case 8  => Some(DomainAdded(name))
    case 9  => Some(DomainRemoved(name))
    case 10 => Some(PrimaryDomainSet(name))
    case 11 => Some(DefaultMetaTagAdded(name, name))
    case 12 => Some(DefaultMetaTagRemoved(name))
    case 13 =>
      val added = path
      Option.unless(pages.contains(added)):
        pages += added -> Set.empty
        PageAdded(added)
    case 14 =>
      val removed = path
      // Rarely, or there is never much to remove anything from.
      Option.when(random.nextInt(4) == 0):
        pages -= removed
        PageRemoved(removed)
    case 15      => Some(PageNameSet(path, name))
    case 16      => Some(PageMetaTagAdded(path, name, name))
    case 17      => Some(PageMetaTagRemoved(path, name))
    case 18 | 19 =>
      val (on, added) = (path, id)
      Option.unless(componentIds(added)):
        pages = pages.updatedWith(on)(_.map(_ + added))
        PageComponentAdded(on, added, kinds(random.nextInt(kinds.length)))
    case 20 =>
      val (on, removed) = (path, id)
      pages = pages.updatedWith(on)(_.map(_ - removed))
      Some(PageComponentRemoved(on, removed))
    case 21 => Some(PageComponentPositionSet(id, PageComponentPosition(random.nextInt(9), random.nextInt(9))))
    case 22 => Some(PageComponentPositionReset(id))
    case 23 => Some(TextComponentDataSet(id, name))
    case 24 => Some(ButtonComponentDataSet(id, name, name, id))
    case 25 => Some(BlogComponentDataSet(id, name, random.nextBoolean(), random.nextBoolean()))
    case 26 => Some(DomainEntryPointAdded(name))
    case 27 => Some(FreeEntryPointAdded(name, name))
    case _  =>
      val key = if random.nextBoolean() then name else s"$name.wix.com/$name"
      Some(if random.nextBoolean() then EntryPointRemoved(key) else PrimaryEntryPointSet(key))
