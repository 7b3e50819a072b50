package brine.journal.storage

import java.nio.file.attribute.{BasicFileAttributes, FileTime}
import java.nio.file.{Files, Path}

/** What distinguishes a file from another one of the same name, and from itself before it was written.
  *
  * @param key
  *   identity of the file, whatever its name; null if the file system has none
  */
private[storage] final case class FileState(key: AnyRef | Null, modified: FileTime, size: Long):
  def isSameFile(other: FileState): Boolean = key != null && key == other.key

private[storage] object FileState:
  /** Costs one call of the operating system; does not open the file.
    *
    * @throws java.nio.file.NoSuchFileException
    *   if there is none
    */
  def of(file: Path): FileState =
    val found = Files.readAttributes(file, classOf[BasicFileAttributes])
    FileState(found.fileKey, found.lastModifiedTime, found.size)
