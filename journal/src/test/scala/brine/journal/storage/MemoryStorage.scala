package brine.journal.storage

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.file.{FileAlreadyExistsException, NoSuchFileException, Path}
import scala.collection.mutable

/** Files in memory that remember what has been forced, for tests of what a crash leaves. All operations fail once
  * [[failFrom]] of them that change something were made.
  */
final class MemoryStorage extends Storage:
  private final class Node(var bytes: Array[Byte], var forced: Array[Byte])

  private val files       = mutable.TreeMap.empty[Path, Node]
  private val folders     = mutable.TreeSet.empty[Path]
  private var forcedNames = Map.empty[Path, Node]

  /** Operations so far that change something; the one of this number, and all after it, fail. */
  var changes  = 0
  var failFrom = Int.MaxValue

  /** The most bytes that one read or write moved. */
  var largest = 0

  /** What happens before a file is opened for reading, once. */
  var beforeOpen: Path => Unit = _ => ()

  private def change(): Unit =
    if changes >= failFrom then throw IOException("the disk is gone")
    changes += 1

  /** What a power cut leaves: only what was forced; or, if the system had written everything back in time, everything.
    */
  def afterCrash(everything: Boolean): MemoryStorage = synchronized:
    val after = MemoryStorage()
    val names = if everything then files.toMap else forcedNames
    names.foreach: (path, node) =>
      val bytes = if everything then node.bytes else node.forced
      after.files(path) = after.Node(bytes.clone, bytes.clone)
    after.forcedNames = after.files.toMap
    after.folders ++= folders
    after

  /** The bytes of a file. */
  def bytes(file: Path): Array[Byte] = synchronized(node(file).bytes.clone)

  def isFile(path: Path): Boolean = synchronized(files.contains(path))

  /** Replaces the bytes of a file, or makes it, as a test does it. */
  def put(file: Path, bytes: Array[Byte]): Unit = synchronized:
    files(file) = Node(bytes.clone, bytes.clone)
    forcedNames = forcedNames.updated(file, files(file))

  /** Changes the bytes of a file, also for those who have it open. */
  def write(file: Path, bytes: Array[Byte]): Unit = synchronized:
    node(file).bytes = bytes.clone
    node(file).forced = bytes.clone

  /** The same files in another storage. */
  def copy: MemoryStorage = afterCrash(everything = true)

  private def node(file: Path): Node = files.getOrElse(file, throw NoSuchFileException(file.toString))

  def openRead(file: Path): StorageFile =
    val before = synchronized:
      val action = beforeOpen
      beforeOpen = _ => ()
      action
    before(file)
    synchronized(Open(node(file)))
  def openWrite(file: Path): StorageFile = synchronized(Open(node(file)))
  def create(file: Path): StorageFile    = synchronized:
    change()
    if files.contains(file) then throw FileAlreadyExistsException(file.toString)
    files(file) = Node(Array.empty, Array.empty)
    Open(files(file))
  def createFolder(folder: Path): Unit = synchronized:
    change()
    folders += folder: Unit
  def list(folder: Path): Vector[String] = synchronized:
    (files.keysIterator ++ folders).filter(_.getParent == folder).map(_.getFileName.toString).toVector.sorted
  def exists(file: Path): Boolean      = synchronized(files.contains(file) || folders.contains(file))
  def move(from: Path, to: Path): Unit = synchronized:
    change()
    files(to) = node(from)
    files.remove(from): Unit
  def delete(file: Path): Unit = synchronized:
    change()
    files.remove(file): Unit
  def forceFolder(folder: Path): Unit = synchronized:
    change()
    forcedNames = forcedNames.filterNot(_._1.getParent == folder) ++ files.filter(_._1.getParent == folder)
  def usableSpace(folder: Path): Long       = Long.MaxValue
  def lock(file: Path): Option[StorageLock] = synchronized:
    if !files.contains(file) then files(file) = Node(Array.empty, Array.empty)
    Some(() => ())

  private final class Open(node: Node) extends StorageFile:
    def read(buffer: ByteBuffer, position: Long): Int = MemoryStorage.this.synchronized:
      val length = math.max(0, math.min(buffer.remaining, node.bytes.length - position)).toInt
      if length > 0 then buffer.put(node.bytes, position.toInt, length): Unit
      largest = math.max(largest, length)
      length
    def write(buffer: ByteBuffer, position: Long): Unit = MemoryStorage.this.synchronized:
      change()
      largest = math.max(largest, buffer.remaining)
      val end = position.toInt + buffer.remaining
      if end > node.bytes.length then node.bytes = java.util.Arrays.copyOf(node.bytes, end)
      buffer.get(node.bytes, position.toInt, buffer.remaining): Unit
    def force(): Unit = MemoryStorage.this.synchronized:
      change()
      node.forced = node.bytes.clone
    def size: Long                 = MemoryStorage.this.synchronized(node.bytes.length)
    def truncate(size: Long): Unit = MemoryStorage.this.synchronized:
      change()
      node.bytes = java.util.Arrays.copyOf(node.bytes, size.toInt)
    def close(): Unit = ()
