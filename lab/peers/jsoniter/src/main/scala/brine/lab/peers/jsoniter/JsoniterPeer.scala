package brine.lab.peers.jsoniter

import java.time.Instant
import java.util.{Arrays, List as JList, Set as JSet}

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.*

import brine.lab.model.*
import brine.lab.model.books.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}

/** jsoniter-scala: JSON through codecs generated at compile time. */
final class JsoniterPeer extends ModelPeer:
  private val copied = Library(
    "jsoniter",
    Resolved.scalaVersion("jsoniter-scala-core"),
    JSet.of("text", "self-describing", "evolvable", "cross-language"),
    "JsonCodecMaker's defaults: empty collections are left out, case name as property \"type\"; " +
      "instants as epoch milliseconds; its own buffers reused, the result an array of its own",
    Library.MESSAGES_AND_BOOKS
  )
  private val reused = Library(
    "jsoniter-reused",
    copied.version,
    JSet.of("text", "self-describing", "evolvable", "cross-language", Library.REUSED_BUFFER),
    "as jsoniter, by writeToSubArray into one array",
    Library.SITE
  ).recommendedBy("github.com/plokhotnyuk/jsoniter-scala#how-to-use")

  def libraries: JList[Library] = JList.of(copied, reused)

  private def message[A <: AnyRef](library: String, codec: JsonValueCodec[A], all: Seq[A]): Format =
    if library == reused.name then ReusedFormat(codec, all) else JsoniterFormat(codec, all)

  protected def site(library: String, site: Site): Format = message(library, Codecs.site, Seq(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    message(library, Codecs.siteEvent, events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    JsoniterFormat(Codecs.dataEvent, events)

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => message(library, Codecs.mesh, Seq(mesh))
    case OneAccessLog(log)    => message(library, Codecs.accessLog, Seq(log))
    case SomeUpdates(updates) => message(library, Codecs.updates, Seq(updates))
    case SomeSaves(saves)     => message(library, Codecs.saves, Seq(saves))

  override protected def versions(library: String): Seq[Versions] = Seq(
    Versions(
      "",
      Version(JsoniterFormat(Codecs.olderEvent, _), JsoniterFormat(Codecs.olderHistory, _)),
      Version(JsoniterFormat(Codecs.newerEvent, _), JsoniterFormat(Codecs.newerHistory, _))
    )
  )

  override protected def books(library: String, data: BooksData): Format = data match
    case OneClick(click)      => JsoniterFormat(Codecs.click, Seq(click))
    case IntArray(ints)       => JsoniterFormat(Codecs.ints, Seq(ints))
    case DoubleArray(doubles) => JsoniterFormat(Codecs.doubles, Seq(doubles))
    case StringSeq(strings)   => JsoniterFormat(Codecs.strings, Seq(strings))
    case Tree(branch)         => JsoniterFormat(Codecs.branch, Seq(branch))
    case StringIntMap(map)    => JsoniterFormat(Codecs.stringIntMap, Seq(map))
    case BookSeq(books)       => JsoniterFormat(Codecs.books, Seq(books))

private final class JsoniterFormat[A <: AnyRef](codec: JsonValueCodec[A], all: Seq[A]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte]             = writeToArray(value.asInstanceOf[A])(using codec)
  def decode(bytes: Array[Byte], index: Int): Object = readFromArray(bytes)(using codec)

/** Leaves the message in an array that is reused, and that has room for the longest of them. */
private final class ReusedFormat[A <: AnyRef](codec: JsonValueCodec[A], all: Seq[A]) extends ModelFormat(all):
  private val array  = new Array[Byte](all.map(writeToArray(_)(using codec).length).max + 1024)
  private var length = 0

  override def write(value: Object): Object =
    length = writeToSubArray(value.asInstanceOf[A], array, 0, array.length)(using codec)
    array

  def encode(value: Object): Array[Byte] =
    val _ = write(value)
    Arrays.copyOf(array, length)

  def decode(bytes: Array[Byte], index: Int): Object = readFromArray(bytes)(using codec)

private object Codecs:
  private given JsonValueCodec[Instant] with
    def decodeValue(in: JsonReader, default: Instant): Instant = Instant.ofEpochMilli(in.readLong())
    def encodeValue(instant: Instant, out: JsonWriter): Unit   = out.writeVal(instant.toEpochMilli)
    def nullValue: Instant                                     = null

  val site: JsonValueCodec[Site]           = JsonCodecMaker.make
  val siteEvent: JsonValueCodec[SiteEvent] = JsonCodecMaker.make
  val dataEvent: JsonValueCodec[DataEvent] = JsonCodecMaker.make

  val mesh: JsonValueCodec[Mesh]           = JsonCodecMaker.make
  val accessLog: JsonValueCodec[AccessLog] = JsonCodecMaker.make
  val updates: JsonValueCodec[Updates]     = JsonCodecMaker.make
  val saves: JsonValueCodec[Saves]         = JsonCodecMaker.make

  val olderEvent: JsonValueCodec[older.PageEvent]     = JsonCodecMaker.make
  val olderHistory: JsonValueCodec[older.PageHistory] = JsonCodecMaker.make
  val newerEvent: JsonValueCodec[newer.PageEvent]     = JsonCodecMaker.make
  val newerHistory: JsonValueCodec[newer.PageHistory] = JsonCodecMaker.make

  val click: JsonValueCodec[Click]           = JsonCodecMaker.make
  val ints: JsonValueCodec[Array[Int]]       = JsonCodecMaker.make
  val doubles: JsonValueCodec[Array[Double]] = JsonCodecMaker.make
  val strings: JsonValueCodec[Seq[String]]   = JsonCodecMaker.make
  val books: JsonValueCodec[Seq[Book]]       = JsonCodecMaker.make

  // Two defaults that guard against hostile messages have to be told what is normal here.
  val branch: JsonValueCodec[Branch] = JsonCodecMaker.make(CodecMakerConfig.withAllowRecursiveTypes(true))
  val stringIntMap: JsonValueCodec[Map[String, Int]] =
    JsonCodecMaker.make(CodecMakerConfig.withMapMaxInsertNumber(10000))
