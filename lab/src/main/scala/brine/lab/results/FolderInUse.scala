package brine.lab.results

import brine.lab.failure.Refusal
import java.io.IOException
import java.nio.channels.{FileChannel, OverlappingFileLockException}
import java.nio.file.StandardOpenOption.{CREATE, WRITE}
import java.nio.file.{Files, Path}

/** Keeps a second run out of a folder that a run writes to. Their cells would be mixed in one file, or the second would
  * move the file away beneath the first. The lock is the system's, so a run that was killed leaves none.
  */
object FolderInUse:
  val file = "run.lock"

  /** Runs the body while this process has the folder. Where the file system has no locks, it just runs.
    *
    * @throws Refusal
    *   if another run has the folder
    */
  def holding[A](folder: Path)(body: => A): A =
    val path    = folder.resolve(file)
    val channel =
      try FileChannel.open(path, CREATE, WRITE)
      catch case failure: IOException => throw Refusal(s"cannot write to $path: ${failure.getMessage}")
    try
      if isTaken(channel) then
        throw Refusal(s"another run writes to $folder; wait until it ends, or choose another folder with --out")
      try body
      finally Files.deleteIfExists(path): Unit
    finally channel.close()

  private def isTaken(channel: FileChannel): Boolean =
    try channel.tryLock() == null
    catch
      case _: OverlappingFileLockException => true // by this JVM
      case _: IOException                  => false
