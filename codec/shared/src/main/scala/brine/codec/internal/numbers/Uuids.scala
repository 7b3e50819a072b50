package brine.codec.internal.numbers

import brine.codec.In
import brine.codec.internal.bytes.Memory
import brine.codec.internal.references.{Dictionary, InDictionary, OutDictionary}

import java.util.UUID

/** UUIDs in a message with a dictionary.
  *
  * The byte that contains the version is written first. Versions go up to 8 (RFC 9562), so larger values of that byte
  * are free for references, and a new UUID takes no more bytes than without a dictionary.
  */
private[codec] object Uuids:
  import Dictionary.*

  /** Writes at most 17 bytes. */
  def put(dictionary: OutDictionary, array: Array[Byte], position: Int, value: UUID): Int =
    val high     = value.getMostSignificantBits
    val low      = value.getLeastSignificantBits
    val distance = dictionary.find(high, low)
    if distance == 0 then putNew(array, position, high, low)
    else if distance <= NearUuids then
      array(position) = (UuidReference + distance - 1).toByte
      position + 1
    else
      val far = distance - NearUuids - 1
      array(position) = (FarUuidReference + (far >>> 8)).toByte
      array(position + 1) = far.toByte
      position + 2

  private def putNew(array: Array[Byte], position: Int, high: Long, low: Long): Int =
    val version = (high >>> 8 & 0xff).toInt
    if version >= UuidReference then
      array(position) = PlainUuid.toByte
      Memory.putLongBigEndian(array, position + 1, high)
      Memory.putLongBigEndian(array, position + 9, low)
      position + 17
    else
      // Byte order 6, 0 to 5, 7: the six bytes before the version move up by one.
      val rotated = version.toLong << 56 | high >>> 16 << 8 | high & 0xff
      Memory.putLongBigEndian(array, position, rotated)
      Memory.putLongBigEndian(array, position + 8, low)
      position + 16

  def read(in: In, dictionary: InDictionary): UUID =
    val at    = in.position
    val first = in.readByte() & 0xff
    if first < UuidReference || first == PlainUuid then
      val value = if first == PlainUuid then readPlain(in, at) else readRotated(in, at)
      dictionary.enter(value)
      value
    else if first < PlainUuid then
      val distance =
        if first < FarUuidReference then first - UuidReference + 1
        else ((first - FarUuidReference) << 8 | in.readByte() & 0xff) + NearUuids + 1
      val value = dictionary.uuid(distance)
      if value == null then in.failAt(at, s"a reference $distance UUIDs back, where there is none")
      value.nn
    else in.failAt(at, "neither a UUID nor a reference to one")

  private def readRotated(in: In, at: Int): UUID =
    in.take(15): Unit
    val rotated = Memory.getLongBigEndian(in.array, at)
    val high    = rotated >>> 8 << 16 & 0xffffffffffff0000L | rotated >>> 56 << 8 | rotated & 0xff
    new UUID(high, Memory.getLongBigEndian(in.array, at + 8))

  private def readPlain(in: In, at: Int): UUID =
    in.take(16): Unit
    val high = Memory.getLongBigEndian(in.array, at + 1)
    if (high >>> 8 & 0xff) < UuidReference then in.failAt(at, "a UUID in more bytes than it needs")
    new UUID(high, Memory.getLongBigEndian(in.array, at + 9))
