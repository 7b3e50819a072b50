package brine.journal

import java.nio.file.{Files, Path}

/** Files of the project, wherever in it the tests are started. */
object ProjectFiles:
  /** The text of a file, its path given from the project's root. */
  def read(path: String): String = Files.readString(root.resolve(path))

  /** The folder that has the golden files. */
  lazy val root: Path =
    Iterator
      .iterate(Path.of("").toAbsolutePath)(_.getParent)
      .takeWhile(_ != null)
      .find(folder => Files.exists(folder.resolve("golden/README.md")))
      .getOrElse(
        throw IllegalStateException("no golden/README.md here or above; start the tests inside of the project")
      )
