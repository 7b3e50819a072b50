package brine.entity.erasure.internal

import brine.entity.internal.Uninterrupted
import brine.journal.storage.{SafeFolder, Storage}
import java.nio.ByteBuffer
import java.nio.file.{NoSuchFileException, Path}
import scala.collection.mutable
import scala.util.Using
import scala.util.control.NonFatal

/** Small files that are read whole, and replaced whole: by a new file that is made durable before it gets the name. A
  * crash leaves the old file or the new one. An interrupt ends nothing. Used by one thread at a time.
  */
private[internal] final class AtomicFiles(storage: Storage):
  import AtomicFiles.*

  // Those whose last replacement failed: they have the old content or the new one, which may not be durable.
  private val uncertain = mutable.HashSet.empty[Path]

  /** Creates a folder, and makes its name durable. */
  def createFolder(folder: Path): Unit = Uninterrupted.call(SafeFolder.create(storage, folder))

  /** Deletes what replacements have left that a crash has ended, and makes durable what the names are. */
  def recover(folder: Path): Unit = Uninterrupted.call:
    storage.list(folder).filter(_.endsWith(Fresh)).foreach(name => storage.delete(folder.resolve(name)))
    storage.forceFolder(folder)

  /** The content; None if there is no such file. What it returns is durable. */
  def read(file: Path): Option[Array[Byte]] =
    val bytes =
      try
        Some(Using.resource(storage.openRead(file)): opened =>
          val buffer = ByteBuffer.allocate(Math.toIntExact(opened.size))
          opened.read(buffer, 0): Unit
          buffer.array)
      catch case _: NoSuchFileException => None
    if uncertain(file) then
      bytes match
        case Some(content) => replace(file, content)
        case None          => Uninterrupted.call(storage.forceFolder(file.getParent))
      uncertain -= file
    bytes

  /** The first bytes of a file, or fewer if it ends before. */
  def readHead(file: Path): Array[Byte] =
    Using.resource(storage.openRead(file)): opened =>
      val buffer = ByteBuffer.allocate(math.min(ErasureFile.Head.toLong, opened.size).toInt)
      opened.read(buffer, 0): Unit
      buffer.array

  /** The names in a folder, sorted; none if there is no such folder. */
  def names(folder: Path): Vector[String] = storage.list(folder)

  /** Replaces a file, or creates it. It is durable when this returns. If this throws, it has its old content or the new
    * one.
    */
  def replace(file: Path, bytes: Array[Byte]): Unit =
    uncertain += file
    Uninterrupted.call(write(file, bytes))
    uncertain -= file

  private def write(file: Path, bytes: Array[Byte]): Unit =
    val fresh = freshOf(file)
    try
      storage.delete(fresh)
      Using.resource(storage.create(fresh)): opened =>
        opened.write(ByteBuffer.wrap(bytes), 0)
        opened.force()
      storage.move(fresh, file)
    catch
      case failed: Throwable =>
        try storage.delete(fresh)
        catch case NonFatal(more) => failed.addSuppressed(more)
        throw failed
    storage.forceFolder(file.getParent)

  /** Deletes what a failed replacement may have left. */
  def clean(file: Path): Unit =
    val fresh = freshOf(file)
    if storage.exists(fresh) then
      Uninterrupted.call:
        storage.delete(fresh)
        storage.forceFolder(file.getParent)

private object AtomicFiles:
  /** Ends the name of a file that is to replace another one. */
  private inline val Fresh = ".new"

  private def freshOf(file: Path): Path = file.resolveSibling(s"${file.getFileName}$Fresh")
