package brine.journal.index

import brine.codec.Codec
import brine.journal.format.{Checksum, Digest, Entry, Frame, Seal, SegmentEnd, SegmentHeader}

import java.nio.ByteBuffer
import java.util.UUID
import java.util.zip.CRC32C
import scala.collection.mutable.ArrayBuffer

/** Writes a segment as the format's page describes it, with nothing of the journal's own writer. */
final class TestSegment(val header: SegmentHeader):
  import TestSegment.Event

  private val bytes = ByteBuffer.allocate(header.size.toInt).order(java.nio.ByteOrder.LITTLE_ENDIAN)
  // Number and version before of each
  private val streams = scala.collection.mutable.HashMap.empty[String, (Int, Long)]
  private val last    = scala.collection.mutable.HashMap.empty[String, Long]
  private val schemas = ArrayBuffer.empty[Long]
  private val tags    = ArrayBuffer.empty[String]

  var digest   = Digest.Start
  var sequence = header.firstSequence - 1
  var records  = 0L

  bytes.put(header.toBytes)

  def end: Long = bytes.position

  /** Adds a unit of events, whose streams have these versions before their first one. Returns where it starts.
    *
    * @param says
    *   the number of events that the unit says it has
    */
  def unit(time: Long, events: Seq[Event], versionBefore: String => Long = _ => 0, says: Int = -1): Long =
    val count = if says < 0 then events.size else says
    val start = end
    val body  = ByteSink()
    val said  = scala.collection.mutable.HashSet.empty[String]
    for event <- events do
      val codec = event.codec
      if !streams.contains(event.stream) then
        streams(event.stream) = (streams.size, versionBefore(event.stream))
        last(event.stream) = versionBefore(event.stream)
        entry(body): out =>
          out.put(Array(Entry.StreamDefinition.toByte))
          out.putVarint(versionBefore(event.stream))
          out.put(event.stream.getBytes("UTF-8"))
      if !schemas.contains(codec.fingerprint) then
        schemas += codec.fingerprint
        entry(body): out =>
          out.put(Array(Entry.SchemaDefinition.toByte))
          out.put(codec.schema.canonical)
      for tag <- event.tags if !tags.contains(tag) do
        tags += tag
        entry(body): out =>
          out.put(Array(Entry.TagDefinition.toByte))
          out.put(tag.getBytes("UTF-8"))
      val (number, before) = streams(event.stream)
      entry(body): out =>
        val isFirst = said.add(event.stream)
        var flags   = if isFirst then Entry.HasVersion else 0
        if event.after != 0 then flags |= Entry.HasTime
        if event.key.nonEmpty then flags |= Entry.HasKey
        if event.tags.nonEmpty then flags |= Entry.HasTags
        out.put(Array(flags.toByte))
        out.putVarint(number)
        out.putVarint(schemas.indexOf(codec.fingerprint))
        if event.after != 0 then out.putVarint(Entry.zigzag(event.after))
        if isFirst then out.putVarint(last(event.stream) - before)
        last(event.stream) += 1
        event.key.foreach: (key, count) =>
          out.putLong(key.getMostSignificantBits)
          out.putLong(key.getLeastSignificantBits)
          out.putVarint(count)
        if event.tags.nonEmpty then
          out.putVarint(event.tags.size)
          event.tags.foreach(tag => out.putVarint(tags.indexOf(tag)))
        out.put(event.payload)
    val all    = body.toArray
    val frames = all.grouped(Frame.MostBody).toVector
    frames.zipWithIndex.foreach: (part, i) =>
      val isLast = i == frames.size - 1
      frame(part, sequence + 1, time, if isLast then count else 0, if isLast then 0 else Frame.Continued)
    sequence += events.size
    records += events.size
    start

  /** Ends the segment, perhaps with a seal that is wrong. */
  def seal(change: Seal => Seal = identity): SegmentEnd =
    val ended = SegmentEnd(sequence, end, digest)
    val seal  = change(Seal(sequence, digest, records))
    val body  = ByteBuffer.allocate(24).order(java.nio.ByteOrder.LITTLE_ENDIAN)
    body.putLong(seal.sequence).putLong(seal.digest).putLong(seal.records)
    frame(body.array, sequence + 1, 0, 0, Frame.Seal)
    ended

  def toArray: Array[Byte] = bytes.array.clone

  private def entry(body: ByteSink)(f: ByteSink => Unit): Unit =
    val out = ByteSink()
    f(out)
    body.putVarint(out.size)
    body.put(out)

  private def frame(body: Array[Byte], first: Long, time: Long, count: Int, flags: Int): Unit =
    val at = bytes.position
    bytes.putInt(body.length).putInt(0).putLong(first).putLong(first - 1).putLong(time)
    bytes.putShort(count.toShort).putShort(flags.toShort).putInt(Frame.Magic).put(body)
    val crc = CRC32C()
    crc.update(bytes.array, at + 8, 32 + body.length)
    val check = crc.getValue.toInt ^ Checksum.mask(header.salt, at)
    bytes.putInt(at + 4, check)
    bytes.position(at + Frame.length(body.length))
    if (flags & Frame.Seal) == 0 then digest = Digest.step(digest, check)

object TestSegment:
  /** @param after
    *   time after that of the unit
    * @param key
    *   and the number of events of its append
    */
  final case class Event(
      stream: String,
      payload: Array[Byte],
      codec: Codec[?],
      tags: Vector[String] = Vector.empty,
      key: Option[(UUID, Int)] = None,
      after: Long = 0
  )

  def header(size: Long = 1 << 20, number: Long = 3, firstSequence: Long = 1001): SegmentHeader =
    SegmentHeader(UUID(1, 2), number, 1, firstSequence, size, 5, SegmentEnd.none, 77, 0, None)
