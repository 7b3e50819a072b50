package brine.lab.peers.borer

import java.nio.ByteBuffer
import java.time.Instant
import java.util.UUID

import io.bullet.borer.Codec

private object Scalars:
  given Codec[Instant] = Codec.bimap[Long, Instant](_.toEpochMilli, Instant.ofEpochMilli)

  given Codec[UUID] = Codec.bimap[Array[Byte], UUID](
    id => ByteBuffer.allocate(16).putLong(id.getMostSignificantBits).putLong(id.getLeastSignificantBits).array,
    bytes =>
      val buffer = ByteBuffer.wrap(bytes)
      UUID(buffer.getLong(), buffer.getLong())
  )

  def ordinal[E <: Enum[E]](values: Array[E]): Codec[E]  = Codec.bimap[Int, E](_.ordinal, values(_))
  def name[E <: Enum[E]](valueOf: String => E): Codec[E] = Codec.bimap[String, E](_.name, valueOf)
