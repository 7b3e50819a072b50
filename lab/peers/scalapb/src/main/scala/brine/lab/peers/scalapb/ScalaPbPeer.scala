package brine.lab.peers.scalapb

import java.util.{List as JList, Set as JSet}

import _root_.scalapb.{GeneratedMessage, GeneratedMessageCompanion}

import brine.lab.model.*
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
  private val direct = Library(
    "scalapb-direct",
    converting.version,
    JSet.of("binary", "evolvable", "schema", "cross-language"),
    "the generated classes are the model; events are in one message with a oneof of 29; the size of a message is kept in it"
  )

  def libraries: JList[Library] = JList.of(converting, direct)

  protected def site(library: String, site: Site): Format =
    if library == direct.name then DirectFormat(SitePb, Seq(Conversion.toPb(site)))
    else
      new ModelFormat(Seq(site)):
        def encode(value: Object): Array[Byte]             = Conversion.toPb(value.asInstanceOf[Site]).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object = Conversion.fromPb(SitePb.parseFrom(bytes))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    if library == direct.name then DirectFormat(SiteEventPb, events.map(EventConversion.wrap))
    else
      new ModelFormat(events):
        private val companions                 = events.map(EventConversion.companion).toArray
        def encode(value: Object): Array[Byte] = EventConversion.toPb(value.asInstanceOf[SiteEvent]).toByteArray
        def decode(bytes: Array[Byte], index: Int): Object =
          EventConversion.fromPb(companions(index).parseFrom(bytes))

  override protected def versions(library: String): Seq[Versions] = Seq(PageVersions.versions)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    if library == direct.name then
      DirectFormat(DataEventPb, events.map(event => DataEventPb(event.id, event.timestamp, event.message)))
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
