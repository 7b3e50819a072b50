package brine.lab

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The packages of the lab form no circle. The package `brine.lab` itself has the entry point, which knows all, and the
  * two failures that all know.
  */
final class PackagesSuite extends munit.FunSuite:
  private type Uses = Map[String, Set[String]]

  /** What the class files of each package refer to. */
  private def uses(classes: Path): Uses =
    val reference = "brine/lab/((?:[a-z0-9]+/)+)[A-Z]".r
    val files     = Using.resource(Files.walk(classes))(_.iterator.asScala.filter(_.toString.endsWith(".class")).toList)
    val found     = for
      file <- files
      from = classes.resolve("brine/lab").relativize(file.getParent).toString + "/" if from != "/"
      to <- reference.findAllMatchIn(String(Files.readAllBytes(file), ISO_8859_1)).map(_.group(1))
      if to != from
    yield from -> to
    found.groupMap(_._1)(_._2).view.mapValues(_.toSet).toMap

  /** A circle, as its packages in order; empty if there is none. */
  private def circle(uses: Uses): List[String] =
    def from(path: List[String], done: Set[String]): Either[List[String], Set[String]] =
      uses
        .getOrElse(path.head, Set.empty)
        .toList
        .sorted
        .foldLeft[Either[List[String], Set[String]]](Right(done)):
          case (Right(_), next) if path.contains(next) =>
            Left(next :: path.takeWhile(_ != next).reverse.prepended(next))
          case (Right(seen), next) if !seen(next) => from(next :: path, seen)
          case (so, _)                            => so
      match
        case Right(seen) => Right(seen + path.head)
        case found       => found
    uses.keys.toList.sorted.foldLeft[Either[List[String], Set[String]]](Right(Set.empty)):
      case (Right(seen), next) if !seen(next) => from(List(next), seen)
      case (so, _)                            => so
    match
      case Left(path) => path
      case Right(_)   => Nil

  test("a circle is found"):
    assertEquals(circle(Map("a" -> Set("b"), "b" -> Set("c"), "c" -> Set("b"))).toSet, Set("b", "c"))
    assertEquals(circle(Map("a" -> Set("b", "c"), "b" -> Set("c"))), Nil)

  test("packages of the lab form no circle"):
    val found = uses(Path.of(LabMain.getClass.getProtectionDomain.getCodeSource.getLocation.toURI))
    assert(found.size > 12, found.keys)
    assert(found("studies/site/").contains("studies/"), found("studies/site/"))
    assertEquals(circle(found), Nil)
