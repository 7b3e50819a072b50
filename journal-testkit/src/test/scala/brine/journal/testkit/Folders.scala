package brine.journal.testkit

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Folders of tests. */
object Folders:
  /** A folder for a test, deleted afterwards. */
  def use[A](body: Path => A): A =
    val folder = Files.createTempDirectory("brine-journal-testkit")
    try body(folder)
    finally delete(folder)

  /** Deletes a folder and what is in it. */
  def delete(folder: Path): Unit =
    if Files.exists(folder) then
      Using.resource(Files.walk(folder))(_.iterator.asScala.toVector.reverse.foreach(Files.delete))
