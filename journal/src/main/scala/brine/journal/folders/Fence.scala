package brine.journal.folders

import brine.journal.storage.{StorageFile, StorageLock}
import java.io.IOException
import java.nio.file.Path

/** Notices that the files of an open journal are no longer its own: somebody has deleted or replaced the lock, the
  * segment that is written, or the whole folder, or another process has opened the journal. From then on nothing more
  * is written or acknowledged. Thread-safe.
  *
  * Costs little: [[brine.journal.storage.StorageLock.isHeld]] and [[brine.journal.storage.StorageFile.isAt]] ask the
  * disk at a bounded rate.
  */
private[journal] final class Fence(folder: Path, lock: StorageLock):
  @volatile private var found: Fence.Fenced | Null  = null
  @volatile private var segment: Fence.Named | Null = null

  /** Why nothing may be written any more; null if it may. */
  def problem: Fence.Fenced | Null = found

  /** The segment that is written from now on. */
  def guard(path: Path, file: StorageFile): Unit = segment = Fence.Named(path, file)

  /** Checks that the files are this journal's.
    *
    * @throws Fence.Fenced
    *   if they are not
    */
  def check(): Unit =
    val known = found
    if known != null then throw known
    if !lock.isHeld then close("its LOCK was deleted, replaced or locked by another process")
    val active = segment
    if active != null && !active.file.isAt(active.path) then
      close(s"its file ${active.path.getFileName} was deleted or replaced, by another process say")

  /** Ends all writing.
    *
    * @param what
    *   what has happened to the journal
    */
  def close(what: String): Nothing =
    val fenced = Fence.Fenced(
      s"while this process had $folder open, $what. It writes nothing more there: close it, make sure that only one " +
        "process opens that folder for writing and that nobody changes its files, then open it again"
    )
    found = fenced
    throw fenced

private[journal] object Fence:
  private final class Named(val path: Path, val file: StorageFile)

  /** The journal's files are no longer its own. */
  final class Fenced(problem: String) extends IOException(problem)
