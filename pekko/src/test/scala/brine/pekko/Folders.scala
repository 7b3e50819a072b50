package brine.pekko

import java.nio.file.{Files, Path}
import java.util.Comparator
import scala.util.Using

/** Folders for tests. */
object Folders:
  /** Runs something with a new folder, and deletes it. */
  def using[A](body: Path => A): A =
    val folder = Files.createTempDirectory("brine-pekko")
    try body(folder)
    finally
      Using.resource(Files.walk(folder))(
        _.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit)
      )
