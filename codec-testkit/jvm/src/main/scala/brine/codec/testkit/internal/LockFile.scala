package brine.codec.testkit.internal

import java.nio.file.{Files, Path}

/** The text of a lock file, sought from the folder in which the tests run upwards. */
private[testkit] object LockFile:
  /** None if there is no file. */
  def read(path: String): Option[String] = places(path).find(Files.exists(_)).map(Files.readString)

  /** Into the file that there is, or else into the first folder that there is. */
  def write(path: String, text: String): Unit =
    val file = places(path)
      .find(Files.exists(_))
      .orElse(places(path).find(place => Files.isDirectory(place.getParent)))
      .getOrElse(throw java.io.FileNotFoundException(s"there is no folder for $path here or above; make it"))
    Files.writeString(file, text): Unit

  /** Whether what is missing is to be added. */
  def isUpdating: Boolean =
    sys.props.get("brine.schemas").orElse(sys.env.get("BRINE_SCHEMAS")).contains("update")

  private def places(path: String): Iterator[Path] =
    Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).takeWhile(_ != null).map(_.resolve(path))
