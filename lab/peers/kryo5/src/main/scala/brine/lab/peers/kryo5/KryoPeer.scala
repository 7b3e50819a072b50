package brine.lab.peers.kryo5

import java.util.{List as JList, Set as JSet}

import com.esotericsoftware.kryo.Kryo
import com.esotericsoftware.kryo.io.{Input, Output}

import brine.lab.model.*
import brine.lab.model.books.BooksData
import brine.lab.peer.{Format, Library, Resolved}

/** Kryo 5 with registered classes. */
final class KryoPeer extends ModelPeer:
  private val reused = Library(
    "kryo5",
    Resolved.version("kryo"),
    JSet.of("binary"),
    "registration required, no references, small serializers for Scala's collections and Option, buffers reused",
    Library.MESSAGES_AND_BOOKS
  )
  private val asPublished = Library(
    "kryo5-as-published",
    reused.version,
    JSet.of("binary", "as-published"),
    "the same with a new buffer of 64 KiB for every event, as in the published code"
  )

  def libraries: JList[Library] = JList.of(reused, asPublished)

  protected def site(library: String, site: Site): Format = studySite(library) {
    KnownTypeFormat(ModelKryo(), classOf[Site], Seq(site))
  }

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = studySite(library) {
    AnyTypeFormat(ModelKryo(), events)
  }

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    if library == asPublished.name then NewBufferFormat(ModelKryo(), events)
    else KnownTypeFormat(ModelKryo(), classOf[DataEvent], events)

  /** The root's class is known to both ends, so the class of a sequence or a map is that of the value. */
  override protected def books(library: String, data: BooksData): Format =
    KnownTypeFormat(ModelKryo(), data.value.getClass, Seq(data.value))

  override protected def versions(library: String): Seq[Versions] =
    if library == asPublished.name then throw UnsupportedOperationException("see row kryo5: its bytes are the same")
    else Seq(PageVersions.plain, PageVersions.compatible)

  private def studySite(library: String)(format: => Format): Format =
    if library == asPublished.name then
      throw UnsupportedOperationException("a new buffer for every event was published in the evactor study only")
    else format

/** The root's class is known to both ends and not written. */
private final class KnownTypeFormat(kryo: Kryo, root: Class[? <: AnyRef], all: Seq[AnyRef]) extends ModelFormat(all):
  private val output = Output(4096, -1)
  private val input  = Input()

  def encode(value: Object): Array[Byte] =
    output.reset()
    kryo.writeObject(output, value)
    output.toBytes

  def decode(bytes: Array[Byte], index: Int): Object =
    input.setBuffer(bytes)
    kryo.readObject(input, root)

/** The class is written as its registered number. */
private final class AnyTypeFormat(kryo: Kryo, all: Seq[AnyRef]) extends ModelFormat(all):
  private val output = Output(4096, -1)
  private val input  = Input()

  def encode(value: Object): Array[Byte] =
    output.reset()
    kryo.writeClassAndObject(output, value)
    output.toBytes

  def decode(bytes: Array[Byte], index: Int): Object =
    input.setBuffer(bytes)
    kryo.readClassAndObject(input)

private final class NewBufferFormat(kryo: Kryo, all: Seq[AnyRef]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte] =
    val output = Output(64 * 1024, -1)
    kryo.writeObject(output, value)
    output.toBytes

  def decode(bytes: Array[Byte], index: Int): Object = kryo.readObject(Input(bytes), classOf[DataEvent])
