package brine.lab.peers.protobufjava

import java.util.{List as JList, Set as JSet}

import com.google.protobuf.{MessageLite, Parser}

import brine.lab.model.*
import brine.lab.peer.{Format, Library, Resolved}
import brine.lab.peers.pb.*

/** Protocol Buffers' own Java library, from the schema that the ScalaPB peer uses too: with a conversion from and to the
  * model's classes, and with its generated classes as the model.
  */
final class ProtobufJavaPeer extends ModelPeer:
  private val guide = "protobuf.dev/getting-started/javatutorial"

  private val converting = Library(
    "protobuf-java",
    Resolved.version("protobuf-java"),
    JSet.of("binary", "evolvable", "schema", "cross-language", "converts", "told-type"),
    "conversion from and to the model's classes is part of the time; every event is a message of its own type"
  ).recommendedBy(guide)
  private val direct = Library(
    "protobuf-java-direct",
    converting.version,
    JSet.of("binary", "evolvable", "schema", "cross-language"),
    "the generated classes are the model; events are in one message with a oneof of 29; the size of a message is kept in it"
  ).recommendedBy(guide)

  def libraries: JList[Library] = JList.of(converting, direct)

  protected def site(library: String, site: Site): Format =
    if library == direct.name then DirectFormat(SitePb.parser, Seq(Conversion.toPb(site)))
    else
      new ModelFormat(Seq(site)):
        def encode(value: Object): Array[Byte]             = Conversion.toPb(value.asInstanceOf[Site]).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object = Conversion.fromPb(SitePb.parseFrom(bytes))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    if library == direct.name then DirectFormat(SiteEventPb.parser, events.map(EventConversion.wrap))
    else
      new ModelFormat(events):
        private val parsers                    = events.map(EventConversion.parser).toArray
        def encode(value: Object): Array[Byte] = EventConversion.toPb(value.asInstanceOf[SiteEvent]).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object = EventConversion.fromPb(parsers(index).parseFrom(bytes))

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    if library == direct.name then DirectFormat(DataEventPb.parser, events.map(dataEvent))
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
