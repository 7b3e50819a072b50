package brine.lab.peers.scrooge

import com.twitter.scrooge.{ThriftStruct, ThriftStructCodec}

import brine.lab.model._
import brine.lab.peers.scrooge.generated._

/** The page events of an older and a newer program, each event in a union. */
private object PageVersions {
  val versions: Versions = new Versions(
    "",
    new Version[older.PageEvent, older.PageHistory](
      new ConvertedFormat[older.PageEvent, OlderPageEventT](OlderPageEventT, olderThrift, olderEvent, _),
      new ConvertedFormat[older.PageHistory, OlderPageHistoryT](OlderPageHistoryT, olderHistoryThrift, olderHistory, _)
    ),
    new Version[newer.PageEvent, newer.PageHistory](
      new ConvertedFormat[newer.PageEvent, NewerPageEventT](NewerPageEventT, newerThrift, newerEvent, _),
      new ConvertedFormat[newer.PageHistory, NewerPageHistoryT](NewerPageHistoryT, newerHistoryThrift, newerHistory, _)
    )
  )

  private def olderThrift(event: older.PageEvent): OlderPageEventT = event match {
    case older.PageAdded(path)   => OlderPageEventT.PageAdded(OlderPageAddedT(path))
    case older.PageRemoved(path) => OlderPageEventT.PageRemoved(OlderPageRemovedT(path))
  }

  private def olderEvent(union: OlderPageEventT): older.PageEvent = union match {
    case OlderPageEventT.PageAdded(added)     => older.PageAdded(added.path)
    case OlderPageEventT.PageRemoved(removed) => older.PageRemoved(removed.path)
    case _                                    => throw new IllegalArgumentException("an event of no known type")
  }

  private def olderHistoryThrift(history: older.PageHistory): OlderPageHistoryT =
    OlderPageHistoryT(history.events.map(event => olderThrift(event)))

  private def olderHistory(struct: OlderPageHistoryT): older.PageHistory =
    older.PageHistory(struct.events.map(union => olderEvent(union)).toList)

  private def newerThrift(event: newer.PageEvent): NewerPageEventT = event match {
    case newer.PageAdded(path, title) => NewerPageEventT.PageAdded(NewerPageAddedT(path, title))
    case newer.PageRemoved(path)      => NewerPageEventT.PageRemoved(NewerPageRemovedT(path))
  }

  private def newerEvent(union: NewerPageEventT): newer.PageEvent = union match {
    case NewerPageEventT.PageAdded(added)     => newer.PageAdded(added.path, added.title)
    case NewerPageEventT.PageRemoved(removed) => newer.PageRemoved(removed.path)
    case _                                    => throw new IllegalArgumentException("an event of no known type")
  }

  private def newerHistoryThrift(history: newer.PageHistory): NewerPageHistoryT =
    NewerPageHistoryT(history.events.map(event => newerThrift(event)))

  private def newerHistory(struct: NewerPageHistoryT): newer.PageHistory =
    newer.PageHistory(struct.events.map(union => newerEvent(union)).toList)
}

private final class ConvertedFormat[A <: AnyRef, S <: ThriftStruct](
    codec: ThriftStructCodec[S],
    to: A => S,
    from: S => A,
    all: Seq[A]
) extends ScroogeFormat(all) {
  def encode(value: Object): Array[Byte]             = write(to(value.asInstanceOf[A]))
  def decode(bytes: Array[Byte], index: Int): Object = from(read(bytes, codec))
}
