package brine.lab.peers.kryo5

import java.util.{List as JList, Set as JSet}

import com.esotericsoftware.kryo.{Kryo, Serializer}
import com.esotericsoftware.kryo.io.{Input, Output}

import brine.lab.model.*
import brine.lab.model.books.{Book, BookSeq, BooksData, StringIntMap, StringSeq}
import brine.lab.model.records.RecordsData
import brine.lab.peer.{Format, Library, Resolved}

/** Kryo 5 with registered classes. */
final class KryoPeer extends ModelPeer:
  private val copied = Library(
    "kryo5",
    Resolved.version("kryo"),
    JSet.of("binary"),
    "registration required, no references, no null fields and elements; the class of elements is known or written once, " +
      "by the rules of CollectionSerializer and MapSerializer in serializers written here; generic type inference off, as " +
      "the fields' types are set once; buffers reused, and the result an array of its own",
    Library.MESSAGES_AND_BOOKS
  ).recommendedBy("github.com/EsotericSoftware/kryo#fieldserializer")
  private val asPublished = Library(
    "kryo5-as-published",
    copied.version,
    JSet.of("binary", "as-published"),
    "the same with a new buffer of 64 KiB for every event, as in the published code"
  )

  private val reused = Library(
    "kryo5-reused",
    copied.version,
    JSet.of("binary", Library.REUSED_BUFFER),
    "as kryo5, without the copy out of the Output, which is reused",
    Library.SITE
  ).recommendedBy("github.com/EsotericSoftware/kryo#output")

  def libraries: JList[Library] = JList.of(copied, asPublished, reused)

  protected def site(library: String, site: Site): Format = studySite(library) {
    KnownTypeFormat(ModelKryo(), classOf[Site], Seq(site), library == reused.name)
  }

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = studySite(library) {
    AnyTypeFormat(ModelKryo(), events, library == reused.name)
  }

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    if library == asPublished.name then NewBufferFormat(ModelKryo(), events)
    else KnownTypeFormat(ModelKryo(), classOf[DataEvent], events)

  /** The root's class is known to both ends, and so are those of the elements of a sequence or a map. */
  override protected def books(library: String, data: BooksData): Format =
    def elements(of: Class[? <: AnyRef]) = SeqSerializer(() => Vector.newBuilder, Some(of))
    val value                            = data.value
    data match
      case StringSeq(_)    => KnownSerializerFormat(ModelKryo(), value, elements(classOf[String]))
      case BookSeq(_)      => KnownSerializerFormat(ModelKryo(), value, elements(classOf[Book]))
      case StringIntMap(_) =>
        KnownSerializerFormat(ModelKryo(), value, MapSerializer(Some(classOf[String]), Some(classOf[Integer])))
      case _ => KnownTypeFormat(ModelKryo(), value.getClass, Seq(value))

  override protected def records(library: String, data: RecordsData): Format = studySite(library) {
    KnownTypeFormat(ModelKryo(), data.value.getClass, Seq(data.value), library == reused.name)
  }

  override protected def versions(library: String): Seq[Versions] =
    if library == asPublished.name then throw UnsupportedOperationException("see row kryo5: its bytes are the same")
    else Seq(PageVersions.plain, PageVersions.compatible)

  private def studySite(library: String)(format: => Format): Format =
    if library == asPublished.name then
      throw UnsupportedOperationException("a new buffer for every event was published in the evactor study only")
    else format

/** Writes into one output and reads from one input.
  *
  * @param inPlace
  *   whether what is timed leaves the message in the output
  */
private abstract class KryoFormat(all: Seq[AnyRef], inPlace: Boolean) extends ModelFormat(all):
  private val output = Output(4096, -1)
  private val input  = Input()

  protected def put(output: Output, value: AnyRef): Unit
  protected def take(input: Input): AnyRef

  final def encode(value: Object): Array[Byte] =
    output.reset()
    put(output, value)
    output.toBytes

  final override def write(value: Object): Object =
    if inPlace then
      output.reset()
      put(output, value)
      output
    else encode(value)

  final def decode(bytes: Array[Byte], index: Int): Object =
    input.setBuffer(bytes)
    take(input)

/** The root's class is known to both ends and not written. */
private final class KnownTypeFormat(kryo: Kryo, root: Class[? <: AnyRef], all: Seq[AnyRef], inPlace: Boolean = false)
    extends KryoFormat(all, inPlace):
  protected def put(output: Output, value: AnyRef): Unit = kryo.writeObject(output, value)
  protected def take(input: Input): AnyRef               = kryo.readObject(input, root)

/** The root's serializer is known to both ends. */
private final class KnownSerializerFormat[A <: AnyRef](kryo: Kryo, value: AnyRef, serializer: Serializer[A])
    extends KryoFormat(Seq(value), false):
  private val root = value.getClass.asInstanceOf[Class[A]]

  protected def put(output: Output, value: AnyRef): Unit = kryo.writeObject(output, value, serializer)
  protected def take(input: Input): AnyRef               = kryo.readObject(input, root, serializer)

/** The class is written as its registered number. */
private final class AnyTypeFormat(kryo: Kryo, all: Seq[AnyRef], inPlace: Boolean = false)
    extends KryoFormat(all, inPlace):
  protected def put(output: Output, value: AnyRef): Unit = kryo.writeClassAndObject(output, value)
  protected def take(input: Input): AnyRef               = kryo.readClassAndObject(input)

private final class NewBufferFormat(kryo: Kryo, all: Seq[AnyRef]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte] =
    val output = Output(64 * 1024, -1)
    kryo.writeObject(output, value)
    output.toBytes

  def decode(bytes: Array[Byte], index: Int): Object = kryo.readObject(Input(bytes), classOf[DataEvent])
