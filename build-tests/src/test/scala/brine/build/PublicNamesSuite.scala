package brine.build

import java.nio.file.{Files, Path}
import munit.FunSuite
import scala.jdk.CollectionConverters.*

/** Programs import everything of `brine.codec`, `brine.actor` and `brine.journal` at once. So no public name is in two
  * of them: the compiler would call each use ambiguous.
  */
class PublicNamesSuite extends FunSuite:
  import PublicNamesSuite.*

  private val home = Path.of(System.getProperty("brine.home"))

  private def names(modules: String*): Set[String] =
    modules.map(module => home.resolve(s"$module/src/main")).filter(Files.isDirectory(_)).flatMap(publicNames).toSet

  private lazy val codec   = names("codec/shared", "codec/jvm", "codec/js")
  private lazy val actor   = names("actor")
  private lazy val journal = names("journal")

  test("the names of each module are found"):
    assert(Set("Codec", "Schema", "Out").subsetOf(codec), codec)
    assert(Set("Actor", "ActorSystem", "Batch").subsetOf(actor), actor)
    assert(Set("Journal", "AppendBatch", "Level").subsetOf(journal), journal) // Level is written in Java

  test("no public name is in two modules"):
    assertEquals(codec & actor, Set.empty[String])
    assertEquals(codec & journal, Set.empty[String])
    assertEquals(actor & journal, Set.empty[String])

  test("public definitions are told from private ones"):
    val text =
      """package brine.some
        |
        |final class Open:
        |  class Inner
        |private[some] final class Hidden
        |sealed abstract class Kind
        |private object Own
        |final case class Pair(a: Int)
        |inline def asked = 1
        |public final class InJava {
        |class PackagePrivate {
        |enum Case:
        |extension [A](one: A) def two = one
        |opaque type Name = String
        |""".stripMargin
    val scala = Set("Open", "Kind", "Pair", "asked", "PackagePrivate", "Case", "Name")
    assertEquals(namesIn(text.linesIterator, isJava = false), scala)
    assertEquals(namesIn(text.linesIterator, isJava = true), Set("InJava"))

object PublicNamesSuite:
  // The formatter indents what is within another definition.
  private val Scala =
    """(?:(?:final|sealed|abstract|case|open|opaque|inline|transparent|implicit|lazy) )*(?:class|trait|object|enum|def|val|type) (\w+).*""".r
  private val Java =
    """public (?:(?:final|abstract|sealed|non-sealed) )*(?:class|interface|enum|record|@interface) (\w+).*""".r

  private[build] def namesIn(lines: Iterator[String], isJava: Boolean): Set[String] =
    lines
      .collect:
        case Scala(name) if !isJava => name
        case Java(name) if isJava   => name
      .toSet

  /** The names that the public package of a module has: the folder right below `brine`. */
  private def publicNames(sources: Path): Set[String] =
    val files = Files.walk(sources)
    try
      files.iterator.asScala
        .filter(Files.isRegularFile(_))
        .filter(file => file.getParent.getParent.getFileName.toString == "brine")
        .flatMap: file =>
          namesIn(Files.readString(file).linesIterator, isJava = file.getFileName.toString.endsWith(".java"))
        .toSet
    finally files.close()
