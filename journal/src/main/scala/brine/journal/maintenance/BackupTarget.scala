package brine.journal.maintenance

import brine.journal.ExplainedFailure
import brine.journal.storage.{Storage, StorageFile}
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.file.{AccessDeniedException, Path}

/** The storage of a backup. If it refuses a change, the error names the backup and not the journal. Thread-safe. */
private[journal] final class BackupTarget(of: Storage, target: Path) extends Storage:
  export of.{exists, list, lock, openRead, usableSpace}

  override def isSame(folder: Path, other: Path): Boolean = of.isSame(folder, other)

  private inline def changing[A](inline body: A): A =
    try body
    catch
      case denied: AccessDeniedException => throw denied // names the file
      case error: IOException            =>
        throw ExplainedFailure(s"the backup in $target cannot be written; fix that and repeat it", error)

  def openWrite(file: Path): StorageFile = changing(wrap(of.openWrite(file)))
  def create(file: Path): StorageFile    = changing(wrap(of.create(file)))
  def createFolder(folder: Path): Unit   = changing(of.createFolder(folder))
  def move(from: Path, to: Path): Unit   = changing(of.move(from, to))
  def delete(file: Path): Unit           = changing(of.delete(file))
  def forceFolder(folder: Path): Unit    = changing(of.forceFolder(folder))

  private def wrap(file: StorageFile): StorageFile = new StorageFile:
    export file.{close, read, size}
    def write(buffer: ByteBuffer, position: Long): Unit = changing(file.write(buffer, position))
    def force(): Unit                                   = changing(file.force())
    def truncate(size: Long): Unit                      = changing(file.truncate(size))
