package brine.journal.storage

import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicLong

/** The disk without fsyncs, for tests of many appends; it counts what readers ask of it. */
final class UnforcedStorage extends Storage:
  private val disk = Storage.disk

  /** Number of calls that open, list or look for a file, or read from it, and how many of them list a folder. */
  val asked: AtomicLong  = AtomicLong()
  val listed: AtomicLong = AtomicLong()

  /** Number of bytes that reads had room for. */
  val room: AtomicLong = AtomicLong()

  def openRead(file: Path): StorageFile  = wrap(count(disk.openRead(file)))
  def openWrite(file: Path): StorageFile = wrap(disk.openWrite(file))
  def create(file: Path): StorageFile    = wrap(disk.create(file))
  def exists(file: Path): Boolean        = count(disk.exists(file))
  def list(folder: Path): Vector[String] =
    listed.incrementAndGet()
    count(disk.list(folder))
  def forceFolder(folder: Path): Unit = ()

  export disk.{createFolder, delete, lock, move, usableSpace}

  private def count[A](result: A): A =
    asked.incrementAndGet()
    result

  private def wrap(file: StorageFile): StorageFile = new StorageFile:
    export file.{close, size, truncate, write}
    def force(): Unit                                 = ()
    def read(buffer: ByteBuffer, position: Long): Int =
      room.addAndGet(buffer.remaining)
      count(file.read(buffer, position))
