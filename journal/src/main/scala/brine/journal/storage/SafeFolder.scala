package brine.journal.storage

import java.io.IOException
import java.nio.file.Path

/** Folders whose names survive a power cut. */
private[journal] object SafeFolder:
  /** Makes a folder and those above it, as far as they are missing, and makes their names safe: what is in a folder is lost with its name, however
    * often it was forced itself.
    */
  def create(storage: Storage, folder: Path): Unit =
    val parents = Iterator.iterate(folder.toAbsolutePath.getParent)(_.getParent).takeWhile(_ != null).toVector
    val missing = parents.takeWhile(!storage.exists(_))
    val isThere = storage.exists(folder)
    storage.createFolder(folder)
    parents
      .take(missing.size + 1)
      .foreach: parent =>
        try storage.forceFolder(parent)
        // Someone else made it before, and may not let us look into the folder it is in.
        catch case error: IOException => if !isThere then throw error
