package brine.journal.maintenance

import brine.journal.snapshot.SnapshotFormat
import brine.journal.storage.{Storage, StorageFile}
import java.nio.file.{NoSuchFileException, Path}
import scala.annotation.tailrec
import scala.collection.mutable

/** The snapshots of a journal at one moment. A program that saves newer ones deletes these files meanwhile: while they
  * are open, their content stays. For one thread.
  *
  * @param files
  *   the names of the files, and what they are read by
  */
private[maintenance] final class OpenSnapshots private (files: Vector[(String, StorageFile)]) extends AutoCloseable:
  /** Those that have no record after a sequence. */
  def upTo(sequence: Long): Vector[(String, StorageFile)] =
    files.filter((name, _) => SnapshotFormat.parse(name).exists(_._1 <= sequence))

  def close(): Unit = OpenSnapshots.closeAll(files)

private[maintenance] object OpenSnapshots:
  // Each time, the program has saved a snapshot meanwhile.
  private inline val MostTries = 100

  /** Opens the snapshots that are there.
    *
    * @throws java.io.IOException
    *   if they cannot be opened
    */
  def of(storage: Storage, folder: Path): OpenSnapshots =
    @tailrec def from(triesLeft: Int): OpenSnapshots =
      val files     = mutable.ArrayBuffer.empty[(String, StorageFile)]
      val isTouched =
        try
          storage
            .list(folder)
            .filter(SnapshotFormat.parse(_).isDefined)
            .foreach(name => files += name -> storage.openRead(folder.resolve(name)))
          false
        catch
          case _: NoSuchFileException if triesLeft > 0 =>
            closeAll(files.toVector)
            true
          case failed: Throwable =>
            closeAll(files.toVector)
            throw failed
      if isTouched then from(triesLeft - 1) else OpenSnapshots(files.toVector)

    from(MostTries)

  private def closeAll(files: Vector[(String, StorageFile)]): Unit = files.foreach(_._2.close())
