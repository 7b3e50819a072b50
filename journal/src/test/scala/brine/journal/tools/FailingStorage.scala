package brine.journal.tools

import brine.journal.storage.{Storage, StorageFile, StorageLock}
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.file.Path

/** The disk, but from its n-th change on every change fails: as if the process had ended there. */
final class FailingStorage(at: Int) extends Storage:
  private var changes = 0

  private def change(): Unit = synchronized:
    changes += 1
    if changes >= at then throw IOException("out of order")

  private val disk = Storage.disk

  private def wrap(file: StorageFile): StorageFile = new StorageFile:
    def read(buffer: ByteBuffer, position: Long): Int   = file.read(buffer, position)
    def write(buffer: ByteBuffer, position: Long): Unit =
      change()
      file.write(buffer, position)
    def force(): Unit =
      change()
      file.force()
    def size: Long                 = file.size
    def truncate(size: Long): Unit =
      change()
      file.truncate(size)
    def close(): Unit = file.close()

  def openRead(file: Path): StorageFile  = disk.openRead(file)
  def openWrite(file: Path): StorageFile = wrap(disk.openWrite(file))
  def create(file: Path): StorageFile    =
    change()
    wrap(disk.create(file))
  def createFolder(folder: Path): Unit   = disk.createFolder(folder)
  def list(folder: Path): Vector[String] = disk.list(folder)
  def exists(file: Path): Boolean        = disk.exists(file)
  def move(from: Path, to: Path): Unit   =
    change()
    disk.move(from, to)
  def delete(file: Path): Unit =
    change()
    disk.delete(file)
  def forceFolder(folder: Path): Unit       = disk.forceFolder(folder)
  def usableSpace(folder: Path): Long       = disk.usableSpace(folder)
  def lock(file: Path): Option[StorageLock] = disk.lock(file)
