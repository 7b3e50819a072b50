package brine.journal.testkit

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Folders of tests. */
object Folders:
  /** Deletes a folder and what is in it. */
  def delete(folder: Path): Unit =
    if Files.exists(folder) then
      Using.resource(Files.walk(folder))(_.iterator.asScala.toVector.reverse.foreach(Files.delete))
