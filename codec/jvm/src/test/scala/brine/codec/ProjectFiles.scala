package brine.codec

import java.nio.file.{Files, Path}

/** Files of the project, wherever in it the tests are started. */
object ProjectFiles:
  /** The text of a file, its path given from the project's root. */
  def read(path: String): String = Files.readString(find(path))

  /** Where a file is, its path given from the project's root. */
  def find(path: String): Path =
    Iterator
      .iterate(Path.of("").toAbsolutePath)(_.getParent)
      .takeWhile(_ != null)
      .map(_.resolve(path))
      .find(Files.exists(_))
      .getOrElse(throw IllegalStateException(s"no $path here or above; start the tests inside of the project"))
