package brine.lab.peers.scalapb

import java.util.{Arrays, List as JList, Set as JSet}

import com.google.protobuf.CodedOutputStream

import _root_.scalapb.{GeneratedMessage, GeneratedMessageCompanion}

import brine.lab.model.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library, Resolved}
import brine.lab.peers.pb.*

/** ScalaPB twice: with a conversion from and to the model's classes, and with its generated classes as the model. */
final class ScalaPbPeer extends ModelPeer:
  private val converting = Library(
    "scalapb",
    Resolved.scalaVersion("scalapb-runtime"),
    JSet.of("binary", "evolvable", "schema", "cross-language", "converts", "told-type"),
    "conversion from and to the model's classes is part of the time; every event is a message of its own type"
  )
  private val generated = Library(
    "scalapb-direct",
    converting.version,
    JSet.of("binary", "evolvable", "schema", "cross-language"),
    "the generated classes are the model; events are in one message with a oneof of 29; the size of a message is kept in it"
  )

  private val reused = Library(
    "scalapb-direct-reused",
    converting.version,
    JSet.of("binary", "evolvable", "schema", "cross-language", Library.REUSED_BUFFER),
    "as scalapb-direct, by a CodedOutputStream of each message into one array",
    Library.SITE
  )

  def libraries: JList[Library] = JList.of(converting, generated, reused)

  private def direct[A <: AnyRef & GeneratedMessage](
      library: String,
      companion: GeneratedMessageCompanion[A],
      all: Seq[A]
  ): Format = if library == reused.name then ReusedFormat(companion, all) else DirectFormat(companion, all)

  protected def site(library: String, site: Site): Format =
    if library != converting.name then direct(library, SitePb, Seq(Conversion.toPb(site)))
    else
      new ModelFormat(Seq(site)):
        def encode(value: Object): Array[Byte]             = Conversion.toPb(value.asInstanceOf[Site]).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object = Conversion.fromPb(SitePb.parseFrom(bytes))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    if library != converting.name then direct(library, SiteEventPb, events.map(EventConversion.wrap))
    else
      new ModelFormat(events):
        private val companions                 = events.map(EventConversion.companion).toArray
        def encode(value: Object): Array[Byte] = EventConversion.toPb(value.asInstanceOf[SiteEvent]).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object =
          EventConversion.fromPb(companions(index).parseFrom(bytes))

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => message(library, mesh, MeshPb)(RecordsConversion.toPb, RecordsConversion.fromPb)
    case OneAccessLog(log)    => message(library, log, AccessLogPb)(RecordsConversion.toPb, RecordsConversion.fromPb)
    case SomeUpdates(updates) => message(library, updates, UpdatesPb)(RecordsConversion.toPb, RecordsConversion.fromPb)
    case SomeSaves(saves)     => message(library, saves, SavesPb)(RecordsConversion.toPb, RecordsConversion.fromPb)

  private def message[A <: AnyRef, P <: AnyRef & GeneratedMessage](
      library: String,
      value: A,
      companion: GeneratedMessageCompanion[P]
  )(to: A => P, from: P => A): Format =
    if library != converting.name then direct(library, companion, Seq(to(value)))
    else
      new ModelFormat(Seq(value)):
        def encode(value: Object): Array[Byte]             = to(value.asInstanceOf[A]).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object = from(companion.parseFrom(bytes))

  override protected def versions(library: String): Seq[Versions] = Seq(PageVersions.versions)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    if library != converting.name then
      direct(library, DataEventPb, events.map(event => DataEventPb(event.id, event.timestamp, event.message)))
    else
      new ModelFormat(events):
        def encode(value: Object): Array[Byte] =
          val event = value.asInstanceOf[DataEvent]
          DataEventPb(event.id, event.timestamp, event.message).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object =
          val message = DataEventPb.parseFrom(bytes)
          DataEvent(message.id, message.timestamp, message.message)

private final class DirectFormat[A <: AnyRef & GeneratedMessage](companion: GeneratedMessageCompanion[A], all: Seq[A])
    extends ModelFormat(all):
  def encode(value: Object): Array[Byte]             = value.asInstanceOf[GeneratedMessage].toByteArray
  def decode(bytes: Array[Byte], index: Int): Object = companion.parseFrom(bytes)

/** Leaves the message in an array that is reused. */
private final class ReusedFormat[A <: AnyRef & GeneratedMessage](companion: GeneratedMessageCompanion[A], all: Seq[A])
    extends ModelFormat(all):
  private var array = new Array[Byte](4096)

  override def write(value: Object): Object =
    val message = value.asInstanceOf[GeneratedMessage]
    val size    = message.serializedSize
    if size > array.length then array = new Array[Byte](size * 2)
    message.writeTo(CodedOutputStream.newInstance(array, 0, size))
    array

  def encode(value: Object): Array[Byte] =
    val _ = write(value)
    Arrays.copyOf(array, value.asInstanceOf[GeneratedMessage].serializedSize)

  def decode(bytes: Array[Byte], index: Int): Object = companion.parseFrom(bytes)
