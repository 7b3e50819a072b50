package brine.journal.javaapi

import brine.journal.storage.{Storage, StorageFile, StorageLock}
import java.io.IOException
import java.nio.file.Path

/** The disk, but while it fails, no folder is listed, and closing a file or a lock throws once it is closed. */
private[javaapi] final class FaultyStorage extends Storage:
  @volatile var fails: Boolean = false

  private val disk = Storage.disk

  private def check(): Unit = if fails then throw IOException("out of order")

  private def wrap(file: StorageFile): StorageFile = new StorageFile:
    export file.{force, read, size, truncate, write}
    def close(): Unit =
      file.close()
      check()

  export disk.{create, createFolder, delete, exists, forceFolder, move, openWrite, usableSpace}

  def openRead(file: Path): StorageFile  = wrap(disk.openRead(file))
  def list(folder: Path): Vector[String] =
    check()
    disk.list(folder)
  def lock(file: Path): Option[StorageLock] = disk
    .lock(file)
    .map: lock =>
      () =>
        lock.close()
        check()
