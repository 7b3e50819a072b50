package brine.lab.peers.brine

import java.util.zip.Deflater

import _root_.brine.codec.{Codec, SegmentReader, SegmentWriter}
import _root_.brine.lab.model.*

/** What the events of a site take in one segment: the target of the design. The lab's report shows the figures. */
final class SegmentSizeSuite extends munit.FunSuite:
  private given Codec[SiteEvent] = Codec.derived

  private def deflated(bytes: Array[Byte]): Int =
    val deflater = Deflater(9, true)
    deflater.setInput(bytes)
    deflater.finish()
    deflater.deflate(new Array[Byte](bytes.length + 64))

  test("the events of the 64k site in one segment take at most 0.35 of one message each"):
    val events   = EventProcessor.unapply(SiteGenerator.site("64k")).map(_.event)
    val messages = events.map(Codec.encodeBare(_))
    val segment  = SegmentWriter()
    events.foreach(segment.add(_))
    val bytes = segment.toArray
    assert(bytes.length <= 0.35 * messages.map(_.length).sum, bytes.length)
    // Deflated it is near what no compressor gets below: the random bits and the texts, 6,916 B.
    assert(deflated(bytes) <= 1.1 * 6916, deflated(bytes))
    val reader = SegmentReader(bytes)
    assertEquals(
      Iterator.continually(reader).takeWhile(_.hasNext).map(_.next[SiteEvent]()).toList,
      events.map(Right(_)).toList
    )
