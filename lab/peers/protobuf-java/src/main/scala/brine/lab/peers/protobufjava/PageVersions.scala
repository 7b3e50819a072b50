package brine.lab.peers.protobufjava

import scala.jdk.CollectionConverters.*

import com.google.protobuf.{MessageLite, Parser}

import brine.lab.model.*
import brine.lab.peers.pb.*

/** The page events of an older and a newer program, in a message with a `oneof`. */
private object PageVersions:
  val versions: Versions = Versions(
    "",
    Version(
      ConvertedFormat(OlderPageEventPb.parser, olderPb, olderEvent, _),
      ConvertedFormat(OlderPageHistoryPb.parser, olderPb, olderHistory, _)
    ),
    Version(
      ConvertedFormat(NewerPageEventPb.parser, newerPb, newerEvent, _),
      ConvertedFormat(NewerPageHistoryPb.parser, newerPb, newerHistory, _)
    )
  )

  private def olderPb(event: older.PageEvent): OlderPageEventPb =
    val builder = OlderPageEventPb.newBuilder
    event match
      case e: older.PageAdded   => builder.setPageAdded(OlderPageAddedPb.newBuilder.setPath(e.path)).build()
      case e: older.PageRemoved => builder.setPageRemoved(OlderPageRemovedPb.newBuilder.setPath(e.path)).build()

  private def olderPb(history: older.PageHistory): OlderPageHistoryPb =
    OlderPageHistoryPb.newBuilder.addAllEvents(history.events.map(olderPb).asJava).build()

  private def olderEvent(message: OlderPageEventPb): older.PageEvent =
    if message.hasPageAdded then older.PageAdded(message.getPageAdded.getPath)
    else if message.hasPageRemoved then older.PageRemoved(message.getPageRemoved.getPath)
    else throw IllegalArgumentException("an event of no known type")

  private def olderHistory(message: OlderPageHistoryPb): older.PageHistory =
    older.PageHistory(message.getEventsList.asScala.map(olderEvent).toList)

  private def newerPb(event: newer.PageEvent): NewerPageEventPb =
    val builder = NewerPageEventPb.newBuilder
    event match
      case e: newer.PageAdded =>
        val added = NewerPageAddedPb.newBuilder.setPath(e.path)
        e.title.foreach(added.setTitle)
        builder.setPageAdded(added).build()
      case e: newer.PageRemoved => builder.setPageRemoved(NewerPageRemovedPb.newBuilder.setPath(e.path)).build()

  private def newerPb(history: newer.PageHistory): NewerPageHistoryPb =
    NewerPageHistoryPb.newBuilder.addAllEvents(history.events.map(newerPb).asJava).build()

  private def newerEvent(message: NewerPageEventPb): newer.PageEvent =
    if message.hasPageAdded then
      val added = message.getPageAdded
      newer.PageAdded(added.getPath, Option.when(added.hasTitle)(added.getTitle))
    else if message.hasPageRemoved then newer.PageRemoved(message.getPageRemoved.getPath)
    else throw IllegalArgumentException("an event of no known type")

  private def newerHistory(message: NewerPageHistoryPb): newer.PageHistory =
    newer.PageHistory(message.getEventsList.asScala.map(newerEvent).toList)

/** Values of the model as messages. Two messages are equal only if the fields are that their reader does not know. */
private final class ConvertedFormat[A <: AnyRef, M <: MessageLite](
    parser: Parser[M],
    to: A => M,
    from: M => A,
    all: Seq[A]
) extends ModelFormat(all):
  def encode(value: Object): Array[Byte]             = to(value.asInstanceOf[A]).toByteArray
  def decode(bytes: Array[Byte], index: Int): Object = from(parser.parseFrom(bytes))
