package brine.journal.maintenance

import brine.journal.storage.{Storage, StorageFile}
import java.io.EOFException
import java.nio.ByteBuffer
import java.nio.file.Path

/** Copies files between storages. */
private[journal] object FileCopy:
  private inline val ChunkSize = 1 << 20

  /** Copies the first bytes of a file to a temporary file, makes that durable, and renames it to the target, replacing
    * it. The name is not made durable.
    *
    * @param length
    *   number of bytes to copy
    * @param size
    *   length of the copy; if it is longer, zeros fill it up, which take no space where the file system has holes
    */
  def copy(from: Storage, source: Path, to: Storage, target: Path, length: Long, size: Long): Unit =
    val in = from.openRead(source)
    try copy(in, source, to, target, length, size)
    finally in.close()

  /** Copies a whole file. Returns its length. */
  def copy(from: Storage, source: Path, to: Storage, target: Path): Long =
    val in = from.openRead(source)
    try copy(in, source, to, target)
    finally in.close()

  /** Copies a whole file that is open. Returns its length. */
  def copy(in: StorageFile, source: Path, to: Storage, target: Path): Long =
    val length = in.size
    copy(in, source, to, target, length, length)
    length

  private def copy(in: StorageFile, source: Path, to: Storage, target: Path, length: Long, size: Long): Unit =
    val part = target.resolveSibling(s"${target.getFileName}.part")
    to.delete(part)
    val out = to.create(part)
    try
      val chunk = ByteBuffer.allocate(math.min(ChunkSize, math.max(length, 1)).toInt)
      var at    = 0L
      while at < length do
        chunk.clear().limit(math.min(chunk.capacity, length - at).toInt)
        val read = in.read(chunk, at)
        if read == 0 then throw EOFException(s"$source ends at byte $at of $length")
        out.write(chunk.flip(), at)
        at += read
      if size > length then out.write(ByteBuffer.allocate(1), size - 1)
      out.force()
    finally out.close()
    to.move(part, target)
