package brine.codec

import brine.codec.internal.Checksum

import java.time.Instant
import java.util.UUID

/** Segments to test with, and what is in them. */
trait SegmentChecks extends CodecChecks:
  this: munit.FunSuite =>
  import SegmentChecks.*

  def segmentOf(size: Int = 1 << 16)(add: SegmentWriter => Unit): Array[Byte] =
    val segment = SegmentWriter(size)
    add(segment)
    segment.toArray

  def events(count: Int): Vector[Event] =
    Vector.tabulate(count): i =>
      Event(new UUID(0x4000L, i % 7), s"page ${i % 5}", Instant.ofEpochSecond(1_700_000_000L + i))

  def readAll[A: Codec](bytes: Array[Byte]): Vector[Either[DecodeError, A]] =
    val segment = SegmentReader(bytes)
    val all     = Vector.newBuilder[Either[DecodeError, A]]
    while segment.hasNext do all += segment.next[A]()
    all.result()

  def crcOf(payload: Array[Byte]): Array[Byte] =
    val crc = Checksum.crc32c(payload, 0, payload.length)
    Array.tabulate(4)(i => (crc >>> (8 * i)).toByte)

object SegmentChecks:
  final case class Event(id: UUID, page: String, at: Instant) derives Codec
