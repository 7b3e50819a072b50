package brine.journal.storage

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, REPLACE_EXISTING}
import java.nio.file.StandardOpenOption.{CREATE_NEW, READ, WRITE}
import java.nio.file.attribute.BasicFileAttributes
import java.nio.file.{FileAlreadyExistsException, FileSystems, Files, NoSuchFileException, NotDirectoryException, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The files of the operating system. */
private[journal] object DiskStorage extends Storage:
  def openRead(file: Path): StorageFile = DiskLocks.of(file) match
    case null => ReadOnlyFile.open(file)
    case lock => lock.view
  def openWrite(file: Path): StorageFile = writable(file, FileChannel.open(file, READ, WRITE))
  def create(file: Path): StorageFile    = writable(file, FileChannel.open(file, READ, WRITE, CREATE_NEW))

  private def writable(file: Path, channel: FileChannel): StorageFile =
    val state =
      try FileState.of(file)
      catch case _: IOException => null
    DiskFile(channel, state)

  def createFolder(folder: Path): Unit =
    try Files.createDirectories(folder): Unit
    catch
      case there: FileAlreadyExistsException =>
        throw FileAlreadyExistsException(there.getFile, null, "this is a file, or a link to nothing, and no folder")

  def list(folder: Path): Vector[String] =
    try Using.resource(Files.list(folder))(_.iterator.asScala.map(_.getFileName.toString).toVector.sorted)
    catch case _: (NoSuchFileException | NotDirectoryException) => Vector.empty

  def exists(file: Path): Boolean =
    // `Files.exists` returns false without permission to look, and then a journal would seem to be missing.
    try file.getFileSystem.provider.readAttributesIfExists(file, classOf[BasicFileAttributes]) != null
    catch case _: IOException if file.getParent != null && Files.isRegularFile(file.getParent) => false

  override def isSame(folder: Path, other: Path): Boolean =
    exists(folder) && exists(other) && Files.isSameFile(folder, other)

  def move(from: Path, to: Path): Unit = Files.move(from, to, ATOMIC_MOVE, REPLACE_EXISTING): Unit
  def delete(file: Path): Unit         = Files.deleteIfExists(file): Unit
  def usableSpace(folder: Path): Long  =
    try Files.getFileStore(folder).getUsableSpace
    catch
      // It opens a file, of which too many may be open. This does not, and gives 0 if it does not know.
      case _: IOException if folder.getFileSystem eq FileSystems.getDefault => folder.toFile.getUsableSpace
  def forceFolder(folder: Path): Unit = Using.resource(openFolder(folder))(_.force())

  override def openFolder(folder: Path): StorageFolder =
    val channel = if canForceFolders then FileChannel.open(folder, READ) else null
    new StorageFolder:
      def force(): Unit = if channel != null then channel.force(true)
      def close(): Unit = if channel != null then channel.close()

  // Windows cannot open folders; there the file system makes names durable by itself.
  private val canForceFolders = !System.getProperty("os.name", "").startsWith("Windows")

  def lock(file: Path): Option[StorageLock] = DiskLocks.lock(file)

/** A file that may be written, accessed through its channel.
  *
  * @param opened
  *   the file of its name when it was opened for writing, if that is known
  */
private final class DiskFile(channel: FileChannel, opened: FileState | Null) extends StorageFile:
  def read(buffer: ByteBuffer, position: Long): Int =
    var at = position
    var n  = 0
    while buffer.hasRemaining && { n = channel.read(buffer, at); n > 0 } do at += n
    (at - position).toInt

  def write(buffer: ByteBuffer, position: Long): Unit =
    var at = position
    while buffer.hasRemaining do at += channel.write(buffer, at)

  // The position is the channel's, but nothing else here uses it, and only one thread writes.
  override def writeAll(buffers: Array[ByteBuffer], count: Int, position: Long): Unit =
    channel.position(position)
    var first = 0
    while first < count do
      if buffers(first).hasRemaining then channel.write(buffers, first, count - first): Unit else first += 1

  def force(): Unit              = channel.force(false)
  def size: Long                 = channel.size
  def truncate(size: Long): Unit = channel.truncate(size): Unit
  def close(): Unit              = channel.close()

  // In nanoseconds; asking costs some microseconds, so it is not done for each write.
  @volatile private var checked = System.nanoTime

  override def isAt(path: Path): Boolean =
    val now = System.nanoTime
    if opened == null || opened.key == null || now - checked < DiskLock.ValidMillis * 1_000_000L then true
    else
      val isThere =
        try FileState.of(path).isSameFile(opened)
        catch
          case _: NoSuchFileException => false
          // Without permission nobody can look.
          case _: IOException => true
      if isThere then checked = now
      isThere
