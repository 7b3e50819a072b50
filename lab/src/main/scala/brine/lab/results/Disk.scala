package brine.lab.results

import brine.lab.failure.RunFailure
import java.io.IOException
import java.nio.file.{FileSystemException, Path}

/** What keeps a file from being written, in words that name the file and the next step. */
object Disk:
  /** Writes a file or folder.
    *
    * @param remedy
    *   what to do once there is space again
    * @throws brine.lab.failure.RunFailure
    *   if it cannot be written
    */
  def writing[A](where: Path, remedy: String)(write: => A): A =
    try write
    catch case failure: IOException => throw RunFailure(s"cannot write $where: ${reason(failure, remedy)}")

  /** The reason in a few words; of a full disk also the next step. */
  def reason(failure: IOException, remedy: String): String =
    if isFull(failure) then s"the disk is full. Free some space there, then $remedy" else said(failure)

  /** Whether there was no space, or no more was allowed to the user. */
  def isFull(failure: IOException): Boolean =
    val text = said(failure).toLowerCase(java.util.Locale.ROOT)
    List("no space left", "not enough space", "disk quota exceeded").exists(text.contains)

  private def said(failure: IOException): String = failure match
    case of: FileSystemException if of.getReason != null => of.getReason
    case other                                           => Option(other.getMessage).getOrElse(other.toString)
