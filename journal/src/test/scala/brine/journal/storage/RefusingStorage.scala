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
    def read(buffer: ByteBuffer, position: Long): Int   = file.read(buffer, position)
    def write(buffer: ByteBuffer, position: Long): Unit =
      check(refuses(path))
      file.write(buffer, position)
    def force(): Unit              = file.force()
    def size: Long                 = file.size
    def truncate(size: Long): Unit = file.truncate(size)
    def close(): Unit              = file.close()

  def openRead(file: Path): StorageFile     = disk.openRead(file)
  def openWrite(file: Path): StorageFile    = wrap(file, disk.openWrite(file))
  def create(file: Path): StorageFile       = wrap(file, disk.create(file))
  def createFolder(folder: Path): Unit      = disk.createFolder(folder)
  def list(folder: Path): Vector[String]    = disk.list(folder)
  def exists(file: Path): Boolean           = disk.exists(file)
  def delete(file: Path): Unit              = disk.delete(file)
  def forceFolder(folder: Path): Unit       = disk.forceFolder(folder)
  def usableSpace(folder: Path): Long       = space
  def lock(file: Path): Option[StorageLock] = disk.lock(file)
  def move(from: Path, to: Path): Unit      =
    check(refusesName(to))
    disk.move(from, to)
