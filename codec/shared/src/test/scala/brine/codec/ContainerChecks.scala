package brine.codec

import brine.codec.internal.bytes.Checksum

import java.time.Instant
import java.util.UUID

/** Containers to test with, and what is in them. */
trait ContainerChecks extends CodecChecks:
  this: munit.FunSuite =>
  import ContainerChecks.*

  def containerOf(size: Int = 1 << 16)(add: ContainerWriter => Unit): Array[Byte] =
    val container = ContainerWriter(size)
    add(container)
    container.toArray

  def events(count: Int): Vector[Event] =
    Vector.tabulate(count): i =>
      Event(new UUID(0x4000L, i % 7), s"page ${i % 5}", Instant.ofEpochSecond(1_700_000_000L + i))

  def readAll[A: Codec](bytes: Array[Byte]): Vector[Either[DecodeError, A]] =
    val container = ContainerReader(bytes)
    val all       = Vector.newBuilder[Either[DecodeError, A]]
    while container.hasNext do all += container.next[A]()
    all.result()

  def crcOf(payload: Array[Byte]): Array[Byte] =
    val crc = Checksum.crc32c(payload, 0, payload.length)
    Array.tabulate(4)(i => (crc >>> (8 * i)).toByte)

object ContainerChecks:
  final case class Event(id: UUID, page: String, at: Instant) derives Codec
