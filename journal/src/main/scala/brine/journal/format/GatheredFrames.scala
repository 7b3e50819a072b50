package brine.journal.format

import brine.journal.storage.StorageFile
import java.nio.ByteBuffer

/** What is written next, in order: parts of one buffer, and lent bytes between them. Owned by one thread.
  *
  * @param buffer
  *   from which parts are taken, from front to back
  */
private[format] final class GatheredFrames(buffer: ByteBuffer):
  private var parts = new Array[ByteBuffer](16)
  private var count = 0
  // A view of `buffer` for each part that was ever taken from it: so that gathering allocates nothing.
  private var views     = new Array[ByteBuffer](16)
  private var viewCount = 0
  private var taken     = 0

  /** Number of lent bytes. */
  var lentBytes = 0

  def isEmpty: Boolean = count == 0

  /** Adds lent bytes after everything that is in the buffer so far. */
  def add(bytes: LentBytes, from: Int, length: Int): Unit =
    takeBuffer()
    // The first part of an append's bytes, mostly the only one, is their own buffer. Others need a view.
    val part = if from == 0 then bytes.buffer else bytes.buffer.duplicate()
    put(part.limit(from + length).position(from))
    lentBytes += length

  private def takeBuffer(): Unit =
    val until = buffer.position
    if until > taken then
      if viewCount == views.length then views = java.util.Arrays.copyOf(views, viewCount * 2)
      if views(viewCount) == null then views(viewCount) = buffer.duplicate()
      put(views(viewCount).limit(until).position(taken))
      viewCount += 1
      taken = until

  private def put(part: ByteBuffer): Unit =
    if count == parts.length then parts = java.util.Arrays.copyOf(parts, count * 2)
    parts(count) = part
    count += 1

  /** Writes everything at a position of a file. */
  def write(file: StorageFile, position: Long): Unit =
    takeBuffer()
    file.writeAll(parts, count, position)

  /** Forgets everything. */
  def clear(): Unit =
    if count > 0 then
      java.util.Arrays.fill(parts.asInstanceOf[Array[AnyRef]], 0, count, null)
      count = 0
    viewCount = 0
    taken = 0
    lentBytes = 0
