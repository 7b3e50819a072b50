package brine.journal.storage

import java.nio.ByteBuffer
import java.nio.file.Path

/** An open file of a [[Storage]]. Safe for use by several threads.
  *
  * An interrupt harms at most the call that it hits. A file opened for reading ignores interrupts: the call completes,
  * and the thread's flag stays set. An interrupt may close a file opened for writing, so only one thread uses it.
  */
trait StorageFile extends AutoCloseable:
  /** Reads bytes into the rest of the buffer, starting at this position of the file.
    *
    * @return
    *   the number of bytes: fewer than requested only at the end of the file, 0 at or after its end
    */
  def read(buffer: ByteBuffer, position: Long): Int

  /** Writes the rest of the buffer at this position of the file. */
  def write(buffer: ByteBuffer, position: Long): Unit

  /** Writes the rest of several buffers, one after the other, from this position of the file on. If it fails, any part
    * of them may be written, as with [[write]]. By default with a [[write]] for each; a storage that can write them in
    * one call saves a call for each.
    *
    * @param buffers
    *   an array that the caller uses again; each buffer is at its limit afterward
    * @param count
    *   how many of the buffers, from the first one on
    */
  def writeAll(buffers: Array[ByteBuffer], count: Int, position: Long): Unit =
    var at     = position
    var number = 0
    while number < count do
      val length = buffers(number).remaining
      write(buffers(number), at)
      at += length
      number += 1

  /** Makes everything written, and the file's length, durable: an fsync. After a failure nobody knows what is durable,
    * and a second call may succeed without having saved anything. So never call it again for the same bytes.
    */
  def force(): Unit

  /** Length in bytes. */
  def size: Long

  /** Truncates the file to this length. */
  def truncate(size: Long): Unit

  /** Whether the file of this name is this one, as far as the storage can tell; it may be some milliseconds old. */
  def isAt(path: Path): Boolean = true

  /** Closes the file, without making it durable. */
  def close(): Unit

/** A lock of a [[Storage]], held until it is closed. */
trait StorageLock extends AutoCloseable:
  /** Whether the lock still keeps others out, as far as the storage can tell. Somebody may have deleted or replaced the
    * file, so that another process can lock a file of that name. May be some milliseconds old, see [[awaitOthers]].
    */
  def isHeld: Boolean = true

  /** Waits until [[isHeld]] is false for whoever held a lock on a file of that name before and has lost it. */
  def awaitOthers(): Unit = ()

  /** Releases the lock. */
  def close(): Unit
