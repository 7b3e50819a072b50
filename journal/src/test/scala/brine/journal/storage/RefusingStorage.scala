package brine.journal.storage

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicInteger

/** The disk, but what the operating system refuses can be chosen, and how much space it says there is. */
final class RefusingStorage extends Storage:
  /** Why a file may not be made, written, or given its name; None if it may. */
  @volatile var refuses: Path => Option[IOException] = _ => None

  /** Why it may not be given that name. */
  @volatile var refusesName: Path => Option[IOException] = _ => None
  @volatile var space: Long                              = Long.MaxValue

  /** How often a file was refused. */
  val refused: AtomicInteger = AtomicInteger()

  private val disk = Storage.disk

  private def check(why: Option[IOException]): Unit = why.foreach: error =>
    refused.incrementAndGet()
    throw error

  private def wrap(path: Path, file: StorageFile): StorageFile = new StorageFile:
    export file.{close, force, read, size, truncate}
    def write(buffer: ByteBuffer, position: Long): Unit =
      check(refuses(path))
      file.write(buffer, position)

  export disk.{createFolder, delete, exists, forceFolder, list, lock, openRead}

  def openWrite(file: Path): StorageFile = wrap(file, disk.openWrite(file))
  def create(file: Path): StorageFile    = wrap(file, disk.create(file))
  def usableSpace(folder: Path): Long    = space
  def move(from: Path, to: Path): Unit   =
    check(refusesName(to))
    disk.move(from, to)
