package brine.journal.storage

import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicLong

/** Counts what one thread reads of another storage: a lookup's own cost, without the journal's work beside it. */
final class CountingStorage(of: Storage) extends Storage:
  val opened = AtomicLong()
  val reads  = AtomicLong()
  val bytes  = AtomicLong()

  @volatile private var counted: Thread | Null = null

  /** What a body opens, how often it reads, and how many bytes. The body runs on the calling thread. */
  def count(body: => Unit): CountingStorage.Counts =
    counted = Thread.currentThread
    val before = counts
    body
    val after = counts
    CountingStorage.Counts(after.opened - before.opened, after.reads - before.reads, after.bytes - before.bytes)

  private def isCounted = Thread.currentThread eq counted

  private def counts = CountingStorage.Counts(opened.get, reads.get, bytes.get)

  def openRead(file: Path): StorageFile =
    if isCounted then opened.incrementAndGet(): Unit
    Counted(of.openRead(file))
  def openWrite(file: Path): StorageFile    = of.openWrite(file)
  def create(file: Path): StorageFile       = of.create(file)
  def createFolder(folder: Path): Unit      = of.createFolder(folder)
  def list(folder: Path): Vector[String]    = of.list(folder)
  def exists(file: Path): Boolean           = of.exists(file)
  def move(from: Path, to: Path): Unit      = of.move(from, to)
  def delete(file: Path): Unit              = of.delete(file)
  def forceFolder(folder: Path): Unit       = of.forceFolder(folder)
  def usableSpace(folder: Path): Long       = of.usableSpace(folder)
  def lock(file: Path): Option[StorageLock] = of.lock(file)

  private final class Counted(file: StorageFile) extends StorageFile:
    def read(buffer: ByteBuffer, position: Long): Int =
      val read = file.read(buffer, position)
      if isCounted then
        reads.incrementAndGet(): Unit
        bytes.addAndGet(read): Unit
      read
    def write(buffer: ByteBuffer, position: Long): Unit = file.write(buffer, position)
    def force(): Unit                                   = file.force()
    def size: Long                                      = file.size
    def truncate(size: Long): Unit                      = file.truncate(size)
    def close(): Unit                                   = file.close()

object CountingStorage:
  final case class Counts(opened: Long, reads: Long, bytes: Long)
