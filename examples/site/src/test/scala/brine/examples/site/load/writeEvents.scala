package brine.examples.site.load

import brine.examples.site.json.SiteJson
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.*
import java.nio.file.{Files, Path}
import java.time.Instant
import java.util.UUID
import scala.util.Using

/** Writes a file of events to import. The first site has about half of the events, and the others share the rest. */
@main def writeEvents(file: String, events: Int, sites: Int): Unit =
  require(sites >= 2 && events >= 40 * sites, s"$events events are too few for $sites sites: at least 40 a site")
  Using.resource(Files.newBufferedWriter(Path.of(file))): out =>
    val ids = Vector.tabulate(sites)(number => UUID.nameUUIDFromBytes(s"site $number".getBytes))
    def write(id: UUID, event: SiteEvent, at: Int): Unit =
      out.write(SiteJson.write(SiteJson.EventLine(id, event, Instant.ofEpochSecond(1_700_000_000L + at))))
      out.newLine()
    for id <- ids do Events.begin(id).foreach(write(id, _, 0))
    for number <- ids.size * Events.begin(ids.head).size until events do
      val id = if number % 2 == 0 then ids.head else ids(1 + number / 2 % (sites - 1))
      write(id, Events.change(id, number), number)

private object Events:
  /** A site with ten pages of one text each. */
  def begin(id: UUID): Vector[SiteEvent] =
    val pages = (0 until 10).flatMap: number =>
      val path = s"/page/$number"
      List(
        SiteEvent.PageAdded(path),
        SiteEvent.PageNameSet(path, s"page $number"),
        SiteEvent.PageComponentAdded(path, component(id, number), PageComponentType.Text)
      )
    Vector(
      SiteEvent.SiteCreated(id, UUID(1, 1), SiteType.Html5),
      SiteEvent.SiteRevisionSet(0),
      SiteEvent.SiteNameSet("A site of many events"),
      SiteEvent.SiteDescriptionSet("Written for a measurement"),
      SiteEvent.SiteUnpublished()
    ) ++ pages

  /** One more event of the site. */
  def change(id: UUID, number: Int): SiteEvent = number / 2 % 10 match
    case 0 | 1 => SiteEvent.SiteNameSet(s"The name that was set by event $number")
    case 2     => SiteEvent.PageNameSet(s"/page/${number % 7}", s"page after $number")
    case 3     => SiteEvent.SiteRevisionSet(number.toLong)
    case 4 => SiteEvent.PageComponentPositionSet(component(id, number % 10), PageComponentPosition(number % 1000, 5))
    case _ => SiteEvent.TextComponentDataSet(component(id, number % 10), s"A text of some words, set by event $number")

  private def component(id: UUID, number: Int) = UUID(id.getMostSignificantBits, number.toLong)
