package brine.lab.peers.playjson

import java.util.{List as JList, Set as JSet}

import play.api.libs.json.{Format as JsonFormat, Json}

import brine.lab.model.*
import brine.lab.model.books.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}

/** play-json: JSON through its tree. */
final class PlayJsonPeer extends ModelPeer:
  def libraries: JList[Library] = JList.of(
    Library(
      "play-json",
      Resolved.scalaVersion("play-json"),
      JSet.of("text", "self-describing", "evolvable", "cross-language"),
      "formats by macro with its default for sum types, the full class name as property \"_type\"; " +
        "instants as epoch milliseconds",
      Library.MESSAGES_AND_BOOKS
    )
  )

  protected def site(library: String, site: Site): Format = PlayJsonFormat(Formats.site, Seq(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    PlayJsonFormat(Formats.siteEvent, events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    PlayJsonFormat(Formats.dataEvent, events)

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => PlayJsonFormat(RecordsFormats.mesh, Seq(mesh))
    case OneAccessLog(log)    => PlayJsonFormat(RecordsFormats.accessLog, Seq(log))
    case SomeUpdates(updates) => PlayJsonFormat(RecordsFormats.updates, Seq(updates))
    case SomeSaves(saves)     => PlayJsonFormat(RecordsFormats.saves, Seq(saves))

  override protected def versions(library: String): Seq[Versions] = Seq(
    Versions(
      "",
      Version(PlayJsonFormat(PageFormats.olderEvent, _), PlayJsonFormat(PageFormats.olderHistory, _)),
      Version(PlayJsonFormat(PageFormats.newerEvent, _), PlayJsonFormat(PageFormats.newerHistory, _)),
      hasClassNames = true
    )
  )

  override protected def books(library: String, data: BooksData): Format = data match
    case OneClick(click)      => PlayJsonFormat(BooksFormats.click, Seq(click))
    case IntArray(ints)       => PlayJsonFormat(BooksFormats.ints, Seq(ints))
    case DoubleArray(doubles) => PlayJsonFormat(BooksFormats.doubles, Seq(doubles))
    case StringSeq(strings)   => PlayJsonFormat(BooksFormats.strings, Seq(strings))
    case Tree(branch)         => PlayJsonFormat(BooksFormats.branch, Seq(branch))
    case StringIntMap(map)    => PlayJsonFormat(BooksFormats.stringIntMap, Seq(map))
    case BookSeq(books)       => PlayJsonFormat(BooksFormats.books, Seq(books))

private final class PlayJsonFormat[A <: AnyRef](format: JsonFormat[A], all: Seq[A]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte]             = Json.toBytes(format.writes(value.asInstanceOf[A]))
  def decode(bytes: Array[Byte], index: Int): Object = format.reads(Json.parse(bytes)).get
