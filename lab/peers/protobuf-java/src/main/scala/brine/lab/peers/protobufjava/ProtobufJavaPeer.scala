package brine.lab.peers.protobufjava

import java.util.{Arrays, List as JList, Set as JSet}

import com.google.protobuf.{CodedOutputStream, MessageLite, Parser}

import brine.lab.model.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}
import brine.lab.peers.pb.*

/** Protocol Buffers' own Java library, from the schema that the ScalaPB peer uses too: with a conversion from and to
  * the model's classes, and with its generated classes as the model.
  */
final class ProtobufJavaPeer extends ModelPeer:
  private val guide = "protobuf.dev/getting-started/javatutorial"

  private val converting = Library(
    "protobuf-java",
    Resolved.version("protobuf-java"),
    JSet.of("binary", "evolvable", "schema", "cross-language", "converts", "told-type"),
    "conversion from and to the model's classes is part of the time; every event is a message of its own type"
  ).recommendedBy(guide)
  private val generated = Library(
    "protobuf-java-direct",
    converting.version,
    JSet.of("binary", "evolvable", "schema", "cross-language"),
    "the generated classes are the model; events are in one message with a oneof of 29; the size of a message is kept in it"
  ).recommendedBy(guide)

  private val reused = Library(
    "protobuf-java-direct-reused",
    converting.version,
    JSet.of("binary", "evolvable", "schema", "cross-language", Library.REUSED_BUFFER),
    "as protobuf-java-direct, by a CodedOutputStream of each message into one array",
    Library.SITE
  ).recommendedBy("protobuf.dev/reference/java/api-docs")

  def libraries: JList[Library] = JList.of(converting, generated, reused)

  override protected def versions(library: String): Seq[Versions] = Seq(PageVersions.versions)

  private def direct[A <: MessageLite](library: String, parser: Parser[A], all: Seq[A]): Format =
    if library == reused.name then ReusedFormat(parser, all) else DirectFormat(parser, all)

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)     => message(library, mesh, MeshPb.parser)(RecordsConversion.toPb, RecordsConversion.fromPb)
    case OneAccessLog(log) =>
      message(library, log, AccessLogPb.parser)(RecordsConversion.toPb, RecordsConversion.fromPb)
    case SomeUpdates(all) => message(library, all, UpdatesPb.parser)(RecordsConversion.toPb, RecordsConversion.fromPb)
    case SomeSaves(saves) => message(library, saves, SavesPb.parser)(RecordsConversion.toPb, RecordsConversion.fromPb)

  private def message[A <: AnyRef, P <: MessageLite](library: String, value: A, parser: Parser[P])(
      to: A => P,
      from: P => A
  ): Format =
    if library != converting.name then direct(library, parser, Seq(to(value)))
    else
      new ModelFormat(Seq(value)):
        def encode(value: Object): Array[Byte]             = to(value.asInstanceOf[A]).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object = from(parser.parseFrom(bytes))

  protected def site(library: String, site: Site): Format =
    if library != converting.name then direct(library, SitePb.parser, Seq(Conversion.toPb(site)))
    else
      new ModelFormat(Seq(site)):
        def encode(value: Object): Array[Byte]             = Conversion.toPb(value.asInstanceOf[Site]).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object = Conversion.fromPb(SitePb.parseFrom(bytes))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    if library != converting.name then direct(library, SiteEventPb.parser, events.map(EventConversion.wrap))
    else
      new ModelFormat(events):
        private val parsers                    = events.map(EventConversion.parser).toArray
        def encode(value: Object): Array[Byte] = EventConversion.toPb(value.asInstanceOf[SiteEvent]).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object = EventConversion.fromPb(parsers(index).parseFrom(bytes))

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    if library != converting.name then direct(library, DataEventPb.parser, events.map(dataEvent))
    else
      new ModelFormat(events):
        def encode(value: Object): Array[Byte]             = dataEvent(value.asInstanceOf[DataEvent]).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object =
          val message = DataEventPb.parseFrom(bytes)
          DataEvent(message.getId, message.getTimestamp, message.getMessage)

  private def dataEvent(event: DataEvent): DataEventPb =
    DataEventPb.newBuilder.setId(event.id).setTimestamp(event.timestamp).setMessage(event.message).build()

private final class DirectFormat[A <: MessageLite](parser: Parser[A], all: Seq[A]) extends ModelFormat(all):
  def encode(value: Object): Array[Byte]             = value.asInstanceOf[MessageLite].toByteArray
  def decode(bytes: Array[Byte], index: Int): Object = parser.parseFrom(bytes)

/** Leaves the message in an array that is reused. */
private final class ReusedFormat[A <: MessageLite](parser: Parser[A], all: Seq[A]) extends ModelFormat(all):
  private var array = new Array[Byte](4096)

  override def write(value: Object): Object =
    val message = value.asInstanceOf[MessageLite]
    val size    = message.getSerializedSize
    if size > array.length then array = new Array[Byte](size * 2)
    message.writeTo(CodedOutputStream.newInstance(array, 0, size))
    array

  def encode(value: Object): Array[Byte] =
    val _ = write(value)
    Arrays.copyOf(array, value.asInstanceOf[MessageLite].getSerializedSize)

  def decode(bytes: Array[Byte], index: Int): Object = parser.parseFrom(bytes)
