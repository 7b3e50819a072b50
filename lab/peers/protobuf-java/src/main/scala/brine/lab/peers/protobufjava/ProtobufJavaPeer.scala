package brine.lab.peers.protobufjava

import java.util.{List as JList, Set as JSet}

import brine.lab.model.*
import brine.lab.peer.{Format, Library, Resolved}
import brine.lab.peers.pb.*

/** Protocol Buffers' own Java library, from the schema that the ScalaPB peer uses too. */
final class ProtobufJavaPeer extends ModelPeer:
  def libraries: JList[Library] = JList.of(
    Library(
      "protobuf-java",
      Resolved.version("protobuf-java"),
      JSet.of("binary", "evolvable", "schema", "cross-language", "converts", "told-type"),
      "conversion from and to the model's classes is part of the time; every event is a message of its own type"
    )
  )

  protected def site(library: String, site: Site): Format = new ModelFormat(Seq(site)):
    def encode(value: Object): Array[Byte]             = Conversion.toPb(value.asInstanceOf[Site]).toByteArray
    def decode(bytes: Array[Byte], index: Int): Object = Conversion.fromPb(SitePb.parseFrom(bytes))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = new ModelFormat(events):
    private val parsers                                = events.map(EventConversion.parser).toArray
    def encode(value: Object): Array[Byte]             = EventConversion.toPb(value.asInstanceOf[SiteEvent]).toByteArray
    def decode(bytes: Array[Byte], index: Int): Object = EventConversion.fromPb(parsers(index).parseFrom(bytes))

  override protected def versions(library: String): Seq[Versions] = Seq(PageVersions.versions)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = new ModelFormat(events):
    def encode(value: Object): Array[Byte] =
      val event = value.asInstanceOf[DataEvent]
      DataEventPb.newBuilder.setId(event.id).setTimestamp(event.timestamp).setMessage(event.message).build().toByteArray
    def decode(bytes: Array[Byte], index: Int): Object =
      val message = DataEventPb.parseFrom(bytes)
      DataEvent(message.getId, message.getTimestamp, message.getMessage)
