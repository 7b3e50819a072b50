package brine.lab.peers.upickle

import java.util.{List as JList, Set as JSet}

import _root_.upickle.default.*

import brine.lab.model.*
import brine.lab.model.books.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}

/** uPickle, as JSON and as MessagePack. */
final class UpicklePeer extends ModelPeer:
  private def row(name: String, trait0: String, how: String) = Library(
    name,
    Resolved.scalaVersion("upickle"),
    JSet.of(trait0, "self-describing", "evolvable", "cross-language"),
    s"$how, macro-derived; case name as property \"$$type\", instants as epoch milliseconds, UUID as text",
    Library.MESSAGES_AND_BOOKS
  )

  def libraries: JList[Library] =
    JList.of(row("upickle-json", "text", "writeToByteArray"), row("upickle-msgpack", "binary", "writeBinary"))

  private def format[A <: AnyRef: ReadWriter](library: String, all: Seq[A]): Format =
    if library == "upickle-json" then JsonFormat(all) else MessagePackFormat(all)

  protected def site(library: String, site: Site): Format = format(library, Seq(site))(using Picklers.site)

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    format(library, events)(using Picklers.siteEvent)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    format(library, events)(using Picklers.dataEvent)

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => format(library, Seq(mesh))(using RecordsPicklers.mesh)
    case OneAccessLog(log)    => format(library, Seq(log))(using RecordsPicklers.accessLog)
    case SomeUpdates(updates) => format(library, Seq(updates))(using RecordsPicklers.updates)
    case SomeSaves(saves)     => format(library, Seq(saves))(using RecordsPicklers.saves)

  override protected def versions(library: String): Seq[Versions] =
    import PagePicklers.given
    Seq(
      Versions(
        "",
        Version[older.PageEvent, older.PageHistory](format(library, _), format(library, _)),
        Version[newer.PageEvent, newer.PageHistory](format(library, _), format(library, _))
      )
    )

  override protected def books(library: String, data: BooksData): Format =
    import BooksPicklers.given
    data match
      case OneClick(click)      => format(library, Seq(click))
      case IntArray(ints)       => format(library, Seq(ints))
      case DoubleArray(doubles) => format(library, Seq(doubles))
      case StringSeq(strings)   => format(library, Seq(strings))
      case Tree(branch)         => format(library, Seq(branch))
      case StringIntMap(map)    => format(library, Seq(map))
      case BookSeq(books)       => format(library, Seq(books))

private final class JsonFormat[A <: AnyRef: ReadWriter](all: Seq[A]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte]             = writeToByteArray(value.asInstanceOf[A])
  def decode(bytes: Array[Byte], index: Int): Object = read[A](bytes)

private final class MessagePackFormat[A <: AnyRef: ReadWriter](all: Seq[A]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte]             = writeBinary(value.asInstanceOf[A])
  def decode(bytes: Array[Byte], index: Int): Object = readBinary[A](bytes)
