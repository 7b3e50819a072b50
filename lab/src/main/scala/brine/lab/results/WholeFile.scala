package brine.lab.results

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, StandardCopyOption}

/** Files that a full disk or a killed run leaves as they were. */
object WholeFile:
  /** Writes a text file completely or not at all, as the other method does. */
  def write(file: Path, content: String): Unit = write(file, content.getBytes(UTF_8))

  /** Writes a file completely or not at all: an older one is replaced at the end.
    *
    * Throws an `IOException` if it cannot be written.
    *
    * @param before
    *   called between, once the new content is written beside the older file
    */
  def write(file: Path, content: Array[Byte], before: () => Unit = () => ()): Unit =
    val part = file.resolveSibling(file.getFileName.toString + ".part")
    try
      Files.write(part, content): Unit
      before()
      val _ = Files.move(part, file, StandardCopyOption.REPLACE_EXISTING)
    finally
      val _ = Files.deleteIfExists(part)
