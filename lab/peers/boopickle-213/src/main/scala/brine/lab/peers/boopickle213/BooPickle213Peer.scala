package brine.lab.peers.boopickle213

import java.nio.{ByteBuffer, ByteOrder}
import java.util.{List => JList, Set => JSet}

import boopickle.{BufferPool, Decoder, DecoderSize, DecoderSpeed, Encoder, EncoderSize, EncoderSpeed}
import boopickle.{PickleState, Pickler, UnpickleState}

import brine.lab.model.{DataEvent, ModelFormat, ModelPeer, Site, SiteEvent}
import brine.lab.model.books._
import brine.lab.peer.{Format, Library, Resolved}

/** BooPickle's newest release, which there is for Scala 2.13: as the performance page runs it, by default and with the
  * codec made for speed, and by default without deduplication.
  */
final class BooPickle213Peer extends ModelPeer {
  private def row(name: String, settings: String) =
    new Library(name, Resolved.scalaVersion("boopickle"), JSet.of("binary"), settings, Library.BOOKS)

  private val deduplicating =
    row("boopickle-213-dedup", "Pickle.intoBytes with its defaults: equal strings are written once; buffers given back")
  private val plain = row("boopickle-213", "deduplication switched off; buffers given back to the pool")
  private val speed =
    row("boopickle-213-speed", "the codec made for speed, deduplication switched off; buffers given back to the pool")

  def libraries: JList[Library] = JList.of(deduplicating, plain, speed)

  private def none(study: String): Format =
    throw new UnsupportedOperationException("this release is measured in study books, not in " + study)

  protected def site(library: String, site: Site): Format                      = none("site")
  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = none("site")
  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = none("evactor")

  override protected def books(library: String, data: BooksData): Format = {
    def format[A <: AnyRef](pickler: Pickler[A], value: A): Format =
      if (library == speed.name) new SpeedFormat(pickler, value)
      else new SizeFormat(pickler, library == deduplicating.name, value)
    data match {
      case OneClick(click)      => format(Picklers.click, click)
      case IntArray(ints)       => format(Picklers.ints, ints)
      case DoubleArray(doubles) => format(Picklers.doubles, doubles)
      case StringSeq(strings)   => format(Picklers.strings, strings)
      case Tree(branch)         => format(Picklers.branch, branch)
      case StringIntMap(map)    => format(Picklers.stringIntMap, map)
      case BookSeq(books)       => format(Picklers.books, books)
    }
  }
}

private abstract class BooPickleFormat[A <: AnyRef](pickler: Pickler[A], deduplicate: Boolean, value: A)
    extends ModelFormat(Seq(value)) {
  protected def encoder: Encoder
  protected def decoder(buffer: ByteBuffer): Decoder

  final def encode(value: Object): Array[Byte] = {
    val state  = new PickleState(encoder, deduplicate, deduplicate)
    val buffer = state.pickle(value.asInstanceOf[A])(pickler).toByteBuffer
    val bytes  = new Array[Byte](buffer.remaining)
    buffer.get(bytes)
    BufferPool.release(buffer)
    bytes
  }

  final def decode(bytes: Array[Byte], index: Int): Object = {
    val buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
    new UnpickleState(decoder(buffer), deduplicate, deduplicate).unpickle(pickler)
  }
}

private final class SizeFormat[A <: AnyRef](pickler: Pickler[A], deduplicate: Boolean, value: A)
    extends BooPickleFormat(pickler, deduplicate, value) {
  protected def encoder: Encoder                     = new EncoderSize
  protected def decoder(buffer: ByteBuffer): Decoder = new DecoderSize(buffer)
}

private final class SpeedFormat[A <: AnyRef](pickler: Pickler[A], value: A)
    extends BooPickleFormat(pickler, false, value) {
  protected def encoder: Encoder                     = new EncoderSpeed
  protected def decoder(buffer: ByteBuffer): Decoder = new DecoderSpeed(buffer)
}
