package brine.journal.storage

import java.nio.file.{FileSystemException, Path}
import java.util.concurrent.atomic.AtomicInteger

/** The disk, for a process that may have few files open: what opens one more is refused, as the operating system does.
  * That includes whatever opens a file for a moment only, such as the listing of a folder.
  */
final class FewDescriptorsStorage extends Storage:
  private val disk = Storage.disk
  private val open = AtomicInteger()

  /** How many may be open. */
  @volatile var most: Int = Int.MaxValue

  /** How often one was refused. */
  val refused: AtomicInteger = AtomicInteger()

  /** How many files were created. */
  val created: AtomicInteger = AtomicInteger()

  def opened: Int = open.get

  private def take(path: Path): Unit =
    if open.incrementAndGet() > most then
      release()
      refused.incrementAndGet()
      throw FileSystemException(path.toString, null, "Too many open files")

  private def release(): Unit = open.decrementAndGet(): Unit

  private def holding[A](path: Path)(body: => A): A =
    take(path)
    try body
    catch
      case error: Throwable =>
        release()
        throw error

  private def briefly[A](path: Path)(body: => A): A =
    take(path)
    try body
    finally release()

  private final class Counted(file: StorageFile) extends StorageFile:
    private var isOpen = true
    export file.{force, read, size, truncate, write}
    override def isAt(path: Path): Boolean = file.isAt(path)
    def close(): Unit                      =
      file.close()
      synchronized:
        if isOpen then release()
        isOpen = false

  def openRead(file: Path): StorageFile  = holding(file)(Counted(disk.openRead(file)))
  def openWrite(file: Path): StorageFile = holding(file)(Counted(disk.openWrite(file)))
  def create(file: Path): StorageFile    = holding(file):
    created.incrementAndGet()
    Counted(disk.create(file))
  def list(folder: Path): Vector[String] = briefly(folder)(disk.list(folder))
  def forceFolder(folder: Path): Unit    = briefly(folder)(disk.forceFolder(folder))

  override def openFolder(folder: Path): StorageFolder = holding(folder):
    val inner = disk.openFolder(folder)
    new StorageFolder:
      def force(): Unit = inner.force()
      def close(): Unit =
        inner.close()
        release()

  def lock(file: Path): Option[StorageLock] = disk.lock(file)
  export disk.{createFolder, delete, exists, move, usableSpace}
