package brine.journal.storage

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.{FileChannel, FileLock, OverlappingFileLockException}
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, REPLACE_EXISTING}
import java.nio.file.StandardOpenOption.{CREATE, CREATE_NEW, READ, WRITE}
import java.nio.file.{Files, NoSuchFileException, NotDirectoryException, Path}
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*
import scala.util.Using
import scala.util.control.NonFatal

/** The files of the operating system. */
private[journal] object DiskStorage extends Storage:
  def openRead(file: Path): StorageFile  = ReadOnlyFile.open(file)
  def openWrite(file: Path): StorageFile = DiskFile(FileChannel.open(file, READ, WRITE))
  def create(file: Path): StorageFile    = DiskFile(FileChannel.open(file, READ, WRITE, CREATE_NEW))

  def createFolder(folder: Path): Unit = Files.createDirectories(folder): Unit

  def list(folder: Path): Vector[String] =
    try Using.resource(Files.list(folder))(_.iterator.asScala.map(_.getFileName.toString).toVector.sorted)
    catch case _: (NoSuchFileException | NotDirectoryException) => Vector.empty

  def exists(file: Path): Boolean =
    // `Files.exists` returns false without permission to look, and then a journal would seem to be missing.
    try
      file.getFileSystem.provider.checkAccess(file)
      true
    catch
      case _: NoSuchFileException                                                          => false
      case _: IOException if file.getParent != null && Files.isRegularFile(file.getParent) => false

  def move(from: Path, to: Path): Unit = Files.move(from, to, ATOMIC_MOVE, REPLACE_EXISTING): Unit
  def delete(file: Path): Unit         = Files.deleteIfExists(file): Unit
  def usableSpace(folder: Path): Long  = Files.getFileStore(folder).getUsableSpace
  def forceFolder(folder: Path): Unit  =
    if canForceFolders then Using.resource(FileChannel.open(folder, READ))(_.force(true))

  // Windows cannot open folders; there the file system makes names durable by itself.
  private val canForceFolders = !System.getProperty("os.name", "").startsWith("Windows")

  // A file lock excludes other processes only, so this set excludes the rest of this one.
  private val locked = ConcurrentHashMap.newKeySet[Path]()

  def lock(file: Path): Option[StorageLock] =
    val channel = FileChannel.open(file, READ, WRITE, CREATE)
    val key     = file.toRealPath()
    if !locked.add(key) then
      channel.close()
      None
    else
      val lock =
        try channel.tryLock()
        catch
          case _: OverlappingFileLockException => null
          case NonFatal(error)                 =>
            locked.remove(key)
            channel.close()
            throw error
      if lock == null then
        locked.remove(key)
        channel.close()
        None
      else Some(() => release(key, lock, channel))

  private def release(key: Path, lock: FileLock, channel: FileChannel): Unit =
    try
      if lock.isValid then lock.release()
      channel.close()
    finally locked.remove(key): Unit

/** A file that may be written, accessed through its channel. */
private final class DiskFile(channel: FileChannel) extends StorageFile:
  def read(buffer: ByteBuffer, position: Long): Int =
    var at = position
    var n  = 0
    while buffer.hasRemaining && { n = channel.read(buffer, at); n > 0 } do at += n
    (at - position).toInt

  def write(buffer: ByteBuffer, position: Long): Unit =
    var at = position
    while buffer.hasRemaining do at += channel.write(buffer, at)

  def force(): Unit              = channel.force(false)
  def size: Long                 = channel.size
  def truncate(size: Long): Unit = channel.truncate(size): Unit
  def close(): Unit              = channel.close()
