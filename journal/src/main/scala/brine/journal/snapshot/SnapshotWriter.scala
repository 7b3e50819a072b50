package brine.journal.snapshot

import brine.codec.{Codec, EncodeError, Out}
import brine.journal.snapshot.SnapshotFormat.*
import brine.journal.storage.StorageFile

import java.nio.ByteOrder.LITTLE_ENDIAN
import java.nio.ByteBuffer
import scala.util.control.NoStackTrace

/** Writes a snapshot into an empty file, chunk by chunk; holds a chunk and a part in memory. For one thread. */
private[journal] final class SnapshotWriter(file: StorageFile, header: Header):
  private val chunk       = ByteBuffer.allocate(ChunkSize).order(LITTLE_ENDIAN)
  private val out         = Out()
  private var scratch     = new Array[Byte](1 << 12)
  private var position    = 0L
  private var chunks      = 0L
  private var parts       = 0L
  private var total       = 0L
  private var fingerprint = EmptyFingerprint

  append(ByteBuffer.wrap(header.toBytes))
  chunk.position(ChunkHeader)

  /** Writes the next part.
    *
    * @throws SnapshotWriter.Refused
    *   if the part cannot be encoded
    */
  def part[A](value: A)(using codec: Codec[A]): Unit =
    out.reset()
    try codec.write(out, value)
    catch
      case error: (EncodeError | NullPointerException) =>
        // The codec's public encoder says which part of the value it is.
        val problem =
          try
            Codec.encodeBare(value): Unit
            error.getMessage
          catch case explained: EncodeError => explained.getMessage
        throw SnapshotWriter.Refused(parts, problem)
    val size = out.size
    varint(size)
    if size <= scratch.length then
      out.copyTo(scratch, 0): Unit
      put(scratch, 0, size)
    else if size <= ChunkSize then
      scratch = new Array[Byte](ChunkSize)
      out.copyTo(scratch, 0): Unit
      put(scratch, 0, size)
    else out.toByteBuffers.foreach(bytes => put(bytes.array, bytes.arrayOffset + bytes.position(), bytes.remaining))
    parts += 1

  private def varint(size: Int): Unit =
    var left   = size
    var length = 0
    while left > 0x7f do
      scratch(length) = (left & 0x7f | 0x80).toByte
      left >>>= 7
      length += 1
    scratch(length) = left.toByte
    put(scratch, 0, length + 1)

  private def put(bytes: Array[Byte], from: Int, length: Int): Unit =
    var at  = from
    val end = from + length
    while at < end do
      val n = math.min(end - at, chunk.remaining)
      chunk.put(bytes, at, n)
      at += n
      if !chunk.hasRemaining then endChunk()

  private def endChunk(): Unit =
    val length = chunk.position() - ChunkHeader
    if length > 0 then
      fingerprint = SnapshotFormat.fingerprint(fingerprint, chunk.array, ChunkHeader, length)
      chunk.putInt(0, length)
      chunk.putInt(4, SnapshotWriter.check(chunk.array, length, header.salt, chunks))
      append(chunk.flip())
      chunk.clear().position(ChunkHeader)
      chunks += 1
      total += length

  private def append(bytes: ByteBuffer): Unit =
    val length = bytes.remaining
    file.write(bytes, position)
    position += length

  /** Writes the rest and the footer, and makes the file durable. */
  def finish(schema: Array[Byte]): Footer =
    endChunk()
    val footer = Footer(total, chunks, parts, endFingerprint(fingerprint, total), schema)
    append(ByteBuffer.wrap(footer.toBytes(header.salt)))
    file.force()
    footer

private[journal] object SnapshotWriter:
  /** A part that cannot be encoded. */
  final class Refused(val part: Long, val problem: String) extends Exception(problem) with NoStackTrace

  /** The check of a chunk, over its length and its payload, which are at their places in the array. */
  def check(chunk: Array[Byte], length: Int, salt: Long, number: Long): Int =
    val crc = java.util.zip.CRC32C()
    crc.update(chunk, 0, 4)
    crc.update(chunk, ChunkHeader, length)
    crc.getValue.toInt ^ mix(salt, number)
