package brine.lab.peers.boopickle

import java.nio.{ByteBuffer, ByteOrder}
import java.time.Instant
import java.util.{List as JList, Set as JSet}

import boopickle.{BufferPool, DecoderSize, EncoderSize, PickleState, UnpickleState}
import boopickle.Default.*

import brine.lab.model.*
import brine.lab.peer.{Format, Library, Resolved}

/** BooPickle's size codec, with deduplication of strings (its default) and without. */
final class BooPicklePeer extends ModelPeer:
  private val deduplicating = Library(
    "boopickle-dedup",
    Resolved.scalaVersion("boopickle"),
    JSet.of("binary"),
    "Pickle.intoBytes with its defaults: equal strings are written once; enums by name, buffers given back to the pool"
  )
  private val plain = Library(
    "boopickle",
    deduplicating.version,
    JSet.of("binary"),
    "deduplication switched off; enums by name, buffers given back to the pool"
  )

  def libraries: JList[Library] = JList.of(deduplicating, plain)

  protected def site(library: String, site: Site): Format =
    BooPickleFormat(Picklers.site, library == deduplicating.name, Seq(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    BooPickleFormat(Picklers.siteEvent, library == deduplicating.name, events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    BooPickleFormat(Picklers.dataEvent, library == deduplicating.name, events)

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
  private given Pickler[SiteType]          = transformPickler(SiteType.valueOf)(_.name)
  private given Pickler[SiteFlag]          = transformPickler(SiteFlag.valueOf)(_.name)
  private given Pickler[PageComponentType] = transformPickler(PageComponentType.valueOf)(_.name)

  val site: Pickler[Site]           = generatePickler
  val siteEvent: Pickler[SiteEvent] = generatePickler
  val dataEvent: Pickler[DataEvent] = generatePickler
