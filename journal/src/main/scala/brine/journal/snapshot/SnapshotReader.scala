package brine.journal.snapshot

import brine.codec.{Codec, Schema, Schemas}
import brine.journal.Offset
import brine.journal.snapshot.SnapshotError.*
import brine.journal.snapshot.SnapshotFormat.*
import brine.journal.storage.{Storage, StorageFile}

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.ByteOrder.LITTLE_ENDIAN
import java.nio.file.Path
import java.time.Instant
import java.time.temporal.ChronoUnit.MICROS
import scala.util.control.NoStackTrace

/** Reads an open snapshot file part by part; holds a chunk and a part in memory. Checks everything before it returns
  * it. For one thread.
  *
  * All methods throw [[SnapshotReader.Refused]] if the file is corrupt.
  */
private[journal] final class SnapshotReader private (
    val info: SnapshotInfo,
    file: StorageFile,
    header: Header,
    footer: Footer
):
  private val chunk       = ByteBuffer.allocate(ChunkSize).order(LITTLE_ENDIAN)
  private var position    = HeaderSize.toLong // of the next chunk in the file
  private var next        = 0L                // number of the next chunk
  private var taken       = 0L                // bytes of the content
  private var part        = 0L
  private var fingerprint = EmptyFingerprint
  chunk.limit(0)

  /** Whether there is another part. */
  def hasNext: Boolean = part < footer.parts

  /** Decodes the next part. */
  def read[A]()(using Codec[A])(using schemas: Schemas): A =
    val at    = taken
    val bytes = readBytes()
    Codec.decodeBare[A](bytes, info.schema, schemas) match
      case Right(value) => value
      case Left(error)  => throw SnapshotReader.Refused(Undecodable(info.place, part - 1, at, error))

  /** The bare bytes of the next part. */
  def readBytes(): Array[Byte] =
    val bytes = new Array[Byte](partLength())
    take(bytes.length)((at, n) => chunk.get(bytes, at, n): Unit)
    bytes

  /** Checks the next part, of which it has a chunk in memory at a time. */
  def skip(): Unit = take(partLength())((_, n) => chunk.position(chunk.position() + n): Unit)

  private def partLength(): Int =
    val length = varint()
    if length > footer.bytes - taken then damaged(s"a part of $length bytes, where ${footer.bytes - taken} are left")
    length

  private inline def take(length: Int)(inline piece: (Int, Int) => Unit): Unit =
    var at = 0
    while at < length do
      if !chunk.hasRemaining then nextChunk()
      val n = math.min(length - at, chunk.remaining)
      piece(at, n)
      at += n
    taken += length
    part += 1

  private def varint(): Int =
    var result = 0L
    var shift  = 0
    var byte   = 0x80
    while (byte & 0x80) != 0 do
      if shift > 28 then damaged("a length of more than five bytes")
      if taken == footer.bytes then damaged("fewer parts than the footer says")
      if !chunk.hasRemaining then nextChunk()
      byte = chunk.get()
      taken += 1
      result |= (byte & 0x7fL) << shift
      shift += 7
    if result > Int.MaxValue then damaged(s"a part of $result bytes")
    result.toInt

  private def nextChunk(): Unit =
    if next == footer.chunks then damaged("a part goes beyond the last chunk")
    // All chunks but the last are full, so the footer determines the length of each.
    val length = math.min(MostPayload, footer.bytes - next * MostPayload).toInt
    chunk.clear().limit(ChunkHeader + length)
    val found = file.read(chunk, position)
    if found < ChunkHeader + length then damaged("the file ends within a chunk")
    if chunk.getInt(0) != length then damaged(s"chunk $next says it has another length than $length")
    if chunk.getInt(4) != SnapshotWriter.check(chunk.array, length, header.salt, next) then
      damaged(s"chunk $next does not agree with its checksum")
    fingerprint = SnapshotFormat.fingerprint(fingerprint, chunk.array, ChunkHeader, length)
    chunk.position(ChunkHeader)
    position += found
    next += 1

  private def damaged(problem: String): Nothing = throw SnapshotReader.Refused(Damaged(info.place, position, problem))

  /** Checks that nothing follows the last part. Call it after that part. */
  def finish(): Unit =
    if taken != footer.bytes || next != footer.chunks then damaged("more content than its parts have")
    if endFingerprint(fingerprint, taken) != footer.fingerprint then damaged("content of another fingerprint")

private[journal] object SnapshotReader:
  final class Refused(val error: SnapshotError) extends Exception(error.message) with NoStackTrace

  /** Opens a snapshot, checks header and footer, and passes it to a function. [[Refused]] and `IOException` become
    * errors; other exceptions of the function are thrown.
    */
  def use[A](storage: Storage, path: Path)(f: SnapshotReader => A): Either[SnapshotError, A] =
    try
      val file = storage.openRead(path)
      try Right(f(open(path, file)))
      finally file.close()
    catch
      case refused: Refused   => Left(refused.error)
      case error: IOException => Left(Failed(path.toString, error))

  private def open(path: Path, file: StorageFile): SnapshotReader =
    val size   = file.size
    val header = Header.read(path.toString, bytes(file, 0, math.min(size, HeaderSize).toInt)).fold(refuse, identity)
    def damaged(position: Long, problem: String) = refuse(Damaged(path.toString, position, problem))
    if header.offset < 0 then damaged(32, "its offset is negative")
    if size < HeaderSize + FooterFixed + TrailerSize then damaged(size, "it ends before its footer")
    val footerSize = Footer
      .size(ByteBuffer.wrap(bytes(file, size - TrailerSize, TrailerSize)))
      .getOrElse(damaged(size - TrailerSize, "it does not end like a snapshot: it was truncated or overwritten"))
    val footerAt = size - footerSize
    if footerAt < HeaderSize || footerSize > MostFooter then damaged(size - TrailerSize, "a footer of no possible size")
    val footer = Footer.read(bytes(file, footerAt, footerSize.toInt), header.salt).fold(damaged(footerAt, _), identity)
    val expected = HeaderSize + footer.chunks * ChunkHeader + footer.bytes
    if footer.bytes < 0 || footer.chunks != (footer.bytes + MostPayload - 1) / MostPayload || footerAt != expected then
      damaged(footerAt, s"its footer counts $expected bytes before it, but there are $footerAt")
    val schema =
      Schema.fromCanonical(footer.schema).fold(e => damaged(footerAt, s"its schema: ${e.getMessage}"), identity)
    val info = SnapshotInfo(
      path.toString,
      header.name,
      Offset(header.offset),
      Instant.EPOCH.plus(header.savedAtMicros, MICROS),
      header.isParts,
      footer.parts,
      footer.bytes,
      footer.fingerprint,
      schema,
      header.journal
    )
    val named = fileName(header.offset, header.name)
    if path.getFileName.toString != named then damaged(0, s"it was saved as $named")
    new SnapshotReader(info, file, header, footer)

  // No codec has a schema larger than this.
  private final val MostFooter = 1L << 28

  private def bytes(file: StorageFile, position: Long, length: Int): Array[Byte] =
    val buffer = ByteBuffer.allocate(length)
    val found  = file.read(buffer, position)
    if found < length then throw java.io.EOFException(s"$length bytes expected at $position, $found found")
    buffer.array

  private def refuse(error: SnapshotError): Nothing = throw Refused(error)
