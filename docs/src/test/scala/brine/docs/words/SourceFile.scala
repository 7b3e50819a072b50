package brine.docs.words

import brine.docs.CheckoutFiles
import java.nio.file.{Files, Path}

/** A source in Scala or Java.
  *
  * @param name
  *   its path from the root of the checkout
  */
final case class SourceFile(name: String, text: String):
  /** Whether it belongs to a program, a library or the build, and not to tests. */
  def isMain: Boolean =
    name.startsWith("project/") || name.endsWith(".sbt") ||
      name.contains("/src/main/") && SourceFile.Documented.contains(name.takeWhile(_ != '/'))

object SourceFile:
  // the published modules and the programs of a checkout
  private val Documented = Set("codec", "codec-zstd", "codec-testkit", "actor", "actor-testkit", "journal") ++
    Set("journal-testkit", "store-jdbc", "entity", "entity-testkit", "pekko", "command-line", "cli", "dev")

  private val Endings = List(".scala", ".java", ".sbt")

  /** All sources of the checkout, without those that a build generates. */
  def all(home: Path): List[SourceFile] =
    CheckoutFiles.of(home, Endings*).map(path => SourceFile(path.toString, Files.readString(home.resolve(path))))
