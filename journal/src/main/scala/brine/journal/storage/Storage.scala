package brine.journal.storage

import java.nio.file.Path

/** The file operations that a journal needs, and no others. So a journal can run on a fault-injecting disk
  * (`brine.journal.testkit.FaultStorage`).
  *
  * An implementation gives the guarantees of POSIX. A file's content is durable after [[StorageFile.force]] returned.
  * The creation, renaming or deletion of a file is durable after [[forceFolder]] returned. Every method throws
  * `IOException` on failure. Safe for use by several threads.
  */
trait Storage:
  /** Opens an existing file for reading. Several may read a file while one writes it. */
  def openRead(file: Path): StorageFile

  /** Opens an existing file for reading and writing. */
  def openWrite(file: Path): StorageFile

  /** Creates an empty file and opens it for reading and writing.
    *
    * @throws java.nio.file.FileAlreadyExistsException
    *   if the file exists
    */
  def create(file: Path): StorageFile

  /** Creates a folder and its missing parents. */
  def createFolder(folder: Path): Unit

  /** The names of the files and folders in a folder, sorted; empty if the folder does not exist. */
  def list(folder: Path): Vector[String]

  /** Whether a file or folder exists. Throws if that cannot be determined, for lack of permission say. */
  def exists(file: Path): Boolean

  /** Whether two paths are the same folder, for instance by a symbolic link. False if one of them does not exist. */
  def isSame(folder: Path, other: Path): Boolean =
    folder.toAbsolutePath.normalize == other.toAbsolutePath.normalize && exists(folder)

  /** Renames a file atomically, and replaces a file of the new name. */
  def move(from: Path, to: Path): Unit

  /** Deletes a file, if it exists. */
  def delete(file: Path): Unit

  /** Makes the names in a folder durable: an fsync of the folder. */
  def forceFolder(folder: Path): Unit

  /** Opens a folder, to make names in it durable later without a further file descriptor. By default it opens nothing,
    * and [[StorageFolder.force]] is [[forceFolder]].
    */
  def openFolder(folder: Path): StorageFolder = new StorageFolder:
    def force(): Unit = forceFolder(folder)
    def close(): Unit = ()

  /** Number of bytes that can still be written to the folder's file system, as far as it says. */
  def usableSpace(folder: Path): Long

  /** Locks a file against other processes and against this one, and creates it if it is missing. Returns None if it is
    * locked already. The lock ends when it is closed, or with the process.
    */
  def lock(file: Path): Option[StorageLock]

object Storage:
  /** The disk. */
  val disk: Storage = DiskStorage
