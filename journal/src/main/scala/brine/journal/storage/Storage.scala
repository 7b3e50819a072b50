package brine.journal.storage

import java.nio.file.Path

/** The file operations a journal needs, and no others: what makes it possible to run it on a disk that fails on purpose
  * (`brine.journal.testkit.FaultStorage`).
  *
  * An implementation promises what POSIX does: what was written to a file is safe after [[StorageFile.force]] returned, and that a file has
  * been made, renamed or deleted is safe after [[forceFolder]] returned. Everything throws `IOException` on failure. Safe for use by
  * several threads.
  */
trait Storage:
  /** Opens an existing file for reading. Several may read a file while one writes it. */
  def openRead(file: Path): StorageFile

  /** Opens an existing file for reading and writing. */
  def openWrite(file: Path): StorageFile

  /** Makes a new, empty file for reading and writing.
    *
    * @throws java.nio.file.FileAlreadyExistsException
    *   if there is one
    */
  def create(file: Path): StorageFile

  /** Makes a folder and those above it, as far as they are missing. */
  def createFolder(folder: Path): Unit

  /** The names of the files and folders in a folder, sorted; none if there is no such folder. */
  def list(folder: Path): Vector[String]

  /** Whether there is such a file or folder. That it cannot be found out, for lack of permission say, is a failure, not a no. */
  def exists(file: Path): Boolean

  /** Renames a file, replacing one of the new name, in one step. */
  def move(from: Path, to: Path): Unit

  /** Deletes a file, if there is one. */
  def delete(file: Path): Unit

  /** Makes safe which files the folder has. */
  def forceFolder(folder: Path): Unit

  /** Bytes that can still be written to the file system of this folder, as far as it is known. */
  def usableSpace(folder: Path): Long

  /** Locks a file, which is made if it is missing, for this process and within it: None if it is locked already, by another process or by this
    * one. A lock ends when it is closed, or with the process.
    */
  def lock(file: Path): Option[StorageLock]

object Storage:
  /** The disk. */
  val disk: Storage = DiskStorage
