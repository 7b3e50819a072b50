package brine.lab.peers.boopickle

import java.nio.{ByteBuffer, ByteOrder}
import java.time.Instant
import java.util.{List as JList, Set as JSet}

import boopickle.{BufferPool, DecoderSize, EncoderSize, PickleState, UnpickleState}
import boopickle.Default.*

import brine.lab.model.*
import brine.lab.model.books.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}

/** BooPickle's size codec, with deduplication of strings (its default) and without. */
final class BooPicklePeer extends ModelPeer:
  private def row(name: String, settings: String) = Library(
    name,
    Resolved.scalaVersion("boopickle"),
    JSet.of("binary"),
    settings,
    Library.MESSAGES_AND_BOOKS
  ).recommendedBy("boopickle.suzaku.io/AdvancedPickling.html")

  private val deduplicating = row(
    "boopickle-dedup",
    "Pickle.intoBytes with its defaults: equal strings are written once; enums by ordinal, buffers given back to the pool"
  )
  private val plain =
    row("boopickle", "deduplication switched off; enums by ordinal, buffers given back to the pool")

  def libraries: JList[Library] = JList.of(deduplicating, plain)

  protected def site(library: String, site: Site): Format =
    BooPickleFormat(Picklers.site, library == deduplicating.name, Seq(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    BooPickleFormat(Picklers.siteEvent, library == deduplicating.name, events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    BooPickleFormat(Picklers.dataEvent, library == deduplicating.name, events)

  override protected def records(library: String, data: RecordsData): Format =
    def format[A <: AnyRef](pickler: Pickler[A], value: A): Format =
      BooPickleFormat(pickler, library == deduplicating.name, Seq(value))
    data match
      case OneMesh(mesh)        => format(Picklers.mesh, mesh)
      case OneAccessLog(log)    => format(Picklers.accessLog, log)
      case SomeUpdates(updates) => format(Picklers.updates, updates)
      case SomeSaves(saves)     => format(Picklers.saves, saves)

  override protected def versions(library: String): Seq[Versions] =
    def format[A <: AnyRef](pickler: Pickler[A])(all: Seq[A]): Format =
      BooPickleFormat(pickler, library == deduplicating.name, all)
    Seq(
      Versions(
        "",
        Version(format(PagePicklers.olderEvent), format(PagePicklers.olderHistory)),
        Version(format(PagePicklers.newerEvent), format(PagePicklers.newerHistory))
      )
    )

  override protected def books(library: String, data: BooksData): Format =
    def format[A <: AnyRef](pickler: Pickler[A], value: A): Format =
      BooPickleFormat(pickler, library == deduplicating.name, Seq(value))
    data match
      case OneClick(click)      => format(Picklers.click, click)
      case IntArray(ints)       => format(Picklers.ints, ints)
      case DoubleArray(doubles) => format(Picklers.doubles, doubles)
      case StringSeq(strings)   => format(Picklers.strings, strings)
      case Tree(branch)         => format(Picklers.branch, branch)
      case StringIntMap(map)    => format(Picklers.stringIntMap, map)
      case BookSeq(books)       => format(Picklers.books, books)

private final class BooPickleFormat[A <: AnyRef](pickler: Pickler[A], deduplicate: Boolean, all: Seq[A])
    extends ModelFormat(all):
  def encode(value: Object): Array[Byte] =
    val state  = PickleState(EncoderSize(), deduplicate, deduplicate)
    val buffer = state.pickle(value.asInstanceOf[A])(using pickler).toByteBuffer
    val bytes  = new Array[Byte](buffer.remaining)
    buffer.get(bytes)
    BufferPool.release(buffer)
    bytes

  def decode(bytes: Array[Byte], index: Int): Object =
    val buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
    UnpickleState(DecoderSize(buffer), deduplicate, deduplicate).unpickle(using pickler)

private object Picklers:
  private given Pickler[Instant]           = transformPickler(Instant.ofEpochMilli)(_.toEpochMilli)
  private given Pickler[SiteType]          = ordinal(SiteType.values)
  private given Pickler[SiteFlag]          = ordinal(SiteFlag.values)
  private given Pickler[PageComponentType] = ordinal(PageComponentType.values)
  private given Pickler[VesselKind]        = ordinal(VesselKind.values)
  private given Pickler[GameMode]          = ordinal(GameMode.values)

  private def ordinal[E <: Enum[E]](values: Array[E]): Pickler[E] = transformPickler[E, Int](values(_))(_.ordinal)

  val site: Pickler[Site]           = generatePickler
  val siteEvent: Pickler[SiteEvent] = generatePickler
  val dataEvent: Pickler[DataEvent] = generatePickler
  val mesh: Pickler[Mesh]           = generatePickler
  val accessLog: Pickler[AccessLog] = generatePickler
  val updates: Pickler[Updates]     = generatePickler
  val saves: Pickler[Saves]         = generatePickler

  private given Pickler[Book] = generatePickler

  given branch: Pickler[Branch]               = generatePickler
  val click: Pickler[Click]                   = generatePickler
  val ints: Pickler[Array[Int]]               = summon
  val doubles: Pickler[Array[Double]]         = summon
  val strings: Pickler[Seq[String]]           = summon
  val stringIntMap: Pickler[Map[String, Int]] = summon
  val books: Pickler[Seq[Book]]               = summon
