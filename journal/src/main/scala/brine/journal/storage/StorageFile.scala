package brine.journal.storage

import java.nio.ByteBuffer

/** An open file of a [[Storage]]. Safe for use by several threads; but a thread that is interrupted in a call may close it for all of them, so
  * threads of users open files of their own.
  */
trait StorageFile extends AutoCloseable:
  /** Reads bytes into what is left of the buffer, from this position of the file on.
    *
    * @return
    *   how many: fewer than asked for only at the end of the file; 0 at or after its end
    */
  def read(buffer: ByteBuffer, position: Long): Int

  /** Writes all that is left of the buffer at this position of the file. */
  def write(buffer: ByteBuffer, position: Long): Unit

  /** Makes safe all that was written, and the file's length. After a failure nothing is known about what is safe, and a second call may succeed
    * without having saved anything: nobody may call it again for the same bytes.
    */
  def force(): Unit

  /** Length in bytes. */
  def size: Long

  /** Cuts the file to this length. */
  def truncate(size: Long): Unit

  def close(): Unit

/** A lock of a [[Storage]], held until it is closed. */
trait StorageLock extends AutoCloseable:
  def close(): Unit
