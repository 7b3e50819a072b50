package brine.lab.peers.circe

import java.nio.charset.StandardCharsets
import java.util.{List as JList, Set as JSet}

import io.circe.{jawn, Codec, Printer}

import brine.lab.model.*
import brine.lab.model.books.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}

/** circe: JSON through its tree, parsed by jawn. */
final class CircePeer extends ModelPeer:
  def libraries: JList[Library] = JList.of(
    Library(
      "circe",
      Resolved.scalaVersion("circe-core"),
      JSet.of("text", "self-describing", "evolvable", "cross-language"),
      "derived codecs, printed without spaces into a byte buffer, parsed by jawn from bytes; " +
        "instants as epoch milliseconds",
      Library.MESSAGES_AND_BOOKS
    )
  )

  protected def site(library: String, site: Site): Format = CirceFormat(Codecs.site, Seq(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = CirceFormat(Codecs.siteEvent, events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = CirceFormat(Codecs.dataEvent, events)

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => CirceFormat(RecordsCodecs.mesh, Seq(mesh))
    case OneAccessLog(log)    => CirceFormat(RecordsCodecs.accessLog, Seq(log))
    case SomeUpdates(updates) => CirceFormat(RecordsCodecs.updates, Seq(updates))
    case SomeSaves(saves)     => CirceFormat(RecordsCodecs.saves, Seq(saves))

  override protected def versions(library: String): Seq[Versions] = Seq(
    Versions(
      "",
      Version(CirceFormat(PageCodecs.olderEvent, _), CirceFormat(PageCodecs.olderHistory, _)),
      Version(CirceFormat(PageCodecs.newerEvent, _), CirceFormat(PageCodecs.newerHistory, _))
    )
  )

  override protected def books(library: String, data: BooksData): Format = data match
    case OneClick(click)      => CirceFormat(BooksCodecs.click, Seq(click))
    case IntArray(ints)       => CirceFormat(BooksCodecs.ints, Seq(ints))
    case DoubleArray(doubles) => CirceFormat(BooksCodecs.doubles, Seq(doubles))
    case StringSeq(strings)   => CirceFormat(BooksCodecs.strings, Seq(strings))
    case Tree(branch)         => CirceFormat(BooksCodecs.branch, Seq(branch))
    case StringIntMap(map)    => CirceFormat(BooksCodecs.stringIntMap, Seq(map))
    case BookSeq(books)       => CirceFormat(BooksCodecs.books, Seq(books))

private final class CirceFormat[A <: AnyRef](codec: Codec[A], all: Seq[A]) extends ModelFormat(all):
  private val printer = Printer.noSpaces

  def encode(value: Object): Array[Byte] =
    val buffer = printer.printToByteBuffer(codec(value.asInstanceOf[A]), StandardCharsets.UTF_8)
    val bytes  = new Array[Byte](buffer.remaining)
    buffer.get(bytes)
    bytes

  def decode(bytes: Array[Byte], index: Int): Object =
    jawn.decodeByteArray(bytes)(using codec).fold(throw _, identity)
