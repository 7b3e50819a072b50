package brine.lab.custom

import java.nio.file.{Files, Path}

private[custom] object Folders:
  /** Deletes a folder with all it contains, if it is there. */
  def delete(folder: Path): Unit =
    if Files.exists(folder) then
      val files = Files.walk(folder)
      try files.sorted(java.util.Comparator.reverseOrder).forEach(file => { val _ = Files.deleteIfExists(file) })
      finally files.close()
