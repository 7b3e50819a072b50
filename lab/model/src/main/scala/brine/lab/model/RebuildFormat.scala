package brine.lab.model

import java.time.Instant

import brine.lab.peer.{Format, Rebuild}

/** A library's events of one site, and the site that they make: each event is decoded and at once becomes part of it.
  *
  * An event store keeps ids and timestamps beside the message, as the study does, so only the events are decoded.
  */
private abstract class RebuildFormat(events: Format, rebuilt: SiteFromEvents) extends Rebuild {
  protected final val timestamps: Array[Instant] = rebuilt.events.map(_.timestamp).toArray

  final def values: Array[AnyRef]                                 = events.values
  final override def begin(): Unit                                = events.begin()
  final def encode(value: Object): Array[Byte]                    = events.encode(value)
  final def decode(bytes: Array[Byte], index: Int): Object        = events.decode(bytes, index)
  final override def same(written: Object, read: Object): Boolean = events.same(written, read)
  final def result: AnyRef                                        = rebuilt.site
}

private object RebuildFormat {

  /** @throws java.lang.UnsupportedOperationException
    *   when the library decodes to classes of its own
    */
  def apply(events: Format, rebuilt: SiteFromEvents): Format = {
    if (!events.values.forall(_.isInstanceOf[SiteEvent]))
      throw new UnsupportedOperationException(
        "decodes to classes of its own, and a site is built from the study's; a row that converts has this case"
      )
    if (rebuilt.isPublished) new PublishedFold(events, rebuilt) else new LinearFold(events, rebuilt)
  }
}

private final class LinearFold(events: Format, rebuilt: SiteFromEvents) extends RebuildFormat(events, rebuilt) {
  def rebuild(encoded: Array[Array[Byte]]): AnyRef = {
    val builder = new SiteBuilder
    var index   = 0
    while (index < encoded.length) {
      builder.add(events.decode(encoded(index), index).asInstanceOf[SiteEvent], timestamps(index))
      index += 1
    }
    builder.result()
  }
}

private final class PublishedFold(events: Format, rebuilt: SiteFromEvents) extends RebuildFormat(events, rebuilt) {
  def rebuild(encoded: Array[Array[Byte]]): AnyRef = {
    var site  = EventProcessor.blank
    var index = 0
    while (index < encoded.length) {
      site = EventProcessor.step(site, events.decode(encoded(index), index).asInstanceOf[SiteEvent], timestamps(index))
      index += 1
    }
    site
  }
}
