package brine.pekko

import java.io.{IOException, UncheckedIOException}
import java.nio.file.{Files, Path}
import java.util.Comparator
import scala.annotation.tailrec
import scala.util.Using

/** Folders for tests. */
object Folders:
  /** Runs something with a new folder, and deletes it. */
  def using[A](body: Path => A): A =
    val folder = Files.createTempDirectory("brine-pekko")
    try body(folder)
    finally delete(folder, 1000)

  // A database removes files of its own when its last connection closes, which may be after the end of a node.
  @tailrec private def delete(folder: Path, attempts: Int): Unit =
    val isGone =
      try
        Using.resource(Files.walk(folder))(
          _.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit)
        )
        true
      catch case _: (IOException | UncheckedIOException) if attempts > 1 => !Files.exists(folder)
    if !isGone then
      Thread.sleep(10)
      delete(folder, attempts - 1)
