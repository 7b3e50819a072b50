package brine.journal

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** A folder for a test, deleted afterwards. */
object TemporaryFolder:
  def use[A](body: Path => A): A =
    val folder = Files.createTempDirectory("brine-journal-test")
    try body(folder)
    finally delete(folder)

  def delete(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.iterator.asScala.toVector.reverse.foreach(Files.delete))
