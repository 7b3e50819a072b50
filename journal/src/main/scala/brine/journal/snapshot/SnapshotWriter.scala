package brine.journal.snapshot

import brine.codec.internal.messages.OutputDrain
import brine.codec.{Codec, EncodeError, Out}
import brine.journal.snapshot.SnapshotFormat.*
import brine.journal.storage.StorageFile

import java.nio.ByteOrder.LITTLE_ENDIAN
import java.nio.ByteBuffer
import scala.util.control.NoStackTrace

/** Writes a snapshot into an empty file, chunk by chunk. For one thread.
  *
  * Holds a chunk and a part in memory. A part of more than 4 MiB is encoded twice instead: its length comes before it,
  * so it is counted first, and written then. So a large state has no second copy in memory, for which the collector
  * would stop the program.
  */
private[journal] final class SnapshotWriter(file: StorageFile, header: Header):
  private val chunk       = ByteBuffer.allocate(ChunkSize).order(LITTLE_ENDIAN)
  private val out         = Out()
  private var scratch     = new Array[Byte](1 << 12)
  private var position    = 0L
  private var forced      = 0L // position up to which the file is durable
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
    encode(value, SnapshotWriter.Counted, SnapshotWriter.MostHeld)
    val size = out.size
    varint(size)
    if out.endDraining() then again(value, size)
    else if size <= scratch.length then
      out.copyTo(scratch, 0): Unit
      put(scratch, 0, size)
    else if size <= ChunkSize then
      scratch = new Array[Byte](ChunkSize)
      out.copyTo(scratch, 0): Unit
      put(scratch, 0, size)
    else out.toByteBuffers.foreach(bytes => put(bytes.array, bytes.arrayOffset + bytes.position(), bytes.remaining))
    parts += 1

  private def again[A: Codec](value: A, size: Int): Unit =
    encode(value, put(_, _, _), 0)
    out.endDraining(): Unit
    if out.size != size then
      throw SnapshotWriter.Refused(
        parts,
        s"it has $size bytes, and ${out.size} when it is encoded again: nobody may change it while it is saved"
      )

  private def encode[A](value: A, drain: OutputDrain, most: Int)(using codec: Codec[A]): Unit =
    out.reset()
    out.drainInto(drain, most)
    try codec.write(out, value)
    catch
      case error: (EncodeError | NullPointerException) =>
        // What was written of a large part needs the memory that the next attempt takes.
        out.reset()
        // The codec's public encoder says which part of the value it is.
        val problem =
          try
            Codec.encodeBare(value): Unit
            error.getMessage
          catch case explained: EncodeError => explained.getMessage
        throw SnapshotWriter.Refused(parts, problem)

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
    if position - forced >= SnapshotWriter.MostUnforced then
      file.force()
      forced = position

  /** Writes the rest and the footer, and makes the file durable. */
  def finish(schema: Array[Byte]): Footer =
    endChunk()
    val footer = Footer(total, chunks, parts, endFingerprint(fingerprint, total), schema)
    append(ByteBuffer.wrap(footer.toBytes(header.salt)))
    file.force()
    footer

private[journal] object SnapshotWriter:
  // In bytes of a part.
  private inline val MostHeld = 1 << 22

  // In bytes. An fsync of the journal waits for what the disk has to write before: that is never a whole large state.
  private inline val MostUnforced = 1 << 22

  private object Counted extends OutputDrain:
    def take(bytes: Array[Byte], from: Int, length: Int): Unit = ()

  /** A part that cannot be encoded. */
  final class Refused(val part: Long, val problem: String) extends Exception(problem) with NoStackTrace

  /** The check of a chunk, over its length and its payload, which are at their places in the array. */
  def check(chunk: Array[Byte], length: Int, salt: Long, number: Long): Int =
    val crc = java.util.zip.CRC32C()
    crc.update(chunk, 0, 4)
    crc.update(chunk, ChunkHeader, length)
    crc.getValue.toInt ^ mix(salt, number)
