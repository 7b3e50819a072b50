package brine.lab.model

import brine.lab.model.books.BooksData
import brine.lab.model.records.RecordsData
import brine.lab.peer.{Experiment, Format, Input, Peer}

/** The values of one case. */
sealed trait Case

final case class OneSite(site: Site) extends Case

/** The events of one site, in order, without their envelopes: those are not serialized in the study. */
final case class SiteEvents(events: Vector[SiteEvent]) extends Case

/** The events of one site with their envelopes, from which the site is made again.
  *
  * @param isPublished
  *   whether the published fold makes it, instead of [[SiteBuilder]]
  */
final case class SiteFromEvents(site: Site, events: Vector[SiteEventData], isPublished: Boolean) extends Case

final case class DataEvents(events: Vector[DataEvent]) extends Case

final case class OneOfBooks(data: BooksData) extends Case

final case class OneOfRecords(data: RecordsData) extends Case

object Cases {
  val Site: Vector[String]    = SiteGenerator.Sizes.flatMap(size => Vector("site-" + size, "events-" + size))
  val Rebuild: Vector[String] =
    SiteGenerator.Sizes.flatMap(size => Vector("rebuild-" + size, "rebuild-published-" + size))
  val Records: Vector[String] = RecordsData.names
  val Evactor: Vector[String] = Vector("events-1000", "events-10000")
  val Books: Vector[String]   = BooksData.names

  /** The values of a case by its name: `site-1k` to `site-64k`, `events-1k` to `events-64k`, `rebuild-1k` to
    * `rebuild-64k`, `rebuild-published-1k` to `rebuild-published-64k` and [[Records]] in study `site`, `events-N` for
    * any N from 1 to 10,000,000 in study `evactor`, the [[brine.lab.model.books.BooksData.names]] in study `books`.
    *
    * @throws IllegalArgumentException
    *   when there is no such study or case, or the folder with site data is not as expected
    */
  def open(study: String, name: String, input: Input): Case = (study, name.split("-", 2)) match {
    case ("site", Array("site", size)) if SiteGenerator.Sizes.contains(size) =>
      OneSite(site(size, input))
    case ("site", Array("events", size)) if SiteGenerator.Sizes.contains(size) =>
      SiteEvents(events(size, input).map(_.event))
    case ("site", Array("rebuild", fold)) if Cases.Rebuild.contains(name) =>
      val size = fold.stripPrefix("published-")
      SiteFromEvents(site(size, input), events(size, input), isPublished = fold != size)
    case ("site", _) if Cases.Records.contains(name) => OneOfRecords(RecordsData.of(name))
    case ("evactor", Array("events", count)) if count.matches("[1-9][0-9]{0,6}|10000000") =>
      DataEvents(EvactorEvents.generate(count.toInt))
    case ("books", _) if Cases.Books.contains(name) => OneOfBooks(BooksData.of(name))
    case _                                          =>
      throw new IllegalArgumentException(
        "there is no case " + name + " in study " + study + "; study site has " + (Cases.Site ++ Cases.Rebuild ++ Cases.Records)
          .mkString(", ") +
          ", study evactor has events-N for N up to 10000000, study books has " + Cases.Books.mkString(", ")
      )
  }

  private def site(size: String, input: Input): Site =
    if (input.siteData.isPresent) SiteData.site(input.siteData.get, size) else SiteGenerator.site(size)

  private def events(size: String, input: Input): Vector[SiteEventData] =
    if (input.siteData.isPresent) SiteData.events(input.siteData.get, size)
    else EventProcessor.unapply(SiteGenerator.site(size)).toVector
}

/** A peer that serializes the types of this package as they are: it says how, this says what. */
abstract class ModelPeer extends Peer {
  protected def site(library: String, site: Site): Format
  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format
  protected def dataEvents(library: String, events: Vector[DataEvent]): Format

  /** The one value of a case of study `books`; for a peer that takes part in it. */
  protected def books(library: String, data: BooksData): Format =
    throw new UnsupportedOperationException(library + " takes no part in study books: " + data.getClass.getSimpleName)

  /** The one value of a case of `records` in study `site`.
    *
    * @throws java.lang.UnsupportedOperationException
    *   when the peer has no codec for it; the report shows the message
    */
  protected def records(library: String, data: RecordsData): Format =
    throw new UnsupportedOperationException(
      "its peer is written by hand for the site and its events: it has nothing for " + data.value.getClass.getSimpleName
    )

  /** The two versions of the page events, in every way to use the library that changes what it can read.
    *
    * @throws java.lang.UnsupportedOperationException
    *   when there are none; the report shows the message
    */
  protected def versions(library: String): Seq[Versions] =
    throw new UnsupportedOperationException("its peer has no second version of a type")

  final override def experiments(library: String): java.util.List[Experiment] = {
    val all = new java.util.ArrayList[Experiment]
    versions(library).flatMap(versions => Evolution.experiments(versions)).foreach(all.add)
    all
  }

  final def open(library: String, study: String, name: String, input: Input): Format =
    Cases.open(study, name, input) match {
      case OneSite(value)          => site(library, value)
      case SiteEvents(events)      => siteEvents(library, events)
      case rebuilt: SiteFromEvents => RebuildFormat(siteEvents(library, rebuilt.events.map(_.event)), rebuilt)
      case DataEvents(events)      => dataEvents(library, events)
      case OneOfBooks(data)        => books(library, data)
      case OneOfRecords(data)      => records(library, data)
    }
}

/** A format over values of one type; what is left to say is how one value is written and read. Subclasses implement
  * [[brine.lab.peer.Format]] itself, so that the lab calls their code without a step between that would cost time.
  */
abstract class ModelFormat(all: Seq[AnyRef]) extends Format {
  final val values: Array[AnyRef] = all.toArray

  /** Arrays are compared by their elements, all else by `equals`. */
  override def same(written: Object, read: Object): Boolean = BooksData.same(written, read)
}
