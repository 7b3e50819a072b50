package brine.lab.results

import java.nio.file.{Files, Path, StandardCopyOption}

/** Files that a full disk or a killed run leaves as they were. */
object WholeFile:
  /** Writes a text file completely or not at all: an older one is replaced at the end.
    *
    * Throws an `IOException` if it cannot be written.
    *
    * @param before
    *   called between, once the new content is written beside the older file
    */
  def write(file: Path, content: String, before: () => Unit = () => ()): Unit =
    val part = file.resolveSibling(file.getFileName.toString + ".part")
    try
      Files.writeString(part, content)
      before()
      val _ = Files.move(part, file, StandardCopyOption.REPLACE_EXISTING)
    finally
      val _ = Files.deleteIfExists(part)
