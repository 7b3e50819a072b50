package brine.journal.storage

import java.io.IOException
import java.nio.file.Path

/** Creates folders whose names survive a power cut. */
private[brine] object SafeFolder:
  /** Creates a folder and its missing parents, and makes their names durable. A folder whose name is lost loses its
    * content, however often that was fsynced.
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
        // Another user created it before, and may not let us look into its parent.
        catch case error: IOException => if !isThere then throw error
