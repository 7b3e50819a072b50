package brine.lab.peers.scalapb

import _root_.scalapb.{GeneratedMessage, GeneratedMessageCompanion}

import brine.lab.model.*
import brine.lab.peers.pb.*

/** The page events of an older and a newer program. Both rows have the same bytes in a message with a `oneof`. */
private object PageVersions:
  val versions: Versions = Versions(
    "",
    Version(
      ConvertedFormat(OlderPageEventPb, olderPb, olderEvent, _),
      ConvertedFormat(OlderPageHistoryPb, olderPb, olderHistory, _)
    ),
    Version(
      ConvertedFormat(NewerPageEventPb, newerPb, newerEvent, _),
      ConvertedFormat(NewerPageHistoryPb, newerPb, newerHistory, _)
    )
  )

  private def olderPb(event: older.PageEvent): OlderPageEventPb = OlderPageEventPb(event match
    case e: older.PageAdded   => OlderPageEventPb.Event.PageAdded(OlderPageAddedPb(e.path))
    case e: older.PageRemoved => OlderPageEventPb.Event.PageRemoved(OlderPageRemovedPb(e.path)))

  private def olderPb(history: older.PageHistory): OlderPageHistoryPb = OlderPageHistoryPb(history.events.map(olderPb))

  private def olderEvent(message: OlderPageEventPb): older.PageEvent = message.event match
    case OlderPageEventPb.Event.PageAdded(m)   => older.PageAdded(m.path)
    case OlderPageEventPb.Event.PageRemoved(m) => older.PageRemoved(m.path)
    case OlderPageEventPb.Event.Empty          => throw IllegalArgumentException("an event of no known type")

  private def olderHistory(message: OlderPageHistoryPb): older.PageHistory =
    older.PageHistory(message.events.map(olderEvent))

  private def newerPb(event: newer.PageEvent): NewerPageEventPb = NewerPageEventPb(event match
    case e: newer.PageAdded   => NewerPageEventPb.Event.PageAdded(NewerPageAddedPb(e.path, e.title))
    case e: newer.PageRemoved => NewerPageEventPb.Event.PageRemoved(NewerPageRemovedPb(e.path)))

  private def newerPb(history: newer.PageHistory): NewerPageHistoryPb = NewerPageHistoryPb(history.events.map(newerPb))

  private def newerEvent(message: NewerPageEventPb): newer.PageEvent = message.event match
    case NewerPageEventPb.Event.PageAdded(m)   => newer.PageAdded(m.path, m.title)
    case NewerPageEventPb.Event.PageRemoved(m) => newer.PageRemoved(m.path)
    case NewerPageEventPb.Event.Empty          => throw IllegalArgumentException("an event of no known type")

  private def newerHistory(message: NewerPageHistoryPb): newer.PageHistory =
    newer.PageHistory(message.events.map(newerEvent))

/** Values of the model as messages. Two messages are equal only if the fields are that their reader does not know. */
private final class ConvertedFormat[A <: AnyRef, M <: GeneratedMessage](
    companion: GeneratedMessageCompanion[M],
    to: A => M,
    from: M => A,
    all: Seq[A]
) extends ModelFormat(all):
  def encode(value: Object): Array[Byte]             = to(value.asInstanceOf[A]).toByteArray
  def decode(bytes: Array[Byte], index: Int): Object = from(companion.parseFrom(bytes))
