package brine.codec.testkit.internal

import java.nio.file.{Files, Path}

/** Reads and writes a lock file; a relative path is looked up in the working directory and its parents. */
private[testkit] object LockFile:
  /** The text of the file, or `None` if there is no such file. */
  def read(path: String): Option[String] = places(path).find(Files.exists(_)).map(Files.readString)

  /** Writes to the existing file, or else to the first existing folder. */
  def write(path: String, text: String): Unit =
    val file = places(path)
      .find(Files.exists(_))
      .orElse(places(path).find(place => Files.isDirectory(place.getParent)))
      .getOrElse(throw java.io.FileNotFoundException(s"there is no folder for $path here or above; make it"))
    Files.writeString(file, text): Unit

  /** Whether missing versions should be added. */
  def isUpdating: Boolean =
    sys.props.get("brine.schemas").orElse(sys.env.get("BRINE_SCHEMAS")).contains("update")

  private def places(path: String): Iterator[Path] =
    Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).takeWhile(_ != null).map(_.resolve(path))
