package brine.docs.words

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** A source in Scala or Java.
  *
  * @param name
  *   its path from the root of the checkout
  */
final case class SourceFile(name: String, text: String):
  /** Whether it belongs to a program or library, and not to its tests. */
  def isMain: Boolean = name.contains("/src/main/") && SourceFile.Documented.contains(name.takeWhile(_ != '/'))

object SourceFile:
  // the published modules and the programs of a checkout
  private val Documented = Set("codec", "codec-zstd", "codec-testkit", "actor", "actor-testkit", "journal") ++
    Set("journal-testkit", "command-line", "cli", "dev")

  private val Endings = List(".scala", ".java", ".sbt")

  /** All sources of the checkout, without those that a build generates. */
  def all(home: Path): List[SourceFile] =
    val walk = Files.walk(home)
    try
      walk.iterator.asScala
        .filter(file => Endings.exists(file.toString.endsWith))
        .map(home.relativize)
        .filterNot(_.iterator.asScala.exists(part => part.toString == "target" || part.toString.startsWith(".")))
        .map(path => SourceFile(path.toString, Files.readString(home.resolve(path))))
        .toList
        .sortBy(_.name)
    finally walk.close()
